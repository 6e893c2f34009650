// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import LinuxIO
import LocationTestSupport
import Testing

@testable import LocationMQTT

struct SettingsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func settings(_ text: String) throws -> Settings {
    try Settings(path: try folder.write(text, to: "van.conf"), name: "van")
  }

  @Test func `an empty file is a configuration`() throws {
    let settings = try settings("")
    #expect(settings.topics?.base == "owntracks/locationd/van")
    #expect(settings.report.trackerID == "an")
    #expect(settings.broker.client == "locationd-van")
    #expect(settings.broker.host == "localhost")
    #expect(settings.broker.port == 1883)
    #expect(settings.simulated == false)
    #expect(settings.commands == Command.Action.harmless)
  }

  @Test func `a check outside the unit leaves its credentials out, a start does not`() throws {
    let file = try folder.write(
      """
      [broker]
      password-file = no-such-password
      tls = yes
      ca = no-such-ca
      certificate = /c
      key = no-such-key
      """,
      to: "van.conf"
    )
    let checked = try Settings(path: file, name: "van", isCheck: true)
    #expect(checked.unseen == ["no-such-password", "no-such-ca", "no-such-key"])
    #expect(checked.broker.tls == BrokerSettings.TLS())
    let refusal = #expect(throws: INIError.self) { try Settings(path: file, name: "van") }
    #expect(
      refusal?.description
        == "\(file):2: [broker] password-file: there is no file no-such-password, and no credentials "
        + "are here: LoadCredential= of the unit"
    )
    let place = try folder.write("[broker]\npassword-file = /no/such\n", to: "place.conf")
    #expect(throws: INIError.self) { try Settings(path: place, name: "van", isCheck: true) }
  }

  @Test func `every key has its place`() throws {
    let secret = try folder.write("s3cret\n", to: "secret")
    let pin = String(repeating: "ab", count: 32)
    let settings = try settings(
      """
      [broker]
      host = mqtt.example
      port = 8883
      version = 5
      client-id = c
      keepalive = 30
      user = u
      password-file = \(secret)
      tls = yes
      ca = /a
      certificate = /b
      key = /c
      pin = \(pin)
      [device]
      user = jane
      name = bus
      tid = b7
      [publish]
      monitoring = significant
      distance = 5.5
      interval = 2
      visits = yes
      simulated = yes
      retain = no
      home-assistant = ha
      waypoints = /w
      [commands]
      allow = dump setWaypoints
      [queue]
      messages = 500
      days = 0.5
      memory-messages = 20
      rate = 2.5
      window = 7
      [locationd]
      socket = /s
      [log]
      level = debug
      """
    )
    #expect(settings.broker.host == "mqtt.example")
    #expect(settings.broker.password == "s3cret")
    #expect(settings.broker.version == .v5)
    #expect(settings.broker.tls?.ca == "/a")
    #expect(settings.broker.tls?.pins == [[UInt8](repeating: 0xAB, count: 32)])
    #expect(settings.topics?.base == "owntracks/jane/bus")
    #expect(settings.report.trackerID == "b7")
    #expect(settings.monitoring == .significant)
    #expect(settings.distance == 5.5)
    #expect(settings.commands == [.dump, .setWaypoints])
    #expect(settings.queue == QueuePolicy(limit: 500, age: 43_200_000, memoryLimit: 20))
    #expect(settings.pace.rate == 2.5)
    #expect(settings.pace.window == 7)
    #expect(settings.socket == "/s")
  }

  @Test(arguments: [
    ("[broker]\nport = 0", "[broker] port: 0 is not a whole number in 1 … 65535"),
    ("[broker]\nversion = 3", "[broker] version: 3 is not 3.1.1 or 5"),
    ("[broker]\nca = /a", "[broker] ca: it needs tls = yes before it"),
    ("[broker]\ntls = yes\npin = 12", "[broker] pin: it is not a SHA-256"),
    ("[broker]\npassword-file = /nonexistent", "there is no file /nonexistent"),
    ("[broker]\ntls = maybe", "maybe is not yes or no"), ("[broker]\nhosts = a", "no such key"),
    ("[device]\nname = a/b", "without a slash"),
    ("[device]\ntopic = a/#", "no topic to publish to"),
    ("[device]\ntid = abc", "one or two characters"),
    ("[publish]\nmonitoring = always", "quiet, manual, significant or move"),
    ("[publish]\ndistance = nan", "not a number in"),
    ("[commands]\nallow = all", "all is not one of reportLocation"),
    ("[queue]\nrate = 0", "not a number in 0.1"), ("[log]\nlevel = loud", "loud is not error"),
    ("[broker]\ntls = yes\ncertificate = /a", "certificate has no key"),
    ("[publish]\nhome-assistant = ha/#", "no beginning of a topic"),
    ("[device]\nname = a+", "no topic to publish to"),
    ("[device]\nname = \u{7F}", "no topic to publish to"),
  ])
  func `a wrong value is refused with its place`(text: String, reason: String) throws {
    let error = #expect(throws: INIError.self) { try settings(text) }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    #expect(error?.description.contains("van.conf") == true)
  }

  @Test(arguments: [
    ("tls = yes\nca = /nonexistent/ca.pem", "ca: /nonexistent/ca.pem: No such file or directory"),
    ("tls = yes\nca = /etc/passwd", "ca: /etc/passwd: no certificate or crl found"),
    (
      "tls = yes\ncertificate = /nonexistent/c\nkey = /k",
      "certificate: /nonexistent/c: No such file or directory"
    ),
    ("password-file = FILE", "password-file: MQTT 3.1.1 takes no password without a user"),
  ])
  func `what TLS or libmosquitto refuses is told with key, file and reason`(
    text: String,
    reason: String
  ) throws {
    let file = try folder.write("secret\n", to: "password")
    let settings = try settings("[broker]\n" + text.replacing("FILE", with: file))
    let error = #expect(throws: BrokerError.self) { try Vehicle.check(settings) }
    #expect(error?.description == "[broker] \(reason)")
  }
}

