// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationProtocol

/// The daemon's state folder: a few small JSON files, each replaced as a whole.
///
/// A full disk or a read-only folder costs no service: what could not be written waits here to be
/// tried again, and whoever changed it is told.
struct StateFolder {
  let path: String?
  /// Bytes of one file.
  let limit: Int
  /// The contents of files that could not be written.
  private var waiting: [String: [UInt8]] = [:]
  /// Why not, by the file's name.
  private(set) var failures: [String: String] = [:]
  /// Why files that are there could not be opened for now; what they hold is neither known nor lost.
  private(set) var shortage: SystemError?

  init(path: String?, limit: Int = StateFile.limit) {
    self.path = path
    self.limit = limit
  }

  /// What a file holds.
  enum Contents<Value> {
    case absent
    case value(Value)
    /// There is something, and it cannot be understood; the log says why.
    case lost
  }

  mutating func load<Value: Decodable>(
    _ type: Value.Type,
    from name: String,
    log: Log
  ) -> Contents<Value> {
    guard let path else { return .absent }
    let file = StateFile(path: "\(path)/\(name)", limit: limit)
    do {
      guard let bytes = try file.read() else { return .absent }
      return .value(try JSONText.decode(type, from: bytes))
    } catch let error as SystemError where error.isShortage {
      shortage = error
      log.warning("the state in \(file.path) cannot be read now: \(error)")
      return .absent
    } catch {
      log.warning("the state in \(file.path) is not readable: \(JSONText.reason(error))")
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

  /// How many bytes contents would take, if that is more than is read again.
  func excess(of value: some Encodable) -> Int? {
    guard path != nil, let count = try? JSONText.encode(value).count else { return nil }
    return count > limit ? count : nil
  }

  /// Replaces a file; on failure the old one stays, and the new contents wait.
  mutating func save(_ value: some Encodable, to name: String, log: Log) {
    guard path != nil else { return }
    do {
      waiting[name] = try JSONText.encode(value)
    } catch {
      fail(name, "\(error)", log)
    }
    retry(log: log)
  }

  /// Tries to write what waits.
  mutating func retry(log: Log) {
    guard let path else { return }
    for (name, bytes) in waiting {
      do throws(SystemError) {
        try StateFile(path: "\(path)/\(name)", limit: limit).write(bytes)
        waiting[name] = nil
        guard failures.removeValue(forKey: name) != nil else { continue }
        log.notice("the state in \(path)/\(name) is saved after all")
      } catch {
        fail(name, "\(error)", log)
      }
    }
  }

  /// Equal reasons are logged once.
  private mutating func fail(_ name: String, _ reason: String, _ log: Log) {
    guard failures.updateValue(reason, forKey: name) != reason else { return }
    log.warning("the state was not saved and will not survive a restart: \(reason)")
  }
}
