// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationTestSupport
import Testing

/// Each example, run as it is built, against the real daemon.
@Suite struct ExamplesTests {
  private let scene: ClientScene

  init() throws { scene = try ClientScene() }

  private func expect(
    _ line: String,
    from program: String,
    _ arguments: [String] = []
  ) throws {
    let process = try ChildProcess(program, arguments, environment: scene.daemon.environment)
    let deadline = Deadline(in: 15)
    let found = try process.nextLine(from: process.output, before: deadline) { $0.contains(line) }
    #expect(found != nil, "\(process.output.recent) \(process.errors.recent)")
    process.stop()
  }

  @Test(arguments: ["follow", "delegate", "closure", "stream"])
  func `each form prints the location`(name: String) throws {
    try expect("48.8584,2.2945", from: try Project.program(name))
  }

  @Test func `the proxy's form prints what it pretends`() throws {
    try expect("64.1466,-21.9426 simulated", from: try Project.program("proxy"))
    try expect("-33.5,151.0 simulated", from: try Project.program("proxy"), ["-33.5,151"])
  }

  @Test func `the service's view shows status and place`() throws {
    try expect("status: authorized", from: try Project.program("service"))
    try expect("place:  48.8584,2.2945", from: try Project.program("service"))
  }

  @Test func `the geofence tells where the device is`() throws {
    try expect("inside", from: try Project.program("geofence"), ["48.8584,2.2945", "100"])
  }

  @Test(arguments: [("python3", "follow.py"), ("sh", "follow.sh")])
  func `clients in other languages print the location`(shell: String, file: String) throws {
    let path = "\(Project.root)/Examples/clients/\(file)"
    try expect("48.8584", from: try Project.requiredProgram(shell), [path])
  }

  @Test func `the client in C compiles without warnings and prints the location`() throws {
    let program = scene.folder.path("follow")
    let compiler = try ChildProcess(
      try Project.requiredProgram("cc"),
      ["-Wall", "-Wextra", "-Werror", "-o", program, "\(Project.root)/Examples/clients/follow.c"]
    )
    #expect(try compiler.waitForExit(before: Deadline(in: 30)) == .code(0))
    try expect("48.8584000 2.2945000", from: program)
  }
}
