// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CMosquitto

/// What a broker says.
enum BrokerEvent: Hashable {
  /// 0, or why it refuses the connection.
  case connected(reason: Int32)
  case disconnected(reason: Int32)
  /// 128 or more: the broker will not have the message.
  case published(mid: Int32, reason: Int32)
  case subscribed(isGranted: Bool)
  case received(topic: String, payload: [UInt8], isRetained: Bool)
}

/// Why there is no session.
package struct BrokerError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
}

/// libmosquitto without a thread or a loop of its own; loop thread only.
@safe final class Mosquitto {
  /// Takes events, from within `read`, `write` and `tick` only.
  var onEvent: ((BrokerEvent) -> Void)?

  private let raw: OpaquePointer
  private let box: Box

  /// What the C side calls back; it outlives the session.
  private final class Box {
    weak var session: Mosquitto?
  }

  init(_ settings: BrokerSettings) throws(BrokerError) {
    let box = Box()
    self.box = box
    var failure = [CChar](repeating: 0, count: 256)
    let made = unsafe Self.make(settings, box, &failure)
    guard let raw = unsafe made else {
      let end = failure.firstIndex(of: 0) ?? failure.endIndex
      throw BrokerError(
        description: String(decoding: failure[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self)
      )
    }
    unsafe self.raw = unsafe raw
    box.session = self
  }

  deinit { unsafe cmosquitto_free(raw) }

  private static func make(
    _ settings: BrokerSettings,
    _ box: Box,
    _ failure: inout [CChar]
  ) -> OpaquePointer? {
    let tls = settings.tls
    let pins = tls?.pins.flatMap(\.self) ?? []
    let texts = [
      settings.host, settings.client, settings.user, settings.password, tls?.ca, tls?.certificate,
      tls?.key,
    ]
    return unsafe withStrings(texts) { strings -> OpaquePointer? in
      guard let host = unsafe strings[0], let client = unsafe strings[1] else { return nil }
      return unsafe pins.withUnsafeBufferPointer { digests in
        var raw = unsafe cmosquitto_settings(
          host: host,
          port: Int32(settings.port),
          keepalive: Int32(clamping: settings.keepalive),
          client: client,
          is_version_5: settings.version == .v5,
          is_clean: settings.isClean,
          session_expiry: settings.sessionExpiry,
          user: strings[2],
          password: strings[3],
          uses_tls: tls != nil,
          ca: strings[4],
          certificate: strings[5],
          key: strings[6],
          pins: digests.baseAddress,
          pin_count: digests.count / 32
        )
        return unsafe cmosquitto_make(&raw, handlers(box), &failure, failure.count)
      }
    }
  }

  private static func handlers(_ box: Box) -> cmosquitto_handlers {
    unsafe cmosquitto_handlers(
      owner: Unmanaged.passUnretained(box).toOpaque(),
      connected: { unsafe Mosquitto.tell($0, .connected(reason: $1)) },
      disconnected: { unsafe Mosquitto.tell($0, .disconnected(reason: $1)) },
      published: { unsafe Mosquitto.tell($0, .published(mid: $1, reason: $2)) },
      subscribed: { unsafe Mosquitto.tell($0, .subscribed(isGranted: $1)) },
      received: { owner, topic, payload, length, isRetained in
        let bytes = unsafe UnsafeRawBufferPointer(
          start: payload,
          count: payload == nil ? 0 : length
        )
        let topic = unsafe String(cString: topic)
        unsafe Mosquitto.tell(
          owner,
          .received(topic: topic, payload: Array(bytes), isRetained: isRetained)
        )
      }
    )
  }

  private static func tell(_ owner: UnsafeMutableRawPointer?, _ event: BrokerEvent) {
    guard let owner = unsafe owner else { return }
    unsafe Unmanaged<Box>.fromOpaque(owner).takeUnretainedValue().session?.onEvent?(event)
  }

  // MARK: - Connecting

  /// What the broker tells others when it loses us; for the next connection.
  func setWill(topic: String, payload: [UInt8]) -> Int32 {
    unsafe payload.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      return unsafe cmosquitto_set_will(raw, topic, start, bytes.count)
    }
  }

  /// Begins to connect on a thread; the eventfd gets 1 when `finish` is to be called.
  ///
  /// A host with addresses of both families is asked at its first one, or at one of the other family.
  func start(signal: Int32, atOtherFamily: Bool) -> Bool {
    unsafe cmosquitto_start(raw, signal, atOtherFamily)
  }

  func finish() -> Int32 { unsafe cmosquitto_finish(raw) }

  // MARK: - Driving

  /// Negative without a connection.
  var descriptor: Int32 { unsafe cmosquitto_descriptor(raw) }
  /// The broker sent more than is taken of one message; `read` has failed.
  var isFlooded: Bool { unsafe cmosquitto_is_flooded(raw) }
  var wantsWrite: Bool { unsafe cmosquitto_wants_write(raw) }

  func read() -> Int32 { unsafe cmosquitto_read(raw) }
  func write() -> Int32 { unsafe cmosquitto_write(raw) }
  func tick() -> Int32 { unsafe cmosquitto_tick(raw) }

  /// Sends by QoS 1; gives the number that `published` will name, or the refusal.
  ///
  /// A broker of MQTT 5 that keeps nothing says so at the connection; then it is not asked to.
  func publish(_ message: QueuedMessage) -> (mid: Int32, code: Int32) {
    let answer = publish(message, isRetained: message.isRetained)
    return answer.code == 28 ? publish(message, isRetained: false) : answer
  }

  private func publish(_ message: QueuedMessage, isRetained: Bool) -> (mid: Int32, code: Int32) {
    var mid: Int32 = 0
    let code = unsafe message.payload.withUnsafeBytes { bytes -> Int32 in
      guard let start = bytes.baseAddress else { return 3 }
      return unsafe cmosquitto_publish(
        raw,
        &mid,
        message.topic,
        start,
        bytes.count,
        isRetained
      )
    }
    return (mid, code)
  }

  /// Whether a message that was answered so is with libmosquitto all the same, for the next
  /// connection: the socket failed, not the message.
  static func isKept(_ code: Int32) -> Bool { [4, 7, 14].contains(code) }

  func subscribe(_ topic: String, quality: Int32) -> Int32 {
    unsafe cmosquitto_subscribe(raw, topic, quality)
  }
  func disconnect() { _ = unsafe cmosquitto_disconnect(raw) }

  // MARK: - Words

  func errorText(_ code: Int32) -> String {
    unsafe String(cString: cmosquitto_error_text(raw, code))
  }
  func reasonText(_ reason: Int32) -> String {
    unsafe String(cString: cmosquitto_reason_text(raw, reason))
  }
}

/// C strings of texts, nil where there is none, for the length of the body.
private func withStrings<Result>(
  _ texts: [String?],
  _ body: ([UnsafePointer<CChar>?]) -> Result
) -> Result {
  var storage: [CChar] = []
  var places: [Int?] = []
  for text in texts {
    places.append(text == nil ? nil : storage.count)
    if let text { storage += text.utf8CString }
  }
  return unsafe storage.withUnsafeBufferPointer { buffer in
    unsafe body(
      places.map { place in unsafe place.flatMap { unsafe buffer.baseAddress?.advanced(by: $0) } }
    )
  }
}
