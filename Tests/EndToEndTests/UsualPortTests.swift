// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LinuxIO
internal import LocationTestSupport
internal import Testing

private enum PrivateNetwork {
  static var isPossible: Bool {
    guard let unshare = Project.systemProgram("unshare"),
      let child = try? ChildProcess(unshare, ["--net", "true"])
    else { return false }
    return (try? child.waitForExit(before: Deadline(in: 5))) == .code(0)
  }
}

/// locationd on gpsd's usual port and gpsd behind it, for programs that know no other.
@Suite(.enabled(if: PrivateNetwork.isPossible, "needs root and a network namespace"))
struct UsualPortTests {
  /// A network with nothing in it but what runs beside locationd.
  private struct Network {
    let folder: TemporaryFolder
    let daemon: ChildProcess

    init() throws {
      folder = try TemporaryFolder()
      let file = try folder.write("", to: "locationd.conf")
      let start = "\(try Project.requiredProgram("ip")) link set lo up && exec \"$0\" \"$@\""
      daemon = try ChildProcess(
        try Project.requiredProgram("unshare"),
        [
          "--net", "sh", "-c", start, try Project.program("locationd"), "--config", file,
          "--runtime-dir", folder.path, "--gpsd", "127.0.0.1:2950", "--gpsd-listen",
          "127.0.0.1:2947",
        ]
      )
      _ = try daemon.nextLine(from: daemon.errors, before: Deadline(in: 10)) {
        $0.contains("is ready")
      }
    }

    func run(_ program: String, _ arguments: [String]) throws -> ChildProcess {
      try ChildProcess(
        try Project.requiredProgram("nsenter"),
        ["--target", "\(daemon.pid)", "--net", program] + arguments
      )
    }

    func locationctl(_ arguments: String...) throws {
      let run = try LocationctlRun(
        arguments,
        environment: ["LOCATIOND_CONTROL_SOCKET": folder.path("control.sock")],
        before: Deadline(in: 5)
      )
      #expect(run.exit == .code(0))
    }

    /// What gpsctl says on both of its outputs.
    func gpsctl(_ arguments: String...) throws -> String {
      let child = try run(try Project.requiredProgram("gpsctl"), arguments)
      defer { child.kill() }
      let lines =
        try child.output.remainingLines(before: Deadline(in: 10))
        + child.errors.remainingLines(before: Deadline(in: 10))
      return lines.joined(separator: "\n")
    }
  }

  @Test func `gpsctl names the receiver, then the override, then the receiver`() throws {
    let network = try Network()
    let player = try network.run(
      try Project.program("make-recording"),
      ["--serve", BundledRecordingTests.file]
    )
    let receiver = "tcp://127.0.0.1:\(try player.output.nextLine(before: Deadline(in: 5)) ?? "")"
    let gpsd = try network.run(
      try Project.requiredProgram("gpsd"),
      ["-N", "-n", "-S", "2950", receiver]
    )
    let real = "\(receiver) identified as a NMEA0183."
    // gpsctl never returns from a receiver that is not identified yet, with gpsd itself as well.
    let subscriber = try SubscriberConnection(path: network.folder.path("locationd.sock"))
    _ = try subscriber.call("startUpdatingLocation", before: Deadline(in: 5))
    _ = try subscriber.location(before: Deadline(in: 30))
    #expect(try network.gpsctl().contains(real))
    try network.locationctl("set", "48.85837,2.294481")
    #expect(try network.gpsctl().contains("locationd://sim identified as a locationd."))
    try network.locationctl("clear")
    #expect(try network.gpsctl().contains(real))
    #expect(try network.gpsctl(receiver).contains(real))
    // Configuring it is gpsd's own business.
    #expect(try network.gpsctl("-s", "4800").contains("configured through gpsd itself"))
    for process in [gpsd, player, network.daemon] { process.stop() }
  }
}
