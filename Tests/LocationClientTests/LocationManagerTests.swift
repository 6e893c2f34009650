// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Dispatch
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
    write("back \(gap.duration > 0)")
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

  @Test(arguments: ["connection", "queue"])
  func `ten thousand locations at full speed are told without loss, in order`(
    queue: String
  ) throws {
    let daemon = try FloodingDaemon(flood(10_000))
    let told = Notebook<UInt64>()
    let configuration = LocationManager.Configuration(
      socketPath: daemon.path,
      callbackQueue: queue == "queue" ? .dispatch(DispatchQueue(label: "told")) : .connection
    )
    let manager = LocationManager(configuration: configuration)
    manager.closures.didUpdateLocations = { for location in $0 { told.write(location.sequence) } }
    manager.startUpdatingLocation()
    let all = try told.wait("the last one", seconds: 60) { $0.last == 10_000 }
    #expect(all == Array(1...10_000))
  }

  @Test func `a queue that is held up gets the newest locations and how many are missing`() throws {
    let daemon = try FloodingDaemon(flood(10_000))
    let queue = DispatchQueue(label: "held")
    let configuration = LocationManager.Configuration(
      socketPath: daemon.path,
      callbackQueue: .dispatch(queue)
    )
    let manager = LocationManager(configuration: configuration)
    let told = Notebook<UInt64>()
    let missing = Notebook<Int>()
    queue.suspend()
    manager.closures.didUpdateLocations = { for location in $0 { told.write(location.sequence) } }
    manager.closures.didConflateLocations = { missing.write($0) }
    manager.startUpdatingLocation()
    _ = try Deadline(in: 60).wait(for: "the last one") {
      manager.location?.sequence == 10_000 ? true : nil
    }
    queue.resume()
    let all = try told.wait("the last one") { $0.last == 10_000 }
    #expect(all == Array((10_001 - UInt64(all.count))...10_000))
    #expect(all.count == 1024)
    #expect(missing.all.reduce(0, +) + all.count == 10_000)
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
    let scene = try ClientScene()
    let manager = scene.manager()
    let delegate = Recorder(hears: [.connection, .locations])
    manager.delegate = delegate
    manager.startUpdatingLocation()
    try delegate.events.wait("a location") { !$0.isEmpty }
    for number in 1...20 {
      try scene.restart()
      let events = try delegate.events.wait("the return", seconds: 1) { events in
        events.count { $0.hasPrefix("back") } == number
      }
      #expect(events.count { $0 == "lost" } == number)
      #expect(events.last == "back true")
    }
    try scene.set("48.8584,2.2945")
    try delegate.events.wait("a location") { $0.last?.hasPrefix("locations") == true }
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
    #expect(told.all == ["lost", "network"])
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
