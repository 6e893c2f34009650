// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationTestSupport
internal import Testing

/// An operator's override from the command to the subscribers, with the real programs.
struct OverrideJobTests {
  private static func isAtTower(_ location: JSONObject) -> Bool {
    location.number("latitude") == 48.8584 && location.number("longitude") == 2.2945
  }

  @Test func `set replaces the drive on every read path until clear`() throws {
    let scene = try MainJobScene()
    let deadline = Deadline(in: 30)
    let subscriber = try scene.subscriber(before: deadline)
    #expect(isSimulated(try subscriber.location(before: deadline)) == false)

    let set = try scene.daemon.locationctl("set", "48.8584,2.2945", "--accuracy", "5")
    #expect(set.exit == .code(0) && set.errors == [])
    let first = try subscriber.location(before: deadline) { isSimulated($0) == true }
    #expect(Self.isAtTower(first))
    #expect(first.number("horizontalAccuracy") == 5)
    #expect(first.object("source")?.texts("overrides").count == 1)
    for _ in 0..<3 {
      let next = try subscriber.location(before: deadline)
      #expect(Self.isAtTower(next) && isSimulated(next) == true)
    }

    let held = try scene.daemon.connect().call("location", before: deadline)
    #expect(held.object("result")?.object("location").map(Self.isAtTower) == true)
    let get = try scene.daemon.locationctl("get", "--json")
    #expect(get.objects.count == 1 && get.objects.allSatisfy(Self.isAtTower))
    #expect(try scene.daemon.locationctl("overrides", "--json").output.count == 1)

    #expect(try scene.daemon.locationctl("clear").exit == .code(0))
    let real = try subscriber.location(before: deadline) { isSimulated($0) == false }
    #expect(isOfDrive(real))
    for _ in 0..<5 { #expect(isOfDrive(try subscriber.location(before: deadline))) }
    #expect(try scene.daemon.locationctl("overrides", "--json").output.isEmpty)
  }

  @Test func `set works without gpsd, once a second, with fresh times`() throws {
    let daemon = try RunningDaemon(gpsd: freePort())
    let deadline = Deadline(in: 20)
    #expect(try daemon.locationctl("set", "48.8584,2.2945").exit == .code(0))
    let subscriber = try daemon.connect()
    _ = try subscriber.call("startUpdatingLocation", before: deadline)
    var times: [Double] = []
    for _ in 0..<4 {
      let location = try subscriber.location(before: deadline)
      #expect(Self.isAtTower(location) && isSimulated(location) == true)
      times.append(try #require(location.text("timestamp").flatMap(secondsSince1970)))
    }
    // The first one may be the current location, told at once.
    #expect(abs(times[2] - times[1] - 1) < 0.3 && abs(times[3] - times[2] - 1) < 0.3)
    #expect(abs(times[3] - Date().timeIntervalSince1970) < 1)
    let get = try daemon.locationctl("get", "--json")
    #expect(get.objects.count == 1 && get.objects.allSatisfy(Self.isAtTower))
  }

  @Test func `an override set for two seconds ends after two seconds`() throws {
    let scene = try MainJobScene()
    let deadline = Deadline(in: 30)
    let subscriber = try scene.subscriber(before: deadline)
    _ = try subscriber.location(before: deadline)
    let start = ContinuousClock.now
    #expect(try scene.daemon.locationctl("set", "48.8584,2.2945", "--for", "2s").exit == .code(0))
    _ = try subscriber.location(before: deadline) { isSimulated($0) == true }
    _ = try subscriber.location(before: deadline) { isSimulated($0) == false }
    let length = (ContinuousClock.now - start) / .seconds(1)
    #expect((1.9...3.5).contains(length))
  }

  @Test(arguments: [
    ["set", "48.8584"], ["set", "91,2"], ["set", "nan,2"], ["set", "48,2", "--accuracy", "-1"],
    ["set", "48,2", "--for", "0"], ["set", "0x10,2"], ["set", "1e400,2"],
  ])
  func `a bad value is refused with one line and changes nothing`(arguments: [String]) throws {
    let daemon = try RunningDaemon(gpsd: freePort())
    let run = try LocationctlRun(
      arguments,
      environment: daemon.environment,
      before: Deadline(in: 10)
    )
    #expect(run.exit == .code(64) || run.exit == .code(65))
    #expect(run.output == [] && run.errors.count == 1)
    #expect(try daemon.locationctl("overrides", "--json").output.isEmpty)
  }

  @Test func `a daemon that is not there is exit code 69 and one line`() throws {
    let folder = try TemporaryFolder()
    let environment = [
      "LOCATIOND_SOCKET": folder.path("no.sock"),
      "LOCATIOND_CONTROL_SOCKET": folder.path("no-control.sock"),
    ]
    for arguments in [["get"], ["set", "48,2"], ["status"]] {
      let run = try LocationctlRun(arguments, environment: environment, before: Deadline(in: 10))
      #expect(run.exit == .code(69) && run.output == [] && run.errors.count == 1)
    }
  }
}
