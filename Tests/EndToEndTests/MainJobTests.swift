// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationTestSupport
internal import Testing

/// From a receiver to a subscriber, with the real programs.
struct MainJobTests {
  @Test func `the socat line of the contract shows the drive`() throws {
    let scene = try MainJobScene()
    let deadline = Deadline(in: 20)
    let line = """
      echo '{"jsonrpc":"2.0","id":1,"method":"startUpdatingLocation"}' \
        | socat -t60 - UNIX:\(scene.daemon.socketPath)
      """
    let shell = try ChildProcess("/bin/sh", ["-c", line], leadsGroup: true)
    var methods: [String] = []
    var answers: [JSONObject] = []
    var locations: [JSONObject] = []
    while locations.count < 3,
      let text = try shell.nextLine(from: shell.output, before: deadline)
    {
      let object = try #require(JSONObject(text))
      #expect(object.text("jsonrpc") == "2.0")
      if object.has("id") { answers.append(object) }
      guard let method = object.text("method") else { continue }
      methods.append(method)
      locations += object.object("params")?.objects("locations") ?? []
    }
    #expect(answers.map { $0.integer("id") } == [1])
    #expect(answers.first?.object("result")?.names == [])
    #expect(methods.first == "didChangeAuthorization")
    for location in locations {
      #expect(isOfDrive(location))
      #expect(isSimulated(location) == false)
      #expect(location.object("source")?.text("device") == scene.gpsd.device)
      #expect(location.object("source")?.text("driver") == "NMEA0183")
      #expect(location.object("gnss")?.text("mode") == "3D")
      #expect(try #require(location.number("horizontalAccuracy")) > 0)
    }
  }

  @Test func `a fix on every read path is the newest of the stream`() throws {
    let scene = try MainJobScene()
    let deadline = Deadline(in: 20)
    let subscriber = try scene.subscriber(before: deadline)
    let first = try subscriber.location(before: deadline)

    let held = try subscriber.call("location", before: deadline)
    let current = try #require(held.object("result")?.object("location"))
    #expect(try #require(current.integer("sequence")) >= #require(first.integer("sequence")))

    let once = try scene.daemon.connect()
    #expect(try once.call("requestLocation", before: deadline).has("result"))
    #expect(isOfDrive(try once.location(before: deadline)))

    let get = try scene.daemon.locationctl("get", "--json")
    #expect(get.exit == .code(0) && get.errors == [])
    #expect(get.objects.count == 1 && get.objects.allSatisfy(isOfDrive))
  }

  @Test func `monitor --json --count 3 prints callbacks with three locations`() throws {
    let scene = try MainJobScene()
    let monitor = try scene.daemon.locationctl("monitor", "--json", "--count", "3")
    #expect(monitor.exit == .code(0) && monitor.errors == [])
    #expect(monitor.objects.count == monitor.output.count)
    let locations = monitor.objects
      .filter { $0.text("method") == "didUpdateLocations" }
      .flatMap { $0.object("params")?.objects("locations") ?? [] }
    #expect(locations.count == 3 && locations.allSatisfy(isOfDrive))
  }

  @Test func `status --json tells of gpsd and the receiver`() throws {
    let scene = try MainJobScene()
    let deadline = Deadline(in: 20)
    let subscriber = try scene.subscriber(before: deadline)
    _ = try subscriber.location(before: deadline)
    let status = try scene.daemon.locationctl("status", "--json")
    #expect(status.exit == .code(0))
    let object = try #require(status.objects.first)
    #expect(object.object("gpsd")?.text("state") == "connected")
    #expect(object.objects("devices").map { $0.text("device") } == [scene.gpsd.device])
  }

  @Test func `a gpsd that is killed and started again resumes within ten seconds`() throws {
    let scene = try MainJobScene()
    let deadline = Deadline(in: 60)
    let subscriber = try scene.subscriber(before: deadline)
    _ = try subscriber.location(before: deadline)

    scene.gpsd.kill()
    let error = try subscriber.callback("didFailWithError", before: Deadline(in: 8)).params
    #expect(error?.object("error")?.integer("code") == 0)
    #expect(error?.object("error")?.text("name") == "locationUnknown")
    let held = try subscriber.call("location", before: deadline)
    #expect(held.object("result")?.has("location") == false)

    try scene.gpsd.restart()
    var later: [String] = []
    let resumed = Deadline(in: 10)
    while true {
      let callback = try subscriber.callback(before: resumed)
      later.append(callback.method)
      guard callback.method == "didUpdateLocations" else { continue }
      #expect(callback.params?.objects("locations").allSatisfy(isOfDrive) == true)
      break
    }
    #expect(!later.contains("didFailWithError"))
  }

  @Test func `without gpsd there is one loss and no location`() throws {
    let daemon = try RunningDaemon(gpsd: freePort())
    let subscriber = try daemon.connect()
    _ = try subscriber.call("startUpdatingLocation", before: Deadline(in: 5))
    #expect(try subscriber.callback(before: Deadline(in: 5)).method == "didChangeAuthorization")
    let failure = try subscriber.callback(before: Deadline(in: 8))
    #expect(failure.method == "didFailWithError")
    #expect(failure.params?.object("error")?.integer("code") == 0)

    let held = try subscriber.call("location", before: Deadline(in: 5))
    #expect(held.object("result")?.names == [])
    #expect(throws: TimedOut.self) { try subscriber.callback(before: Deadline(in: 3)) }
    let get = try daemon.locationctl("get", "--timeout", "1")
    #expect(get.exit == .code(75) && get.errors.count == 1)
  }
}
