// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import LocationClient
import LocationTestSupport
import Testing

private let tower = Coordinate(latitude: 48.8584, longitude: 2.2945)

/// What an operator does while a program listens, and what receivers say.
@Suite(.serialized) struct BehaviourTests {
  @Test func `a route that is started drives a program that listens`() throws {
    let scene = try ClientScene()
    let manager = scene.manager()
    let told = Notebook<Location>()
    manager.closures.didUpdateLocations = { for location in $0 { told.write(location) } }
    manager.startUpdatingLocation()
    try told.wait("the place") { !$0.isEmpty }
    try scene.run(
      "start",
      "--speed",
      "100",
      "--interval",
      "0.1",
      "48.8584,2.2945",
      "48.8984,2.2945"
    )
    let drives: @Sendable (Location) -> Bool = { abs(($0.speed ?? 0) - 100) < 0.01 }
    let drive = try told.wait("the drive") { $0.count(where: drives) >= 10 }.filter(drives)
    let latitudes = drive.map(\.coordinate.latitude)
    #expect(latitudes == latitudes.sorted() && Set(latitudes).count == latitudes.count)
    #expect(drive.allSatisfy { abs($0.coordinate.longitude - 2.2945) < 1e-9 })
    #expect(drive.allSatisfy { abs($0.course ?? 99) < 0.01 })
    #expect(drive.allSatisfy { $0.source.isSimulatedBySoftware })
  }

  @Test func `a fault takes the fix away once and gives it back`() throws {
    let scene = try ClientScene()
    let manager = scene.manager()
    let told = Notebook<String>()
    manager.closures.didUpdateLocations = { told.write("\($0[0].coordinate)") }
    manager.closures.didFailWithError = { told.write("\($0.code)") }
    manager.startUpdatingLocation()
    try told.wait("the place") { $0 == ["48.8584,2.2945"] }
    try scene.run("fault", "no-fix", "--for", "2s")
    try told.wait("the loss") { $0.last == "locationUnknown" }
    #expect(manager.location == nil)
    let all = try told.wait("the return") { $0.last == "48.8584,2.2945" }
    #expect(all.count { $0 == "locationUnknown" } == 1)
    #expect(manager.location?.coordinate == tower)
  }

  @Test func `a privacy decision stops and starts a program that listens`() async throws {
    let scene = try ClientScene()
    let manager = scene.manager()
    let told = Notebook<String>()
    manager.closures.didUpdateLocations = {
      told.write("location \($0[0].horizontalAccuracy > 500)")
    }
    manager.closures.didChangeAuthorization = { told.write("\($0.status) \($0.accuracy)") }
    manager.closures.didFailWithError = { told.write("\($0.code)") }
    var statuses = manager.authorizations.makeAsyncIterator()
    manager.startUpdatingLocation()
    try told.wait("the place") { $0.contains("location false") }
    #expect(await statuses.next()?.status == .authorizedAlways)
    try scene.run("privacy", "revoke", "client=test")
    try told.wait("the refusal") { $0.suffix(2) == ["denied full", "denied"] }
    #expect(await statuses.next()?.status == .denied)
    #expect(manager.location == nil)
    try scene.run("privacy", "grant", "client=test", "--reduced")
    try told.wait("a coarse place") { $0.last == "location true" }
    #expect(await statuses.next()?.accuracy == .reduced)
    try scene.run("privacy", "grant", "client=test")
    try told.wait("the place again") { $0.last == "location false" }
    #expect(manager.location?.coordinate == tower)
  }

