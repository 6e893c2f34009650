// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import Glibc
internal import LinuxIO
internal import LocationTestSupport

/// A daemon without a receiver, and commands that stay attached to it.
struct CommandScene {
  let daemon: RunningDaemon

  init(folder: TemporaryFolder? = nil) throws {
    daemon = try RunningDaemon(gpsd: freePort(), folder: folder)
  }

  static func trap(_ name: String) -> String {
    "\(Project.root)/Tests/TrackFilesTests/Tracks/\(name)"
  }

  /// Runs a command to its end.
  @discardableResult
  func run(_ arguments: [String], before deadline: Deadline = Deadline(in: 20)) throws
    -> LocationctlRun
  {
    try LocationctlRun(arguments, environment: daemon.environment, before: deadline)
  }

  /// Starts a command; its input is a pipe, whose other end is returned, unless a path is given.
  func start(_ arguments: [String]) throws -> ChildProcess {
    try ChildProcess(
      try Project.program("locationctl"),
      arguments,
      environment: daemon.environment
    )
  }

  /// Starts a command with something to write to as its input.
  func startWithInput(_ arguments: [String]) throws -> (ChildProcess, InputPipe) {
    let pipe = try InputPipe()
    let process = try ChildProcess(
      try Project.program("locationctl"),
      arguments,
      environment: daemon.environment,
      inherited: [0: pipe.readEnd]
    )
    pipe.closeReadEnd()
    return (process, pipe)
  }

  /// The overrides in force.
  func overrides() throws -> [JSONObject] {
    try run(["overrides", "--json"]).objects
  }

  /// Waits until so many overrides are in force.
  func waitForOverrides(_ count: Int, before deadline: Deadline) throws {
    let control = try SubscriberConnection(path: daemon.controlPath)
    _ = try deadline.wait(for: "\(count) overrides") { () -> Bool? in
      let answer = try control.call("overrides", before: deadline).object("result")
      return answer?.objects("overrides").count == count ? true : nil
    }
  }

  /// A subscriber with a name that has started updates.
  func subscriber(_ name: String, before deadline: Deadline) throws -> SubscriberConnection {
    let subscriber = try daemon.connect()
    let client = "{\"client\":{\"name\":\"\(name)\"}}"
    _ = try subscriber.call("initialize", params: client, before: deadline)
    _ = try subscriber.call("startUpdatingLocation", before: deadline)
    return subscriber
  }
}

/// What a test writes to a program's standard input.
final class InputPipe {
  private(set) var readEnd: Int32
  private var writeEnd: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError("pipe", errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  func closeReadEnd() {
    close(readEnd)
    readEnd = -1
  }

  func write(_ text: String) throws {
    try Terminal.writeAll(writeEnd, Array(text.utf8))
  }

  func end() {
    if writeEnd >= 0 { close(writeEnd) }
    writeEnd = -1
  }

  deinit {
    end()
    if readEnd >= 0 { close(readEnd) }
  }
}
