// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationClient
import LocationTestSupport
import Testing

private let tower = Coordinate(latitude: 48.8584, longitude: 2.2945)

/// Writes down what it is told.
private final class Recorder: LocationManagerDelegate {
  let events = Notebook<String>()
  let name: String
  let receivedCallbacks: CallbackKinds
  let shared: Notebook<String>?

  init(_ name: String = "", hears kinds: CallbackKinds = .all, shared: Notebook<String>? = nil) {
    self.name = name
    receivedCallbacks = kinds
    self.shared = shared
  }

  func write(_ text: String) {
    events.write(text)
    shared?.write(name)
  }

  func locationManager(_ manager: LocationManager, didChangeAuthorization: Authorization) {
    write("authorization \(didChangeAuthorization.status)")
  }
  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    write("locations \(locations.map(\.coordinate))")
  }
  func locationManager(_ manager: LocationManager, didLoseConnection reason: String) {
    write("lost")
  }
  func locationManager(_ manager: LocationManager, didReconnectAfter gap: ConnectionGap) {
    write("back")
  }
  func locationManager(
    _ manager: LocationManager,
    didDetermineState state: RegionState,
    for identifier: String
  ) {
    write("\(identifier) \(state)")
  }
  func locationManager(
    _ manager: LocationManager,
    didExitRegion identifier: String,
    at location: Location
  ) {
    write("left \(identifier)")
  }
  func locationManager(_ manager: LocationManager, didReceiveUnknown callback: UnknownCallback) {
    write("unknown \(callback.method)")
  }
}

@Suite(.serialized) struct LocationManagerTests {
  @Test func `a delegate hears the authorization, then the location`() throws {
    let scene = try ClientScene()
    let manager = scene.manager()
    let delegate = Recorder()
    manager.delegate = delegate
    manager.startUpdatingLocation()
    let events = try delegate.events.wait("a location") { $0.count >= 2 }
    #expect(events[0] == "authorization authorizedAlways")
    #expect(events[1] == "locations [48.8584,2.2945]")
    #expect(manager.location?.coordinate == tower)
    #expect(manager.location?.horizontalAccuracy == 5)
    #expect(manager.location?.source.isSimulatedBySoftware == true)
    #expect(manager.authorization?.status == .authorizedAlways)
  }

  @Test func `delegates are called in order, then closures, then observers`() throws {
    let scene = try ClientScene()
    let manager = scene.manager()
    let order = Notebook<String>()
    let first = Recorder("delegate", hears: .locations, shared: order)
    let second = Recorder("added", hears: .locations, shared: order)
    manager.addDelegate(second)
    manager.delegate = first
    manager.closures.didUpdateLocations = { _ in order.write("closure") }
    let observation = manager.observe(.locations) { _ in order.write("observer") }
    manager.startUpdatingLocation()
    let all = try order.wait("all four") { $0.count >= 4 }
    #expect(Array(all.prefix(4)) == ["delegate", "added", "closure", "observer"])
    observation.cancel()
  }

