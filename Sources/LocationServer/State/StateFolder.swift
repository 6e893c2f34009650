// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationProtocol

/// The daemon's state folder: a few small JSON files, each replaced as a whole.
///
/// A full disk or a read-only folder costs the state, never the service: failures are logged.
struct StateFolder {
  let path: String?

  /// What a file holds.
  enum Contents<Value> {
    case absent
    case value(Value)
    /// There is something, and it cannot be understood; the log says why.
    case lost
  }

  func load<Value: Decodable>(_ type: Value.Type, from name: String, log: Log) -> Contents<Value> {
    guard let path else { return .absent }
    let file = StateFile(path: "\(path)/\(name)")
    do {
      guard let bytes = try file.read() else { return .absent }
      return .value(try JSONText.decode(type, from: bytes))
    } catch {
      log.warning("the state in \(file.path) is not readable: \(error)")
      setAside(name, log: log)
      return .lost
    }
  }

  /// Keeps a file that cannot be understood for the operator to look at; the next one of its name
  /// would replace it.
  func setAside(_ name: String, log: Log) {
    guard let path else { return }
    do throws(SystemError) {
      let place = try StateFile(path: "\(path)/\(name)").setAside()
      log.warning("it is kept as \(place)")
    } catch {
      log.warning("it stays where it is: \(error)")
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
