// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import LocationClient
import LocationTestSupport
import Testing

private let tower = Coordinate(latitude: 48.8584, longitude: 2.2945)

@Suite(.serialized) struct StreamTests {
  /// The first values of a stream.
  private func first<Element: Sendable>(
    _ count: Int,
    of stream: LocationStream<Element>
  ) async -> [Element] {
    var elements: [Element] = []
    for await element in stream {
      elements.append(element)
      if elements.count == count { break }
    }
    return elements
  }

  @Test func `two loops each get all values, a later one begins with the present`() async throws {
    let scene = try ClientScene()
    let manager = scene.manager()
    async let one = first(2, of: manager.locations)
    async let other = first(2, of: manager.locations)
    let all = await [one, other]
    #expect(all.allSatisfy { $0.count == 2 && $0.allSatisfy { $0.coordinate == tower } })
    #expect(await first(1, of: manager.authorizations).map(\.status) == [.authorizedAlways])
  }

  @Test func `the daemon is asked while somebody consumes and no longer`() async throws {
    let daemon = try FloodingDaemon(flood(1))
    let manager = LocationManager(configuration: .init(socketPath: daemon.path))
    let task = Task { for await _ in manager.headings {} }
    #expect(await first(1, of: manager.locations).count == 1)
    try daemon.lines.wait("the end") { $0.contains { $0.contains("stopUpdatingLocation") } }
    #expect(!daemon.lines.all.contains { $0.contains("stopUpdatingHeading") })
    task.cancel()
    await task.value
    try daemon.lines.wait("the end") { $0.contains { $0.contains("stopUpdatingHeading") } }
  }

  @Test func `a request for a quality waits for it`() async throws {
    let scene = try ClientScene(at: nil)
    try scene.set("48.8584,2.2945", "--accuracy", "50")
    let manager = scene.manager()
    let any = try await manager.requestLocation()
    #expect(any.coordinate == tower && any.horizontalAccuracy == 50)
    async let exact = manager.requestLocation(quality: .horizontal(10))
    try scene.set("48.8584,2.2945", "--accuracy", "8")
    #expect(try await exact.horizontalAccuracy == 8)
    await #expect(throws: LocationError.self) {
      _ = try await manager.requestLocation(quality: .horizontal(1), timeout: .milliseconds(200))
    }
  }

  @Test func `a request ends with its task`() async throws {
    let scene = try ClientScene()
    let manager = scene.manager()
    let task = Task { try await manager.requestLocation(quality: .horizontal(0.001)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
  }

  @Test func `live updates tell the location, and that the daemon is gone`() async throws {
    let scene = try ClientScene()
    var updates = scene.manager().liveUpdates().makeAsyncIterator()
    let update = try #require(await updates.next())
    #expect(update.location?.coordinate == tower && !update.daemonUnavailable)
    _ = try scene.daemon.terminate(before: Deadline(in: 5))
    var last: LiveUpdate? = update
    while last?.location != nil { last = await updates.next() }
    #expect(last?.daemonUnavailable == true)
  }

  @Test func `a monitor remembers its conditions and tells changes`() async throws {
    let scene = try ClientScene()
    let folder = scene.folder.path("monitors")
    do {
      let monitor = await Monitor.open("m", folder: folder, configuration: scene.configuration)
      await monitor.add(.circle(center: tower, radius: 200), identifier: "tower")
      let again = await Monitor.open("m", folder: folder, configuration: scene.configuration)
      #expect(again === monitor)
      let deadline = Deadline(in: 10)
      while await monitor.record(for: "tower")?.lastEvent.state != .satisfied {
        if deadline.isOver { throw TimedOut("satisfied") }
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    let text = try String(contentsOfFile: folder + "/m.json", encoding: .utf8)
    #expect(text.contains(#""state" : "satisfied""#))
  }
}

@Suite(.serialized) struct ProxyTests {
  private let scene: ClientScene

  init() throws { scene = try ClientScene() }

  @Test func `a mock replaces locations on every way and forwards the rest`() async throws {
    let manager = scene.manager()
    let told = Notebook<String>()
    manager.closures.didUpdateLocations = { told.write("\($0.map(\.coordinate))") }
    manager.closures.didChangeAuthorization = { told.write("\($0.status)") }
    let mock = MockLocationProxy(interval: 0.01)
    manager.install(mock)
    mock.set(Coordinate(latitude: 1, longitude: 2))
    manager.startUpdatingLocation()
    let all = try told.wait("mocks") { $0.count >= 4 }
    #expect(all.contains("authorizedAlways") && all.contains("[1.0,2.0]"))
    #expect(!all.contains("[48.8584,2.2945]"))
    #expect(manager.location?.coordinate == Coordinate(latitude: 1, longitude: 2))
    #expect(manager.location?.source.isSimulatedBySoftware == true)
    let one = try await manager.requestLocation()
    #expect(one.coordinate == Coordinate(latitude: 1, longitude: 2))
    mock.clear()
    try told.wait("the real one") { $0.last == "[48.8584,2.2945]" }
  }

  // In a process of its own: it would change every other test's locations too.
  @Test func `a mock for all managers needs no daemon and plays a route`() async {
    await #expect(processExitsWith: .success) {
      let mock = MockLocationProxy(interval: 0.01)
      LocationManager.installForAll(mock)
      let route = (1...3).map {
        Location(
          coordinate: Coordinate(latitude: Double($0), longitude: 0),
          horizontalAccuracy: 5,
          timestamp: Date()
        )
      }
      let told = Notebook<Double>()
      let manager = LocationManager(configuration: .init(socketPath: "/nonexistent/locationd.sock"))
      manager.closures.didUpdateLocations = {
        for one in $0 { told.write(one.coordinate.latitude) }
      }
      manager.startUpdatingLocation()
      mock.play(route)
      let all = try told.wait("the route") { $0.count >= 5 }
      try #require(Array(all.prefix(5)) == [1, 2, 3, 3, 3])
    }
  }

  @Test func `a delegate proxy feeds streams and the real delegate at once`() async throws {
    let manager = scene.manager()
    let real = Listener()
    manager.delegate = real
    let proxy = DelegateProxy(for: manager)
    var iterator = proxy.locations.makeAsyncIterator()
    manager.startUpdatingLocation()
    #expect(await iterator.next()?.coordinate == tower)
    try real.told.wait("the same") { $0.contains(tower) }
    #expect(proxy.forwardee === real)
  }
}

private final class Listener: LocationManagerDelegate {
  let told = Notebook<Coordinate>()

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    for location in locations { told.write(location.coordinate) }
  }
}
