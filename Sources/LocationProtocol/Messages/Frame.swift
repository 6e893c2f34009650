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

  /// Oldest first, not empty.
  package init(_ locations: [Location]) throws {
    // The four members around the locations never change; through the encoder they would cost
    // a quarter of the frame.
    var frame = Self.head + #""locations":["#.utf8
    for (index, location) in locations.enumerated() {
      if index > 0 {
        frame.append(UInt8(ascii: ","))
      }
      frame += try JSONText.encode(LocationMessage(location))
    }
    frame += "]}}\n".utf8
    bytes = frame
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
