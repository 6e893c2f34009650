// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import Glibc
internal import LocationTestSupport
internal import Testing

/// What `make install` installs; BootTests try the package of `make deb`.
struct PackageTests {
  /// Runs a script of this project; lines of its output, and of its errors where it fails.
  private static func run(
    _ script: String,
    _ arguments: [String] = [],
    environment: [String: String?] = [:],
    within seconds: Double
  ) throws -> (exit: ChildProcess.Exit, lines: [String]) {
    let process = try ChildProcess(
      "\(Project.root)/scripts/\(script)",
      arguments,
      environment: environment,
      leadsGroup: true
    )
    let deadline = Deadline(in: seconds)
    var lines: [String] = []
    while let line = try process.nextLine(from: process.output, before: deadline) {
      lines.append(line)
    }
    lines += try process.errors.remainingLines(before: deadline)
    return (try process.waitForExit(before: deadline), lines)
  }

  private static func install(into root: String) throws {
    let programs = try URL(filePath: Project.program("locationd")).deletingLastPathComponent().path
    let run = try run(
      "install",
      [programs],
      environment: ["DESTDIR": root, "PREFIX": "/opt/locationd", "SYSCONFDIR": "/etc"],
      within: 60
    )
    #expect(run.exit == .code(0), "\(run.lines)")
  }

  @Test func `an installation has everything in its place and keeps a changed configuration`()
    throws
  {
    let folder = try TemporaryFolder()
    try Self.install(into: folder.path)
    let configuration = folder.path("etc/locationd/locationd.conf")
    try "[log]\nlevel = debug\n".write(
      toFile: configuration,
      atomically: true,
      encoding: .utf8
    )
    try Self.install(into: folder.path)
    #expect(try String(contentsOfFile: configuration, encoding: .utf8).hasPrefix("[log]"))

    let prefix = folder.path("opt/locationd")
    for (file, mode) in [
      ("sbin/locationd", 0o755), ("bin/locationctl", 0o755),
      ("bin/location-mqtt", 0o755), ("lib/systemd/system/location-mqtt@.service", 0o644),
      ("share/man/man8/location-mqtt.8", 0o644),
      ("share/doc/locationd/examples/mqtt.conf", 0o644),
      ("libexec/locationd/locationctl-console", 0o755),
      ("share/locationd/console/index.html", 0o644),
      ("lib/systemd/system/locationd-control.socket", 0o644),
      ("lib/systemd/user/locationd.socket", 0o644), ("lib/sysusers.d/locationd.conf", 0o644),
      ("lib/tmpfiles.d/locationd.conf", 0o644), ("share/man/man8/locationd.8", 0o644),
      ("share/man/man1/locationctl.1", 0o644), ("share/man/man5/locationd.conf.5", 0o644),
      ("share/man/man7/locationd-protocol.7", 0o644),
      ("share/bash-completion/completions/locationctl", 0o644),
      ("share/zsh/site-functions/_locationctl", 0o644),
      ("share/fish/vendor_completions.d/locationctl.fish", 0o644),
      ("share/doc/locationd/examples/geoclue/90-locationd.conf", 0o644),
      ("lib/systemd/system/geoclue.service.d/locationd.conf", 0o644),
    ] {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(prefix)/\(file)")
      #expect(attributes[.posixPermissions] as? Int == mode, "\(file)")
    }
    let unit = try String(
      contentsOfFile: "\(prefix)/lib/systemd/system/locationd.service",
      encoding: .utf8
    )
    #expect(unit.contains("\nExecStart=/opt/locationd/sbin/locationd\n"))
  }

  @Test func `a console whose library is missing names the package`() throws {
    let folder = try TemporaryFolder()
    try folder.copyProgram(try Project.program("locationctl"), to: "locationctl")
    // Ends as the loader does.
    try folder.writeProgram("#!/bin/sh\nexit 127\n", to: "locationctl-console")
    let process = try ChildProcess(folder.path("locationctl"), ["console"])
    let lines = try process.errors.remainingLines(before: Deadline(in: 10))
    #expect(lines.count == 1 && lines[0].contains("apt install libmicrohttpd12"), "\(lines)")
    #expect(try process.waitForExit(before: Deadline(in: 5)) == .code(66))
  }

  @Test func `every link of an installed document leads somewhere`() throws {
    let folder = try TemporaryFolder()
    try Self.install(into: folder.path)
    let documents = folder.path("opt/locationd/share/doc/locationd")
    let names = try FileManager.default.contentsOfDirectory(atPath: documents)
      .filter { $0.hasSuffix(".md") }
    #expect(names.count == 10)
    var count = 0
    for name in names {
      let text = try String(contentsOfFile: "\(documents)/\(name)", encoding: .utf8)
      for link in text.matches(of: #/\]\(([^)#\s]*)[^)]*\)/#) where !link.1.contains("://") {
        count += 1
        let exists = FileManager.default.fileExists(atPath: "\(documents)/\(link.1)")
        #expect(exists, "\(name): \(link.0)")
      }
      // Places of the source say nothing to who has the package.
      #expect(!text.contains("`config/"), "\(name)")
    }
    #expect(count > 20)
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: "/usr/share/javascript/leaflet/leaflet.js"),
      "needs Debian's libjs-leaflet"
    )
  )
  func `an installed console finds its program and its page`() throws {
    let folder = try TemporaryFolder()
    try Self.install(into: folder.path)
    let console = try ChildProcess(folder.path("opt/locationd/bin/locationctl"), ["console"])
    let client = try ConsoleClient(console)
    #expect(try client.headers("/page/app.js").first == "HTTP/1.1 200 OK")
    console.signal(SIGTERM)
    #expect(try console.waitForExit(before: Deadline(in: 10)) == .code(0))
  }

  @Test(arguments: ["on-demand.conf", "private.conf"])
  func `an example is a good configuration`(name: String) throws {
    // Its group exists only where the package is installed.
    let file = "\(Project.root)/config/examples/\(name)"
    let folder = try TemporaryFolder()
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let own = try folder.write(text.replacing("group=locationd", with: "group=root"), to: name)
    let process = try ChildProcess(
      try Project.program("locationd"),
      ["--check-config", "--config", own]
    )
    #expect(try process.errors.remainingLines(before: Deadline(in: 5)) == [])
    #expect(try process.waitForExit(before: Deadline(in: 5)) == .code(0))
  }
}
