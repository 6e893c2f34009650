// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationProtocol

/// The daemon's state folder: a few small JSON files, each replaced as a whole.
///
/// A full disk or a read-only folder costs the state, never the service: failures are logged.
struct StateFolder {
  let path: String?

  func load<Value: Decodable>(_ type: Value.Type, from name: String, log: Log) -> Value? {
    guard let path else { return nil }
    let file = StateFile(path: "\(path)/\(name)")
    do {
      guard let bytes = try file.read() else { return nil }
      return try JSONText.decode(type, from: bytes)
    } catch {
      log.warning("the state in \(file.path) is not readable and is left alone: \(error)")
      return nil
    }
  }

  func save(_ value: some Encodable, to name: String, log: Log) {
    guard let path else { return }
    let file = StateFile(path: "\(path)/\(name)")
    do {
      try file.write(try JSONText.encode(value))
    } catch {
      log.warning("the state was not saved and will not survive a restart: \(error)")
    }
  }
}
