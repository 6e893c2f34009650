// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LinuxIO

/// What one file of `/etc/locationd/mqtt` says, with the defaults that hold without it.
package struct Settings {
  package var socket = "/run/locationd/locationd.sock"
  package var broker = BrokerSettings()
  package var user = "locationd"
  package var device = "vehicle"
  package var topic: String?
  package var trackerID: String?
  package var monitoring = Monitoring.move
  /// Metres.
  package var distance = 100.0
  /// Seconds.
  package var interval = 0.0
  package var visits = false
  package var simulated = false
  package var retain = true
  package var discovery: String?
  package var waypoints: String?
  package var commands = Command.Action.harmless
  package var queue = QueuePolicy()
  package var pace = Publisher.Pace()
  package var logLevel = Log.Level.info
  /// Where files of systemd's credentials are.
  private let credentials: String?
  /// Whether only the files are looked at, by whom the unit's credentials may be out of reach.
  private var isCheck = false
  /// Credentials that only the unit has.
  package private(set) var unseen: [String] = []

  package init() { credentials = environmentVariable("CREDENTIALS_DIRECTORY") }

  /// Reads a file and its drop-ins; NAME is the device's name unless the file has another.
  ///
  /// In a check outside the unit, its credentials are `unseen` and no fault.
  package init(path: String, name: String, isCheck: Bool = false) throws(INIError) {
    self.init()
    self.isCheck = isCheck
    device = name
    for entry in try INIFile.readWithDropIns(path) { try apply(entry) }
    guard Topics(base: base) != nil else {
      throw INIError(file: path, line: nil, reason: "\"\(base)\" is no topic to publish to")
    }
    if broker.client.isEmpty { broker.client = "\(user)-\(device)" }
    // Half of a pair says nothing.
    if !unseen.isEmpty, broker.tls?.key == nil || broker.tls?.certificate == nil {
      broker.tls?.key = nil
      broker.tls?.certificate = nil
    }
    if broker.tls?.key == nil, broker.tls?.certificate != nil {
      throw INIError(file: path, line: nil, reason: "[broker] certificate has no key")
    }
  }

  private var base: String { topic ?? "owntracks/\(user)/\(device)" }

  /// Where everything goes.
  package var topics: Topics? { Topics(base: base) }

  /// The last two characters of the topic, unless the file says something else.
  package var report: Report { Report(trackerID: trackerID ?? String(base.suffix(2))) }

  private mutating func apply(_ entry: INIEntry) throws(INIError) {
    switch (entry.section, entry.key) {
    case ("broker", _): try applyBroker(entry)
    case ("device", "user"): user = try entry.level()
    case ("device", "name"): device = try entry.level()
    case ("device", "topic"): topic = entry.value
    case ("device", "tid"):
      guard (1...2).contains(entry.value.unicodeScalars.count) else {
        throw entry.refused("\(entry.value) is not one or two characters")
      }
      trackerID = entry.value
    case ("publish", "monitoring"):
      guard let mode = Monitoring(named: entry.value) else {
        throw entry.refused("\(entry.value) is not quiet, manual, significant or move")
      }
      monitoring = mode
    case ("publish", "distance"): distance = try entry.number(in: 0...10_000_000)
    case ("publish", "interval"): interval = try entry.number(in: 0...86_400)
    case ("publish", "visits"): visits = try entry.flag()
    case ("publish", "simulated"): simulated = try entry.flag()
    case ("publish", "retain"): retain = try entry.flag()
    case ("publish", "home-assistant"):
      guard entry.value.isEmpty || Topics(base: entry.value) != nil else {
        throw entry.refused("\(entry.value) is no beginning of a topic")
      }
      discovery = entry.value.isEmpty ? nil : entry.value
    case ("publish", "waypoints"): waypoints = entry.value.isEmpty ? nil : entry.value
    case ("commands", "allow"): commands = try entry.actions()
    case ("queue", "messages"): queue.limit = try entry.integer(in: 100...10_000_000)
    case ("queue", "days"): queue.age = Int64(try entry.number(in: 0.01...3650) * 86_400_000)
    case ("queue", "memory-messages"): queue.memoryLimit = try entry.integer(in: 10...100_000)
    case ("queue", "rate"): pace.rate = try entry.number(in: 0.1...100_000)
    case ("queue", "window"): pace.window = try entry.integer(in: 1...1000)
    case ("locationd", "socket"): socket = entry.value
    case ("log", "level"):
      guard let level = Log.Level(named: entry.value) else {
        throw entry.refused("\(entry.value) is not error, warning, notice, info or debug")
      }
      logLevel = level
    default: throw entry.refused("there is no such key")
    }
  }

  private mutating func applyBroker(_ entry: INIEntry) throws(INIError) {
    switch entry.key {
    case "host":
      guard !entry.value.isEmpty else { throw entry.refused("it is empty") }
      broker.host = entry.value
    case "port": broker.port = UInt16(try entry.integer(in: 1...65_535))
    case "version":
      guard let version = BrokerSettings.Version(rawValue: entry.value) else {
        throw entry.refused("\(entry.value) is not 3.1.1 or 5")
      }
      broker.version = version
    case "client-id":
      guard (1...128).contains(entry.value.utf8.count) else {
        throw entry.refused("it is not 1 … 128 bytes")
      }
      broker.client = entry.value
    case "keepalive": broker.keepalive = try entry.integer(in: 5...65_535)
    case "user": broker.user = entry.value.isEmpty ? nil : entry.value
    case "password-file": broker.password = seesFile(entry) ? try secret(entry) : nil
    case "tls": broker.tls = try entry.flag() ? (broker.tls ?? .init()) : nil
    case "ca": try secure(entry) { $0.ca = $1 }
    case "certificate": try secure(entry) { $0.certificate = $1 }
    case "key": try secure(entry) { $0.key = $1 }
    case "pin":
      guard let pin = Self.digest(entry.value) else {
        throw entry.refused("it is not a SHA-256 in 64 hexadecimal digits")
      }
      try secure(entry) { tls, _ in tls.pins.append(pin) }
    default: throw entry.refused("there is no such key")
    }
  }

  private mutating func secure(
    _ entry: INIEntry,
    _ set: (inout BrokerSettings.TLS, String) -> Void
  ) throws(INIError) {
    guard var tls = broker.tls else { throw entry.refused("it needs tls = yes before it") }
    if entry.key == "pin" || seesFile(entry) { set(&tls, place(entry.value)) }
    broker.tls = tls
  }

  /// False for a credential in a check where systemd hands over none.
  private mutating func seesFile(_ entry: INIEntry) -> Bool {
    guard isCheck, credentials == nil, !entry.value.contains("/"), !INIFile.exists(entry.value)
    else { return true }
    unseen.append(entry.value)
    return false
  }

  /// A name without a slash is a credential that systemd hands over.
  private func place(_ value: String) -> String {
    guard !value.contains("/"), let credentials else { return value }
    return "\(credentials)/\(value)"
  }

  private func secret(_ entry: INIEntry) throws(INIError) -> String {
    let path = place(entry.value)
    guard INIFile.exists(path) else {
      let isCredential = credentials == nil && !path.contains("/")
      throw entry.refused(
        "there is no file \(path)"
          + (isCredential ? ", and no credentials are here: LoadCredential= of the unit" : "")
      )
    }
    var bytes: [UInt8] = []
    do {
      try InputFile(path: path).read(into: &bytes)
    } catch {
      throw entry.refused("\(path): \(error)")
    }
    // Editors end a file with a newline.
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    guard (1...4096).contains(line.count) else {
      throw entry.refused("it has no line of 1 … 4096 bytes")
    }
    // It is handed on as a C string.
    guard let text = String(validating: line, as: UTF8.self), !text.utf8.contains(0) else {
      throw entry.refused("its first line is not UTF-8, or has a NUL byte")
    }
    return text
  }

  private static func digest(_ text: String) -> [UInt8]? {
    let digits = text.filter { $0 != ":" }.compactMap(\.hexDigitValue)
    guard digits.count == 64, text.allSatisfy({ $0 == ":" || $0.isHexDigit }) else { return nil }
    return (0..<32).map { UInt8(digits[2 * $0] << 4 | digits[2 * $0 + 1]) }
  }
}

extension INIEntry {
  fileprivate func flag() throws(INIError) -> Bool {
    switch value {
    case "yes": true
    case "no": false
    default: throw refused("\(value) is not yes or no")
    }
  }

  /// One level of a topic.
  fileprivate func level() throws(INIError) -> String {
    guard (1...128).contains(value.utf8.count), !value.contains("/") else {
      throw refused("it is not 1 … 128 bytes without a slash")
    }
    return value
  }

  fileprivate func actions() throws(INIError) -> Set<Command.Action> {
    var actions: Set<Command.Action> = []
    for word in value.split(separator: " ") where word != "none" {
      guard let action = Command.Action(rawValue: String(word)) else {
        let known = Command.Action.allCases.map(\.rawValue).joined(separator: ", ")
        throw refused("\(word) is not one of \(known)")
      }
      actions.insert(action)
    }
    return actions
  }
}
