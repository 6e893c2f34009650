// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationTestSupport
import Testing

/// Each example, started before the daemon.
@Suite struct AbsentDaemonTests {
  private let folder: TemporaryFolder
  private let environment: [String: String?]

  init() throws {
    folder = try TemporaryFolder()
    environment = ["LOCATIOND_SOCKET": folder.path("locationd.sock")]
  }

  /// Starts a program, expects the one line on its errors, then the daemon, then its output.
  private func expect(
    _ line: String,
    from program: String,
    _ arguments: [String] = []
  ) throws {
    let process = try ChildProcess(program, arguments, environment: environment)
    let path = folder.path("locationd.sock")
    let said = try #require(try process.nextLine(from: process.errors, before: Deadline(in: 15)))
    #expect(said.contains("no daemon at \(path)") && said.contains("trying on"), "\(said)")
    #expect(said.contains("systemctl status locationd") && said.contains("set LOCATIOND_SOCKET"))
    let daemon = try RunningDaemon(gpsd: try FakeGPSD().port, folder: folder)
    let set = try LocationctlRun(
      ["set", "48.8584,2.2945"],
      environment: daemon.environment,
      before: Deadline(in: 10)
    )
    #expect(set.exit == .code(0), "\(set.errors)")
    let found = try process.nextLine(from: process.output, before: Deadline(in: 15)) {
      $0.contains(line)
    }
    #expect(found != nil, "\(process.output.recent)")
    #expect(process.errors.takeLine() == nil)
    process.stop()
  }

  @Test(arguments: ["follow", "delegate", "closure", "stream"])
  func `each form says that there is no daemon and goes on when it comes`(name: String) throws {
    try expect("48.8584,2.2945", from: try Project.program(name))
  }

  @Test func `the service says that there is no daemon and goes on when it comes`() throws {
    try expect("place:  48.8584,2.2945", from: try Project.program("service"))
  }

  @Test func `the geofence says that there is no daemon and goes on when it comes`() throws {
    try expect("inside", from: try Project.program("geofence"), ["48.8584,2.2945", "100"])
  }

  @Test func `the proxy's form says that there is no daemon and pretends all the same`() throws {
    try expect("64.1466,-21.9426 simulated", from: try Project.program("proxy"))
  }

  @Test(arguments: [("python3", "follow.py"), ("sh", "follow.sh")])
  func `clients in other languages say that there is no daemon and go on when it comes`(
    shell: String,
    file: String
  ) throws {
    let path = "\(Project.root)/Examples/clients/\(file)"
    try expect("48.8584", from: try Project.requiredProgram(shell), [path])
  }

  @Test func `the client in C says that there is no daemon and goes on when it comes`() throws {
    let program = folder.path("follow")
    let compiler = try ChildProcess(
      try Project.requiredProgram("cc"),
      ["-Wall", "-Wextra", "-Werror", "-o", program, "\(Project.root)/Examples/clients/follow.c"]
    )
    #expect(try compiler.waitForExit(before: Deadline(in: 30)) == .code(0))
    try expect("48.8584000 2.2945000", from: program)
  }

  @Test func `the stage says that there is no daemon, and ends`() throws {
    let stage = try ChildProcess(
      try Project.requiredProgram("python3"),
      ["\(Project.root)/Examples/clients/stage.py", "client=locationctl"],
      environment: ["LOCATIOND_CONTROL_SOCKET": folder.path("control.sock")]
    )
    let said = try stage.nextLine(from: stage.errors, before: Deadline(in: 15))
    #expect(said?.hasPrefix("no daemon at \(folder.path("control.sock")): No such file") == true)
    #expect(try stage.waitForExit(before: Deadline(in: 5)) == .code(1))
  }

  @Test func `a restart is not said, a daemon that stays away is, once`() throws {
    var daemon = try RunningDaemon(gpsd: try FakeGPSD().port, folder: folder)
    func set() throws {
      let set = try LocationctlRun(
        ["set", "48.8584,2.2945"],
        environment: daemon.environment,
        before: Deadline(in: 10)
      )
      #expect(set.exit == .code(0), "\(set.errors)")
    }
    let program = try Project.program("follow")
    try set()
    let process = try ChildProcess(program, environment: environment)
    func expectLocation() throws {
      let line = try process.nextLine(from: process.output, before: Deadline(in: 15))
      #expect(line?.contains("48.8584,2.2945") == true)
    }
    try expectLocation()
    _ = try daemon.terminate(before: Deadline(in: 5))
    daemon = try RunningDaemon(gpsd: try FakeGPSD().port, folder: folder)
    try set()
    process.output.pump()
    while process.output.takeLine() != nil {}
    try expectLocation()
    _ = try daemon.terminate(before: Deadline(in: 5))
    let said = try process.nextLine(from: process.errors, before: Deadline(in: 15))
    #expect(said?.contains("no daemon at \(folder.path("locationd.sock"))") == true)
    daemon = try RunningDaemon(gpsd: try FakeGPSD().port, folder: folder)
    try set()
    process.output.pump()
    while process.output.takeLine() != nil {}
    try expectLocation()
    #expect(process.errors.takeLine() == nil)
    process.stop()
  }
}
