// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CGPS
package import LocationCore

/// One line from gpsd, understood.
package enum GPSDMessage {
  case report(Report)
  /// The banner, with gpsd's release.
  case version(String)
  /// gpsd's ERROR object.
  case refusal(String)
  /// A line that is no JSON object.
  case sentence
  /// A line that was dropped.
  case unusable
}

/// What the socket had.
package enum GPSDArrival: Hashable {
  case bytes
  case nothing
  /// The peer is gone; 0 or the error number.
  case closed(Int32)
}

/// An open session of libgps; loop thread only.
@safe package final class GPSDSession {
  private let raw: UnsafeMutablePointer<cgps_session>
  /// Kept, because it is mostly that of the message before.
  private var device = ""

  init(_ raw: UnsafeMutablePointer<cgps_session>) { unsafe self.raw = unsafe raw }

  deinit { unsafe cgps_session_free(raw) }

  package var descriptor: Int32 { unsafe raw.pointee.upstream }

  /// Bytes of a line wait whose end has not come; only meaningful after `next` gave nil.
  var hasPartialLine: Bool { unsafe cgps_has_partial_line(raw) }

  /// The peer sends without ever ending a line.
  var isEndless: Bool { unsafe cgps_is_endless(raw) }

  /// Asks gpsd for its stream; gives 0 or an error number.
  ///
  /// gpsd merges requests, so a change names also what is not wanted any more.
  func watch(_ policy: WatchPolicy, device: String?, isChange: Bool = false) -> Int32 {
    let watch = cgps_watch(
      pps: policy.pps,
      nmea: policy.nmea,
      scaled: policy.scaled,
      split24: policy.split24,
      timing: policy.timing,
      change: isChange,
      raw: policy.raw.rawValue
    )
    guard let device else { return unsafe cgps_watch(raw, watch, nil) }
    return unsafe device.withCString { unsafe cgps_watch(raw, watch, $0) }
  }

  /// Asks for a line that a gpsd always answers; gives 0 or an error number.
  func askVersion() -> Int32 { unsafe cgps_send(raw, "?VERSION;", 0) }

  /// Asks which receivers gpsd has; gives 0 or an error number.
  func askDevices() -> Int32 { unsafe cgps_send(raw, "?DEVICES;", 0) }

  /// Reads once from the socket.
  package func fill() -> GPSDArrival {
    let count = unsafe cgps_fill(raw)
    if count < 0 { return .closed(Int32(clamping: -1 - count)) }
    return count == 0 ? .nothing : .bytes
  }

  /// The next whole line, nil when there is none; `line` is its bytes without the newline.
  package func next() -> (message: GPSDMessage, line: [UInt8])? {
    let outcome = unsafe cgps_next(raw)
    guard outcome != CGPS_NOTHING else { return nil }
    guard outcome != CGPS_UNUSABLE else { return (.unusable, []) }
    let line = unsafe [UInt8](
      UnsafeRawBufferPointer(start: raw.pointee.line, count: raw.pointee.line_whole)
    )
    guard outcome == CGPS_MESSAGE else { return (.sentence, line) }
    if unsafe cgps_is_other_device(raw) {
      device = unsafe String(cString: cgps_device_path(raw))
    }
    return (unsafe Decoder.message(raw, device: device), line)
  }
}

/// An attempt to open a session, on a thread of its own; loop thread only.
@safe package final class GPSDOpening {
  private let raw: UnsafeMutablePointer<cgps_opening>

  /// Nil with no memory, descriptor or thread for it.
  package init?(_ endpoint: GPSDEndpoint) {
    guard let raw = unsafe cgps_opening_start(endpoint.host, String(endpoint.port)) else {
      return nil
    }
    unsafe self.raw = unsafe raw
  }

  /// Abandons an attempt that still runs: its thread then cleans up.
  deinit { unsafe cgps_opening_release(raw) }

  /// Readable once the attempt is over.
  package var descriptor: Int32 { unsafe cgps_opening_descriptor(raw) }

  /// The session or the reason why there is none; nil while the attempt runs.
  package func result() -> GPSDOpeningResult? {
    guard unsafe cgps_opening_is_done(raw) else { return nil }
    if let session = unsafe cgps_opening_take(raw) { return .open(unsafe GPSDSession(session)) }
    return .failed(unsafe String(cString: cgps_opening_failure(raw)))
  }
}

package enum GPSDOpeningResult {
  case open(GPSDSession)
  case failed(String)
}