  @Test func `the daemon is asked only for what was started and is listened to`() throws {
    let daemon = try FloodingDaemon([])
    let manager = LocationManager(configuration: .init(socketPath: daemon.path, clientName: "me"))
    manager.startUpdatingLocation()
    manager.startUpdatingHeading()
    manager.closures.didUpdateHeading = { _ in }
    let lines = try daemon.lines.wait("two requests") { $0.count >= 2 }
    #expect(lines.count == 2)
    #expect(lines[0].contains(#""client":{"name":"me","version":"1"}"#))
    #expect(
      lines[1]
        == #"{"id":2,"jsonrpc":"2.0","method":"startUpdatingHeading","params":{"headingFilter":1}}"#
    )
    manager.closures.didUpdateLocations = { _ in }
    manager.closures.didUpdateHeading = nil
    let more = try daemon.lines.wait("two more") { $0.count >= 4 }
    #expect(more[2].contains("startUpdatingLocation"))
    #expect(more[3].contains("stopUpdatingHeading"))
  }

  @Test func `a client resumes within a second of each of twenty restarts and says so`() throws {
    // A sanitizer makes of one second ten.
    let limit: Duration = .seconds(Project.isSanitized ? 20 : 1)
    let scene = try ClientScene(at: nil)
    try scene.set("48.8584,2.2945", "--persist")
    let manager = scene.manager()
    let told = Notebook<(at: ContinuousClock.Instant, event: LocationEvent)>()
    let observation = manager.observe([.connection, .locations]) { told.write((.now, $0)) }
    manager.startUpdatingLocation()
    try told.wait("a location") { !$0.isEmpty }
    for _ in 1...20 {
      let start = ContinuousClock.now
      let known = told.all.count
      try scene.restart()
      let ready = ContinuousClock.now
      let all = try told.wait("a location") {
        Outage($0.dropFirst(known)).location != nil
      }
      let outage = Outage(all.dropFirst(known))
      #expect(outage.isWhole, "\(all.dropFirst(known).map(\.event))")
      let back = try #require(outage.back)
      let location = try #require(outage.location)
      #expect(back - ready < limit && location - ready < limit)
      let gap = try #require(outage.gap)
      #expect(gap.duration > 0 && gap.duration <= (back - start) / .seconds(1))
    }
    observation.cancel()
  }

  @Test func `a region tells its state and that it was left`() throws {
    let scene = try ClientScene()
    let manager = scene.manager()
    let delegate = Recorder(hears: .regions)
    manager.delegate = delegate
    manager.startMonitoring(Region(identifier: "tower", center: tower, radius: 200))
    try delegate.events.wait("inside") { $0 == ["tower inside"] }
    #expect(manager.state(of: "tower") == .inside)
    try scene.set("48.9,2.2945")
    try delegate.events.wait("the exit", seconds: 40) { $0.contains("left tower") }
    #expect(manager.state(of: "tower") == .outside)
    #expect(manager.monitoredRegions.map(\.identifier) == ["tower"])
  }

  @Test func `a request for one location is told once, a second one again`() throws {
    let scene = try ClientScene()
    let manager = scene.manager()
    let delegate = Recorder(hears: .locations)
    manager.delegate = delegate
    manager.requestLocation(timeout: 5)
    try delegate.events.wait("one") { $0.count == 1 }
    manager.requestLocation(timeout: 5)
    try delegate.events.wait("two") { $0.count == 2 }
  }

  @Test func `without a daemon the loss is told once and a request fails in time`() throws {
    let folder = try TemporaryFolder()
    let manager = LocationManager(configuration: .init(socketPath: folder.path("none.sock")))
    let told = Notebook<String>()
    manager.closures.didLoseConnection = { _ in told.write("lost") }
    manager.closures.didFailWithError = { told.write("\($0.code)") }
    manager.requestLocation(timeout: 0.3)
    try told.wait("the failure") { $0.count == 2 }
    #expect(told.all == ["lost", "locationUnknown"])
  }

  @Test func `a callback that this version does not know reaches the delegate`() throws {
    let line = #"{"jsonrpc":"2.0","method":"didFly","params":{"speed":1}}"#
    let daemon = try FloodingDaemon(Array((line + "\n").utf8))
    let manager = LocationManager(configuration: .init(socketPath: daemon.path))
    let delegate = Recorder()
    manager.delegate = delegate
    manager.startUpdatingLocation()
    try delegate.events.wait("it") { $0 == ["unknown didFly"] }
  }
}

/// What a client tells of one restart of the daemon.
private struct Outage {
  /// When the return was told.
  var back: ContinuousClock.Instant?
  /// When the first location after it was told.
  var location: ContinuousClock.Instant?
  var gap: ConnectionGap?
  /// A loss, then the return, then a location, each told and the first two once.
  var isWhole: Bool

  init(_ told: some Collection<(at: ContinuousClock.Instant, event: LocationEvent)>) {
    let afterLoss = told.drop { $0.event.kind == .locations }
    isWhole =
      afterLoss.prefix(3).map(\.event.name) == ["loss", "return", "location"]
      && afterLoss.dropFirst(3).allSatisfy { $0.event.name == "location" }
    for (instant, event) in afterLoss {
      if case .didReconnect(let gap) = event { (back, self.gap) = (instant, gap) }
      if event.kind == .locations, location == nil { location = instant }
    }
  }
}

extension LocationEvent {
  fileprivate var name: String {
    switch self {
    case .didLoseConnection: "loss"
    case .didReconnect: "return"
    case .didUpdateLocations: "location"
    default: "other"
    }
  }
}