/// The file of a password, as editors and container runtimes leave it.
struct PasswordFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func password(_ name: String) throws -> String? {
    let file = try folder.write(
      "[broker]\npassword-file = \(folder.path(name))\n",
      to: "van.conf"
    )
    return try Settings(path: file, name: "van").broker.password
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.path(name)))
  }

  @Test(arguments: ["s3 cret", "s3 cret\n", "s3 cret\r\n", "s3 cret\nsecond\n"])
  func `its first line counts, whatever ends it`(text: String) throws {
    try folder.write(text, to: "secret")
    #expect(try password("secret") == "s3 cret")
  }

  @Test func `a link to it is followed`() throws {
    try folder.write("s\n", to: "secret")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"),
      withDestinationPath: folder.path("secret")
    )
    #expect(try password("link") == "s")
  }

  @Test(arguments: [
    ([], "no line of 1"), ([0x0A, 0x61], "no line of 1"), ([0x61, 0xFF, 0x0A], "not UTF-8"),
    ([0x61, 0x00, 0x62], "NUL"), ([UInt8](repeating: 0x61, count: 4097), "no line of 1"),
  ])
  func `what could not be sent as it is, is refused`(bytes: [UInt8], reason: String) throws {
    try write(bytes, to: "secret")
    let error = #expect(throws: INIError.self) { try password("secret") }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    #expect(error?.description.contains("van.conf:2") == true)
  }

  @Test func `a folder is no file`() throws {
    let error = #expect(throws: INIError.self) { try password("") }
    #expect(error?.description.contains(folder.path) == true)
  }
}

/// The example, the manual page and the code know the same keys.
struct SettingsDocumentTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(Project.root)/\(path)", encoding: .utf8)
  }

  private static let example: [(section: String, key: String, value: String)] = {
    var keys: [(String, String, String)] = []
    var section = ""
    for line in ((try? text("config/mqtt/example.conf")) ?? "").split(separator: "\n") {
      if let match = line.wholeMatch(of: /\[([a-z]+)\]/) { section = String(match.1) }
      if let match = line.wholeMatch(of: /#([a-z][a-z-]*) *=(.*)/) {
        keys.append(
          (section, String(match.1), match.2.trimmingCharacters(in: .whitespaces))
        )
      }
    }
    return keys
  }()

  @Test func `the example has every key of the code`() throws {
    let code = try Self.text("Sources/LocationMQTT/Service/Settings.swift")
    var known = Set(code.matches(of: /\("([a-z]+)", "([a-z-]+)"\):/).map { "\($0.1) \($0.2)" })
    known.formUnion(code.matches(of: /case "([a-z-]+)":/).map { "broker \($0.1)" })
    known.subtract(["broker yes", "broker no"])
    #expect(Set(Self.example.map { "\($0.section) \($0.key)" }) == known)
    #expect(known.count == 32)
  }

  @Test func `a key with its default is accepted, and a reason stands before it`() throws {
    let folder = try TemporaryFolder()
    for (section, key, value) in Self.example where !value.isEmpty && !value.contains("NAME") {
      let file = try folder.write("[\(section)]\n\(key) = \(value)\n", to: "one.conf")
      _ = try Settings(path: file, name: "van")
    }
  }

  @Test func `the manual page has every key with its default, and every option`() throws {
    let page = try Self.text("docs/man/location-mqtt.8")
    for (section, key, value) in Self.example {
      #expect(page.contains(".Ss [\(section)]"))
      let line = ".It Ic \(key) = \(value)".trimmingCharacters(in: .whitespaces)
      #expect(page.contains("\n\(line)\n"), "\(line)")
    }
    let options = try Self.text("Sources/location-mqtt/Options.swift")
    for match in options.matches(of: /case "--([a-z-]+)"/) {
      #expect(page.contains("Fl -\(match.1)"), "--\(match.1)")
    }
  }

  @Test func `docs tell every topic and metric`() throws {
    let page = try Self.text("docs/mqtt.md")
    for topic in Topics.Subtopic.allCases { #expect(page.contains("`TOPIC/\(topic.rawValue)`")) }
    for action in Command.Action.allCases { #expect(page.contains("`\(action.rawValue)`")) }
  }
}
