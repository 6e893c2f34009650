// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationTestSupport

/// A real mosquitto on a Unix socket, and one publisher at quality of service 0.
final class Broker {
  let address: String
  private let process: ChildProcess
  private let publisher: OwnedDescriptor

  init(folder: TemporaryFolder) throws {
    let path = folder.path("mqtt")
    address = "unix:" + path
    let configuration = """
      listener 0 \(path)
      allow_anonymous true
      user root
      log_type error
      """
    let file = try folder.write(configuration + "\n", to: "mosquitto.conf")
    process = try ChildProcess(try Project.requiredProgram("mosquitto"), ["-c", file])
    let descriptor = try Deadline(in: 10).wait(for: "mosquitto") { () -> Int32? in
      guard let owned = try? connectUnix(path: path) else { return nil }
      return owned.release()
    }
    publisher = OwnedDescriptor(descriptor)
    // CONNECT: protocol MQTT, level 4, clean session, no keep-alive, client `p`.
    let connect: [UInt8] =
      [0x10, 13, 0, 4] + Array("MQTT".utf8) + [4, 2, 0, 0, 0, 1, UInt8(ascii: "p")]
    try send(connect)
  }

  var pid: Int32 { process.pid }

  /// Publishes messages at a steady rate; a message is one line of so many bytes.
  func publish(_ count: Int, bytes: Int, hertz: Double) throws {
    let topic = Array("location".utf8)
    let payload = [UInt8](repeating: UInt8(ascii: "x"), count: bytes - 1) + [UInt8(ascii: "\n")]
    let length = 2 + topic.count + payload.count
    let head: [UInt8] = [0x30, UInt8(length % 128) | 0x80, UInt8(length / 128), 0]
    let packet = head + [UInt8(topic.count)] + topic + payload
    let start = monotonic()
    for index in 0..<count {
      sleep(until: start + Int64(Double(index) / hertz * 1e9))
      try send(packet)
    }
  }

  private func send(_ bytes: [UInt8]) throws {
    guard case .bytes(bytes.count) = Descriptor.sendFrame(publisher.raw, bytes, from: 0) else {
      throw SceneError("mosquitto took no message")
    }
  }

  deinit { process.kill() }
}