  @Test func `headings and satellites of a receiver reach closures and streams`() async throws {
    let gpsd = try FakeGPSD()
    let scene = try ClientScene(at: nil, gpsd: gpsd.port)
    let manager = scene.manager()
    let headings = Notebook<Heading>()
    let views = Notebook<SatelliteView>()
    manager.closures.didUpdateHeading = { headings.write($0) }
    manager.closures.didUpdateSatellites = { views.write($0) }
    manager.startUpdatingHeading()
    manager.startUpdatingSatellites()
    let receiver = try gpsd.accept()
    try receiver.send(FakeGPSD.banner)
    _ = try receiver.requests()
    try receiver.send(FakeGPSD.watching)
    let report =
      #"{"class":"ATT","device":"/dev/ttyACM0","time":"2026-11-30T01:22:20.120Z","heading":127.50}"#
      + "\r\n"
      + #"{"class":"SKY","device":"/dev/ttyACM0","hdop":0.90,"satellites":["#
      + #"{"PRN":5,"gnssid":0,"svid":5,"el":45.0,"az":120.0,"ss":41.0,"used":true},"#
      + #"{"PRN":12,"gnssid":0,"svid":12,"el":10.0,"az":20.0,"ss":22.0,"used":false}]}"# + "\r\n"
    _ = try Deadline(in: 10).wait(for: "both") { () -> Bool? in
      try receiver.send(FakeGPSD.tpv() + report)
      return headings.all.isEmpty || views.all.isEmpty ? nil : true
    }
    let heading = try #require(headings.all.first)
    #expect(heading.trueHeading == 127.5 || heading.magneticHeading == 127.5)
    let view = try #require(views.all.first)
    #expect(
      view.satellites.map(\.prn) == [5, 12] && view.satellites.map(\.isUsed) == [true, false]
    )
    #expect(view.satellites.first?.azimuth == 120 && view.hdop == 0.9)
    var headingStream = manager.headings.makeAsyncIterator()
    var viewStream = manager.satelliteViews.makeAsyncIterator()
    #expect(await headingStream.next() == heading)
    #expect(await viewStream.next()?.satellites.count == 2)
  }

  @Test func `a visit reaches closures and streams`() async throws {
    let line =
      #"{"jsonrpc":"2.0","method":"didVisit","params":{"visit":{"latitude":48.8584,"longitude":2.2945,"horizontalAccuracy":20,"arrivalDate":"2026-11-30T01:00:00.000Z"}}}"#
    let daemon = try FloodingDaemon(Array((line + "\n").utf8), when: "startMonitoringVisits")
    let manager = LocationManager(configuration: .init(socketPath: daemon.path))
    let told = Notebook<Visit>()
    manager.closures.didVisit = { told.write($0) }
    var visits = manager.visits.makeAsyncIterator()
    let visit = try #require(await visits.next())
    #expect(visit.coordinate == tower && visit.departureDate == nil)
    #expect(visit.arrivalDate == Date(timeIntervalSince1970: 1_796_000_400))
    try told.wait("the same") { $0 == [visit] }
  }
}

