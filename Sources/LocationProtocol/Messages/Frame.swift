// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LocationCore

/// One notification on its line, ready to send to every subscriber of the same view.
package enum Frame {
  /// Any callback; throws if a required number is not finite or a time outside years 1 … 9999.
  package static func encode(_ callback: Callback<Location>) throws -> [UInt8] {
    guard case .didUpdateLocations(let locations) = callback else {
      let message = CallbackMessage(callback.map(LocationMessage.init))
      return try JSONText.encode(message) + [UInt8(ascii: "\n")]
    }
    return try LocationFrame(locations).bytes
  }
}

/// A `didUpdateLocations` frame: its locations are encoded once, whatever a session's count of
/// conflated locations is.
package struct LocationFrame: Hashable, Sendable {
  /// The frame for a session that missed nothing, shared by all of them.
  package let bytes: [UInt8]

  private static let head = Array(
    #"{"jsonrpc":"2.0","method":"didUpdateLocations","params":{"#.utf8
  )

  /// Bytes; room for most locations, so that the frame seldom moves while it is written.
  private static let usualLength = 1024

  /// Oldest first, not empty.
  package init(_ locations: [Location]) throws {
    // The four members around the locations never change; through the encoder they would cost
    // a quarter of the frame.
    var start: [UInt8] = []
    start.reserveCapacity(Self.usualLength * locations.count)
    start += Self.head
    start += #""locations":["#.utf8
    var text = LocationText(after: start)
    for (index, location) in locations.enumerated() {
      if index > 0 { text.bytes.append(UInt8(ascii: ",")) }
      try text.append(LocationMessage(location))
    }
    text.bytes += "]}}\n".utf8
    bytes = text.bytes
  }

  /// The frame that also says how many locations were replaced undelivered before it.
  package func bytes(conflated: Int) -> [UInt8] {
    guard conflated > 0 else { return bytes }
    // Sorted keys put `conflated` first among the parameters.
    let member = "\"conflated\":\(conflated),".utf8
    var frame: [UInt8] = []
    frame.reserveCapacity(bytes.count + member.count)
    frame += Self.head
    frame += member
    frame += bytes[Self.head.count...]
    return frame
  }
}
