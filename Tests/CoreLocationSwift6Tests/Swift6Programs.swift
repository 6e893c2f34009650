// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// A program's conformances must be public, and nobody documents them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CoreLocation
import Foundation
import Testing

// Programs in the Swift 6 language mode, in the forms that they have on Apple's systems. Each
// compiles; what runs without a daemon is run.

/// A service on the main actor whose callbacks come from anywhere.
@MainActor private final class HoppingService: NSObject, CLLocationManagerDelegate {
  static let shared = HoppingService()

  private let manager = CLLocationManager()
  private(set) var last: CLLocation?
  private(set) var status = CLAuthorizationStatus.notDetermined
  private var waiting: CheckedContinuation<CLLocation, any Error>?

  override init() {
    super.init()
    manager.delegate = self
    manager.desiredAccuracy = kCLLocationAccuracyHundredMeters
  }

  func current() async throws -> CLLocation {
    try await withCheckedThrowingContinuation { continuation in
      waiting = continuation
      manager.requestLocation()
    }
  }

  nonisolated func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    let status = manager.authorizationStatus
    Task { @MainActor in self.status = status }
  }
  nonisolated func locationManager(
    _ manager: CLLocationManager,
    didUpdateLocations locations: [CLLocation]
  ) {
    guard let location = locations.last else { return }
    Task { @MainActor in
      last = location
      waiting?.resume(returning: location)
      waiting = nil
    }
  }
  nonisolated func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
  {
    Task { @MainActor in
      waiting?.resume(throwing: error)
      waiting = nil
    }
  }
}

/// The same, trusting that callbacks come on the main thread.
@MainActor private final class AssumingService: NSObject, @preconcurrency CLLocationManagerDelegate
{
  var regions: [String] = []
  var headings = 0

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    regions.append(region.identifier)
  }
  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
    headings += 1
  }
}

/// A delegate that feeds streams.
private final class StreamingDelegate: NSObject, CLLocationManagerDelegate, Sendable {
  let locations: AsyncStream<CLLocation>
  private let feed: AsyncStream<CLLocation>.Continuation

  override init() {
    (locations, feed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(10))
    super.init()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    for location in locations { feed.yield(location) }
  }
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    feed.finish()
  }
}

/// Keeps a track on an actor.
private actor Track {
  private var points: [CLLocation] = []
  var length: CLLocationDistance {
    zip(points, points.dropFirst()).reduce(0) { $0 + $1.1.distance(from: $1.0) }
  }

  func add(_ location: CLLocation) { points.append(location) }

  func follow() async throws {
    for try await update in CLLocationUpdate.liveUpdates(.automotiveNavigation) {
      if update.authorizationDenied || update.stationary { break }
      if let location = update.location { add(location) }
    }
  }
}

/// Fences by the monitor.
private actor Fences {
  private var monitor: CLMonitor?
  private(set) var inside: Set<String> = []

  func start(_ center: CLLocationCoordinate2D) async throws {
    let monitor = await CLMonitor("fences")
    self.monitor = monitor
    let condition = CLMonitor.CircularGeographicCondition(center: center, radius: 100)
    await monitor.add(condition, identifier: "home", assuming: .unsatisfied)
    for try await event in await monitor.events {
      switch event.state {
      case .satisfied: inside.insert(event.identifier)
      case .unsatisfied, .unknown, .unmonitored: inside.remove(event.identifier)
      @unknown default: break
      }
    }
  }
}

extension CLLocationCoordinate2D: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.latitude == right.latitude && left.longitude == right.longitude
  }
}

extension CLLocation {
  static let origin = CLLocation(latitude: 0, longitude: 0)

  convenience init(_ coordinate: CLLocationCoordinate2D) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }
}

private struct Geocoding: Sendable {
  func town(at location: CLLocation) async -> String? {
    do {
      let places: [CLPlacemark] = try await CLGeocoder().reverseGeocodeLocation(location)
      return places.first?.locality
    } catch CLError.network {
      return "no network"
    } catch {
      return nil
    }
  }
}

@Suite struct Swift6ProgramTests {
  @Test @MainActor func `a service on the main actor compiles and is told`() async throws {
    let manager = CLLocationManager()
    let service = HoppingService()
    service.locationManager(manager, didUpdateLocations: [.origin])
    while service.last == nil { await Task.yield() }
    #expect(service.last === CLLocation.origin)
    let assuming = AssumingService()
    manager.delegate = assuming
    let region = CLCircularRegion(center: .init(), radius: 1, identifier: "home")
    manager.delegate?.locationManager?(manager, didEnterRegion: region)
    #expect(assuming.regions == ["home"])
  }

  @Test func `locations are sent through streams and to actors`() async {
    let delegate = StreamingDelegate()
    let manager = CLLocationManager()
    let degrees = [0.0, 1, 2]
    for degree in degrees {
      let location = CLLocation(CLLocationCoordinate2D(latitude: 0, longitude: degree))
      delegate.locationManager(manager, didUpdateLocations: [location])
    }
    delegate.locationManager(manager, didFailWithError: CLError(.denied))
    let track = Track()
    for await location in delegate.locations { await track.add(location) }
    #expect(abs(await track.length - 222_638.98) < 0.01)
    #expect(CLLocation.origin.coordinate == CLLocationCoordinate2D())
  }

  @Test func `a place is asked for without a network`() async {
    #expect(await Geocoding().town(at: .origin) == "no network")
  }

  @Test func `sessions say what they need`() async throws {
    let session = CLServiceSession(authorization: .whenInUse)
    let full = CLServiceSession(authorization: .always, fullAccuracyPurposeKey: "key")
    session.invalidate()
    full.invalidate()
    let background = CLBackgroundActivitySession()
    var diagnostics = background.diagnostics.makeAsyncIterator()
    #expect(try await diagnostics.next()?.authorizationDenied == false)
    background.invalidate()
  }
}