/// Monitors of one name in one process after the other.
@Suite(.serialized) struct MonitorReloadTests {
  @Test func `a monitor goes on in a new process where the last one ended`() async throws {
    let scene = try ClientScene()
    let (folder, socket) = (scene.folder.path, scene.daemon.socketPath)
    await #expect(processExitsWith: .success) {
      [folder = folder as String, socket = socket as String] in
      let monitor = await openMonitor(folder, socket)
      await monitor.add(.circle(center: tower, radius: 200), identifier: "tower")
      try await wait(for: .satisfied, of: monitor)
    }
    try scene.set("49.5,2.2945")
    await #expect(processExitsWith: .success) {
      [folder = folder as String, socket = socket as String] in
      let monitor = await openMonitor(folder, socket)
      try #require(await monitor.identifiers == ["tower"])
      let record = await monitor.record(for: "tower")
      try #require(record?.condition == .circle(center: tower, radius: 200))
      try await wait(for: .unsatisfied, of: monitor)
    }
  }

  @Test func `a monitor that cannot be kept says so once and watches all the same`() async throws {
    let scene = try ClientScene()
    let file = try scene.folder.write("", to: "no-folder")
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) { [folder = file as String, socket = scene.daemon.socketPath as String] in
      let monitor = await openMonitor(folder, socket)
      await monitor.add(.circle(center: tower, radius: 200), identifier: "tower")
      await monitor.add(.circle(center: tower, radius: 300), identifier: "second")
      try await wait(for: .satisfied, of: monitor)
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let lines = said.split(separator: "\n").filter { $0.contains("cannot be kept in \(file)/") }
    #expect(lines.count == 1, "\(said)")
  }

  @Test func `a loop hears the first event after it began`() async throws {
    let scene = try ClientScene()
    for number in 1...20 {
      let monitor = await Monitor.open(
        "first\(number)",
        folder: scene.folder.path,
        configuration: scene.configuration
      )
      var events = monitor.events.makeAsyncIterator()
      await monitor.add(.circle(center: tower, radius: 200), identifier: "tower")
      #expect(await events.next()?.state == .satisfied)
    }
  }

  @Test func `a loop hears what changed before it began, of each condition the last`()
    async throws
  {
    let scene = try ClientScene()
    let monitor = await Monitor.open(
      "before",
      folder: scene.folder.path,
      configuration: scene.configuration
    )
    await monitor.add(.circle(center: tower, radius: 100), identifier: "gone")
    await monitor.add(.circle(center: tower, radius: 200), identifier: "tower")
    try await wait(for: .satisfied, of: monitor)
    await monitor.remove("gone")
    for await event in monitor.events {
      #expect(event.identifier == "tower" && event.state == .satisfied)
      break
    }
    try scene.run("privacy", "revoke", "all")
    try await wait(for: .unmonitored, of: monitor)
    try scene.run("privacy", "grant", "all")
    try await wait(for: .satisfied, of: monitor)
    var events = monitor.events.makeAsyncIterator()
    #expect(await events.next()?.state == .satisfied)
    try scene.run("privacy", "revoke", "all")
    #expect(await events.next()?.state == .unmonitored)
  }

  @Test func `a condition is not watched while the program is denied, and then again`()
    async throws
  {
    let scene = try ClientScene()
    let monitor = await Monitor.open(
      "denied",
      folder: scene.folder.path,
      configuration: scene.configuration
    )
    var events = monitor.events.makeAsyncIterator()
    await monitor.add(.circle(center: tower, radius: 200), identifier: "tower")
    #expect(await events.next()?.state == .satisfied)
    try scene.run("privacy", "revoke", "all")
    let denied = await events.next()
    #expect(denied?.state == .unmonitored && denied?.authorization == Authorization(.denied))
    await monitor.add(.circle(center: tower, radius: 300), identifier: "late")
    let late = await events.next()
    #expect(late?.identifier == "late" && late?.authorization == Authorization(.denied))
    try scene.run("privacy", "grant", "all", "--reduced")
    for _ in 1...2 {
      let coarse = await events.next()
      let reduced = Authorization(.authorizedAlways, accuracy: .reduced)
      #expect(coarse?.state == .unmonitored && coarse?.authorization == reduced)
    }
    try scene.run("privacy", "grant", "all")
    let again = [await events.next(), await events.next()]
    #expect(Set(again.compactMap { $0?.identifier }) == ["tower", "late"])
    #expect(again.allSatisfy { $0?.state == .satisfied && $0?.authorization == nil })
  }
}

private func openMonitor(_ folder: String, _ socket: String) async -> Monitor {
  await Monitor.open(
    "reload",
    folder: folder,
    configuration: LocationManager.Configuration(socketPath: socket)
  )
}

private func wait(for state: MonitorEvent.State, of monitor: Monitor) async throws {
  let deadline = Deadline(in: 10)
  while await monitor.record(for: "tower")?.lastEvent.state != state {
    if deadline.isOver { throw TimedOut("\(state)") }
    try await Task.sleep(for: .milliseconds(5))
  }
}
