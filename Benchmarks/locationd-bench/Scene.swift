// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LinuxIO
internal import LocationCore
internal import LocationProtocol
internal import LocationTestSupport

/// The daemon, and a gpsd that says what the benchmark wants when it wants it.
final class Scene {
  let gpsd: FakeGPSD
  let folder: TemporaryFolder
  let secondsToReady: Double
  let process: ChildProcess
  private let daemon: RunningDaemon?
  var drive = Drive()
  private var connection: FakeGPSD.Connection?

  init(configuration: String = "") throws {
    gpsd = try FakeGPSD()
    let daemon = try RunningDaemon(
      gpsd: gpsd.port,
      configuration: configuration,
      arguments: Self.quiet
    )
    self.daemon = daemon
    folder = daemon.folder
    process = daemon.process
    secondsToReady = daemon.secondsToReady
  }

  /// The daemon under callgrind, which writes its count of instructions to a file at its end.
  init(countingInto file: String) throws {
    gpsd = try FakeGPSD()
    let folder = try TemporaryFolder()
    self.folder = folder
    daemon = nil
    secondsToReady = 0
    let own = ["--runtime-dir", folder.path, "--gpsd", "127.0.0.1:\(gpsd.port)"] + Self.quiet
    // Valgrind does not understand the compiler's debug sections.
    let plain = folder.path("locationd")
    let strip = try ChildProcess(
      try Project.requiredProgram("strip"),
      ["--strip-debug", "-o", plain, try Project.program("locationd")]
    )
    _ = try strip.waitForExit(before: Deadline(in: 30))
    process = try ChildProcess(
      try Project.requiredProgram("valgrind"),
      ["--tool=callgrind", "--demangle=no", "--callgrind-out-file=\(file)", plain] + own
    )
    let path = folder.path("control.sock")
    _ = try Deadline(in: 60).wait(for: "locationd under callgrind") { () -> Bool? in
      (try? connectUnix(path: path)) == nil ? nil : true
    }
  }

  private static let quiet = ["--log-level", "warning"]

  var pid: Int32 { process.pid }
  var address: String { "unix:" + folder.path("locationd.sock") }
  var controlPath: String { folder.path("control.sock") }

  /// Lets the daemon connect, which it does once somebody wants locations, and warms it up.
  func attach() throws {
    connection = try serve()
    try feed(20, hertz: 50)
  }

  /// Takes the next client of the gpsd, whoever it is.
  func serve() throws -> FakeGPSD.Connection {
    let client = try gpsd.accept(within: 30)
    try client.send(FakeGPSD.banner)
    _ = try client.requests()
    try client.send(FakeGPSD.watching)
    return client
  }

  /// Sends fixes at a steady rate.
  func feed(_ count: Int, hertz: Double) throws {
    let start = monotonic()
    for index in 0..<count {
      sleep(until: start + Int64(Double(index) / hertz * 1e9))
      try send(drive.next())
    }
  }

  func send(_ line: String) throws { try connection?.send(line) }

  /// Starts subscribers and waits until each of them gets locations.
  func subscribe(
    _ count: Int,
    stopped: Int = 0,
    greeting: String = Readers.start
  ) throws -> Readers {
    let readers = try Readers(address, count: count, stopped: stopped, greeting: greeting)
    if connection == nil { try attach() }
    try readers.waitUntilConnected()
    try readers.waitForQuiet()
    return readers
  }
}

/// A drive along a straight road, one line of gpsd for each epoch.
struct Drive {
  private var last = UTCTime(milliseconds: 0)

  /// The next line; some metres from the one before it.
  mutating func next() -> String {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let now = UTCTime(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    // A late sender catches up in a burst; two lines of one time would be one epoch.
    last = max(now, last + 0.005)
    // Out and back in four minutes, so that the place stays near where regions are.
    let phase = Double(last.milliseconds % 240_000) / 240_000
    let way = phase < 0.5 ? phase * 2 : 2 - phase * 2
    let latitude = Self.rounded(48.858_37 + way * 0.016)
    let longitude = Self.rounded(2.294_481 + way * 0.01)
    let members =
      #""ept":0.005,"lat":\#(latitude),"lon":\#(longitude),"#
      + #""altHAE":79.912,"altMSL":35.204,"alt":35.204,"epx":2.431,"epy":3.007,"epv":7.122,"#
      + #""track":22.3500,"magtrack":21.1200,"magvar":1.2,"speed":15.034,"climb":0.012,"#
      + #""eps":0.62,"epc":14.24,"geoidSep":44.708,"eph":4.810,"sep":9.310"#
    return FakeGPSD.tpv(members, time: last.text ?? "")
  }

  private static func rounded(_ degrees: Double) -> Double {
    (degrees * 1e9).rounded() / 1e9
  }
}
