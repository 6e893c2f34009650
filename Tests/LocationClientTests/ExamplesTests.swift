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

  @Test(arguments: ["garbage", "91,500", "48.8584,2.2945,10", "nan,2"])
  func `a place to pretend that is none is refused aloud`(text: String) throws {
    let process = try ChildProcess(
      try Project.program("follow"),
      environment: scene.daemon.environment.merging(["LOCATION_MOCK": text as String?]) { $1 }
    )
    let said = try process.nextLine(from: process.errors, before: Deadline(in: 15)) {
      $0.contains("LOCATION_MOCK is \"\(text)\", not LATITUDE,LONGITUDE in degrees, -90 to 90")
    }
    #expect(said != nil, "\(process.errors.recent)")
    process.stop()
  }

  @Test(arguments: ["0", "-1", "1e-9", "nan", "1e400", "abc", "86401"])
  func `an interval of pretending that is none is refused aloud`(text: String) throws {
    let mock =
      ["LOCATION_MOCK": "48.8584,2.2945", "LOCATION_MOCK_INTERVAL": text] as [String: String?]
    let process = try ChildProcess(
      try Project.program("follow"),
      environment: scene.daemon.environment.merging(mock) { $1 }
    )
    let said = try process.nextLine(from: process.errors, before: Deadline(in: 15)) {
      $0.contains("LOCATION_MOCK_INTERVAL is \"\(text)\", not a number of seconds, 0.001 to 86400")
    }
    #expect(said != nil, "\(process.errors.recent)")
    let line = try process.nextLine(from: process.output, before: Deadline(in: 15))
    #expect(line?.contains("48.8584,2.2945") == true)
    process.stop()
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

  @Test func `a program as a stage changes what others are told, until it ends`() throws {
    let stage = try ChildProcess(
      try Project.requiredProgram("python3"),
      ["\(Project.root)/Examples/clients/stage.py", "client=locationctl"],
      environment: scene.daemon.environment
    )
    func place() throws -> Double? {
      let run = try LocationctlRun(
        ["get", "--json"],
        environment: scene.daemon.environment,
        before: Deadline(in: 10)
      )
      return run.objects.first?.number("latitude")
    }
    let told = try stage.nextLine(from: stage.output, before: Deadline(in: 15)) {
      $0.contains("48.8594 2.2945")
    }
    #expect(told != nil, "\(stage.errors.recent)")
    #expect(try place() == 48.8594)
    stage.stop()
    let deadline = Deadline(in: 5)
    while try place() != 48.8584, !deadline.isOver {}
    #expect(try place() == 48.8584)
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
