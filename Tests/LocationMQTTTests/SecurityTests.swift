// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LinuxIO
import LocationTestSupport
import Testing

@testable import LocationMQTT

/// Connections that must not come about, and those that must.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct SecurityTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Waits for several attempts, of which one line tells.
  private func expectRefusal(_ reason: String, _ scene: MQTTScene) throws {
    try scene.start(connected: false)
    try scene.wait(for: "three attempts") { scene.relay.attempts >= 3 }
    try scene.wait(for: "the line") { scene.saw("is lost") }
    let lines = scene.log.filter { $0.contains("is lost") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains(reason) == true, "\(lines)")
  }

  private func run(_ program: String, _ arguments: String...) throws {
    let child = try ChildProcess(try Project.requiredProgram(program), arguments)
    guard try child.waitForExit(before: Deadline(in: 20)) == .code(0) else {
      throw SceneError("\(program) \(arguments): \(child.errors.recent)")
    }
  }

  @Test func `wrong credentials are refused with one line, right ones are not`() throws {
    let passwords = folder.path("passwords")
    try run("mosquitto_passwd", "-b", "-c", passwords, "van", "right")
    try run("chmod", "644", passwords)
    try run("chmod", "755", folder.path)
    let configuration = "allow_anonymous false\npassword_file \(passwords)\n"
    let wrong = try folder.write("wrong\n", to: "wrong")
    let right = try folder.write("right\n", to: "right")

    let bad = try MQTTScene("user = van\npassword-file = \(wrong)", broker: configuration)
    try expectRefusal("not authorised", bad)
    #expect(!bad.log.contains { $0.contains("wrong") })

    let good = try MQTTScene("user = van\npassword-file = \(right)", broker: configuration)
    try good.listen(user: "van", password: "right")
    try good.start()
    good.tell(locations: 1...1)
    try good.wait(forLocation: 1)
  }

  @Test func `a broker that does not listen is told of once`() throws {
    let scene = try MQTTScene()
    scene.broker.kill()
    try expectRefusal("lost", scene)
  }

  // MARK: - TLS

  /// A CA, a certificate of 127.0.0.1, one of a client, and what their keys are pinned by.
  private func makeCertificates() throws {
    let path = folder.path
    try run("chmod", "755", path)
    for name in ["ca", "other"] {
      try run(
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=\(name)",
        "-keyout",
        "\(path)/\(name).key",
        "-out",
        "\(path)/\(name).pem"
      )
    }
    try folder.write("subjectAltName=IP:127.0.0.1\n", to: "right.ext")
    try folder.write("subjectAltName=DNS:elsewhere.example\n", to: "elsewhere.ext")
    try folder.write("subjectAltName=IP:127.0.0.1\n", to: "expired.ext")
    for name in ["expired", "right", "elsewhere", "client"] {
      try run(
        "openssl",
        "req",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-subj",
        "/CN=\(name)",
        "-keyout",
        "\(path)/\(name).key",
        "-out",
        "\(path)/\(name).csr"
      )
      var arguments = [
        "x509", "-req", "-in", "\(path)/\(name).csr", "-CA", "\(path)/ca.pem", "-CAkey",
        "\(path)/ca.key", "-CAcreateserial", "-days", name == "expired" ? "0" : "2", "-out",
        "\(path)/\(name).pem",
      ]
      if name != "client" { arguments += ["-extfile", "\(path)/\(name).ext"] }
      let child = try ChildProcess(try Project.requiredProgram("openssl"), arguments)
      guard try child.waitForExit(before: Deadline(in: 20)) == .code(0) else {
        throw SceneError("openssl: \(child.errors.recent)")
      }
    }
    try run("sh", "-c", "chmod 644 \(path)/*")
  }

  private func pin(_ name: String) throws -> String {
    let path = folder.path
    try run(
      "sh",
      "-c",
      """
      openssl x509 -in \(path)/\(name).pem -pubkey -noout | openssl pkey -pubin -outform DER \
      | sha256sum | cut -c1-64 >\(path)/\(name).pin
      """
    )
    let bytes = try StateFile(path: "\(path)/\(name).pin").read() ?? []
    return String(decoding: bytes.prefix(64), as: UTF8.self)
  }

  private func configuration(_ certificate: String, requiresClient: Bool = false) -> String {
    """
    allow_anonymous true
    cafile \(folder.path)/ca.pem
    certfile \(folder.path)/\(certificate).pem
    keyfile \(folder.path)/\(certificate).key
    require_certificate \(requiresClient)

    """
  }

  /// The lines of the [broker] section that trust a CA.
  private func trust(_ ca: String, _ more: String = "") -> String {
    "tls = yes\nca = \(folder.path)/\(ca).pem\n\(more)"
  }

  @Test func `a broker that the CA does not vouch for is refused before anything is said`() throws {
    try makeCertificates()
    let broker = configuration("right")
    try expectRefusal("self-signed certificate", try MQTTScene(trust("other"), broker: broker))
    try expectRefusal(
      "IP address mismatch",
      try MQTTScene(trust("ca"), broker: configuration("elsewhere"))
    )
    try expectRefusal(
      "certificate has expired",
      try MQTTScene(trust("ca"), broker: configuration("expired"))
    )
    let other = "pin = \(try pin("client"))"
    try expectRefusal(
      "its key is not one of those pinned",
      try MQTTScene(trust("ca", other), broker: broker)
    )
    try expectRefusal(
      "",
      try MQTTScene(trust("ca"), broker: configuration("right", requiresClient: true))
    )
    // Plain text to a broker that speaks TLS, and the other way round.
    try expectRefusal("", try MQTTScene(broker: broker))
    try expectRefusal(
      "is lost: TLS fails: unexpected eof while reading (does the broker speak TLS at this port?)",
      try MQTTScene(trust("ca"))
    )
  }

  @Test(arguments: ["3.1.1", "5"])
  func `CA, client certificate and pin together let it through`(version: String) throws {
    try makeCertificates()
    let path = folder.path
    let own = """
      version = \(version)
      pin = \(try pin("right"))
      pin = \(try pin("ca"))
      certificate = \(path)/client.pem
      key = \(path)/client.key
      """
    let scene = try MQTTScene(
      trust("ca", own),
      broker: configuration("right", requiresClient: true)
        + "listener \(try freePort()) 127.0.0.1\n"
    )
    try scene.start()
    scene.tell(locations: 1...500)
    try scene.wait(for: "all of them") {
      try scene.status().contains("published: 500, refused: 0")
    }
    #expect(!scene.saw("is lost"))
  }
}
