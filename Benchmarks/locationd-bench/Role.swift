// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationTestSupport

/// A peer of the benchmark in a process of its own: `bench-roles`, told what to do line by line.
final class Role {
  private let process: ChildProcess
  private let commands: OwnedDescriptor

  init(_ name: String, _ arguments: [String]) throws {
    let pair = try socketPair()
    commands = OwnedDescriptor(pair.0)
    let theirs = OwnedDescriptor(pair.1)
    let program = try Project.program("bench-roles")
    process = try ChildProcess(program, [name] + arguments, inherited: [3: theirs.raw])
  }

  var pid: Int32 { process.pid }

  func say(_ line: String) throws {
    try sendAll(line + "\n", on: commands.raw, before: Deadline(in: 10))
  }

  /// The numbers of the next line that begins with a word; others are dropped.
  @discardableResult
  func hear(_ word: String, within seconds: Double = 120) throws -> [Int64] {
    let line = try process.nextLine(from: process.output, before: Deadline(in: seconds)) { line in
      guard !line.hasPrefix("failed") else { throw SceneError("a role \(line)") }
      return line == word || line.hasPrefix(word + " ")
    }
    guard let line else { throw SceneError("a role ended before it said \(word)") }
    return line.split(separator: " ").dropFirst().compactMap { Int64($0) }
  }

  func end() { process.kill() }
}

/// What the readers of one window saw.
struct Window {
  var frames = 0
  var bytes = 0
  /// Nanoseconds of the server's processor time.
  var processor: Int64 = 0
  /// Nanoseconds from the first to the last reader of a message, median.
  var spread: Int64 = 0

  var perDelivery: Double { Double(processor) / Double(max(frames, 1)) / 1000 }
  var frameBytes: Int { bytes / max(frames, 1) }
}

/// Subscribers of any server, in one process.
struct Readers {
  static let locations = #"{"jsonrpc":"2.0","method":"didUpdateLocations""#
  static let start = #"{"jsonrpc":"2.0","id":1,"method":"startUpdatingLocation"}"# + "\n"

  let count: Int
  let stopped: Int
  private let role: Role

  init(
    _ address: String,
    count: Int,
    stopped: Int = 0,
    marker: String = Readers.locations,
    greeting: String = Readers.start
  ) throws {
    self.count = count
    self.stopped = stopped
    role = try Role("readers", [address, "\(count)", "\(stopped)", marker, greeting])
  }

  func waitUntilConnected() throws { try role.hear("connected") }

  /// Waits until nothing has come for so long.
  func waitForQuiet(_ milliseconds: Int = 300) throws {
    try role.say("quiet \(milliseconds)")
    try role.hear("quiet")
  }

  /// Runs a body that makes the server send `messages` to each reader; measures the server.
  func window(
    messages: Int,
    server pid: Int32,
    _ body: () throws -> Void
  ) throws -> Window {
    try expect(messages)
    let before = ProcessFigures.processorTime(pid)
    try body()
    var window = try result()
    window.processor = ProcessFigures.processorTime(pid) - before
    return window
  }

  /// Counts from now on, up to so many messages to each reader.
  func expect(_ messages: Int) throws {
    try role.say("expect \(messages * (count - stopped))")
    try role.hear("armed")
  }

  /// Waits until all that is expected has come.
  func result() throws -> Window {
    let done = try role.hear("done")
    guard done.count == 5 else { throw SceneError("readers said too little") }
    return Window(frames: Int(done[0]), bytes: Int(done[1]), spread: done[3])
  }

  func end() { role.end() }
}

/// The loop of write(2) that everything is compared with.
struct Floor {
  private let role: Role
  let readers: Readers

  init(folder: TemporaryFolder, count: Int, frameBytes: Int) throws {
    try self.init("unix:" + folder.path("floor\(count)"), count: count, frameBytes: frameBytes)
  }

  /// The same over TCP on loopback.
  init(overTCP count: Int, frameBytes: Int) throws {
    try self.init("tcp:0", count: count, frameBytes: frameBytes)
  }

  private init(_ address: String, count: Int, frameBytes: Int) throws {
    role = try Role("floor", [address, "\(count)", "\(frameBytes)"])
    var place = address
    if address == "tcp:0" { place = "tcp:\(try role.hear("port").first ?? 0)" }
    try role.hear("listening")
    readers = try Readers(place, count: count, marker: "x", greeting: "")
    try readers.waitUntilConnected()
    try role.hear("ready")
  }

  /// The least of some windows at the rate of a receiver: what the daemon would cost if it were
  /// nothing but this loop.
  func leastAtRate(messages: Int, windows: Int) throws -> Window {
    let period = Int(1e6 / FanOut.hertz)
    var best = try window(messages: messages, period: period)
    for _ in 1..<max(windows, 1) {
      best = FanOut.least(best, try window(messages: messages, period: period))
    }
    return best
  }

  /// Sends so many messages to each reader; `period` in microseconds, 0 for no pause.
  func window(messages: Int, period: Int) throws -> Window {
    var own: Int64 = 0
    var window = try readers.window(messages: messages, server: role.pid) {
      try role.say("send \(messages) \(period)")
      own = try role.hear("sent").first ?? 0
    }
    // The loop's own measure leaves out the command.
    window.processor = own
    return window
  }

  func end() {
    readers.end()
    role.end()
  }
}
