// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

public import Foundation
internal import LocationClient

/// Something that holds or does not hold where the device is.
public protocol CLCondition: Codable, Sendable {}

/// Watches named conditions, and remembers them over runs of the program.
///
/// Programs extend it, so that what is no `async` on Apple's systems is none here: it runs where
/// the client's monitor does.
public actor CLMonitor {
  /// The device is within so many metres of a point.
  public struct CircularGeographicCondition: CLCondition, Sendable {
    /// The point.
    public var center: CLLocationCoordinate2D
    /// Metres.
    public var radius: CLLocationDistance

    /// Makes a condition.
    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
      self.center = center
      self.radius = radius
    }

    private enum CodingKeys: CodingKey { case latitude, longitude, radius }

    /// Reads a condition.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      center = CLLocationCoordinate2D(
        latitude: try container.decode(Double.self, forKey: .latitude),
        longitude: try container.decode(Double.self, forKey: .longitude)
      )
      radius = try container.decode(Double.self, forKey: .radius)
    }

    /// Writes the condition: degrees and metres.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(center.latitude, forKey: .latitude)
      try container.encode(center.longitude, forKey: .longitude)
      try container.encode(radius, forKey: .radius)
    }
  }

  /// A beacon is near; it cannot be watched here.
  public struct BeaconIdentityCondition: CLCondition, Sendable {
    /// The beacons' common identifier.
    public var uuid: UUID
    /// The major value, if one is meant.
    public var major: CLBeaconMajorValue?
    /// The minor value, if one is meant.
    public var minor: CLBeaconMinorValue?

    /// Means all beacons of an identifier.
    public init(uuid: UUID) { self.uuid = uuid }
    /// Means those of one major value.
    public init(uuid: UUID, major: CLBeaconMajorValue) {
      self.uuid = uuid
      self.major = major
    }
    /// Means one beacon.
    public init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
      self.uuid = uuid
      self.major = major
      self.minor = minor
    }
  }

  /// What became of a condition.
  public struct Event: Sendable {
    /// Whether it holds.
    public enum State: UInt, Sendable {
      /// Not known.
      case unknown = 0
      /// It holds.
      case satisfied = 1
      /// It does not hold.
      case unsatisfied = 2
      /// It is not watched.
      case unmonitored = 3
    }

    /// The condition.
    public let identifier: String
    /// Always nil.
    public let refinement: (any CLCondition)?
    /// Whether it holds.
    public let state: State
    /// When that was found.
    public let date: Date
    /// Whether it is not watched because there are too many.
    public let conditionLimitExceeded: Bool
    /// Whether it is not watched because it is of a kind that cannot be.
    public let conditionUnsupported: Bool
    /// Whether it is not watched because locations are exact to some kilometres only.
    public let accuracyLimited: Bool
    /// Whether it is not watched because somebody said no.
    public let authorizationDenied: Bool
    /// Always false.
    public let authorizationDeniedGlobally = false
    /// Whether it is not watched because a policy forbids it.
    public let authorizationRestricted: Bool
    /// Whether it is not watched because nobody has decided yet.
    public let authorizationRequestInProgress: Bool
    /// Always false.
    public let insufficientlyInUse = false
    /// Always false.
    public let persistenceUnavailable = false
    /// Always false.
    public let serviceSessionRequired = false

    init(_ event: MonitorEvent) {
      let isUnsupported = event.reason == LocationClient.Monitor.unsupported
      identifier = event.identifier
      refinement = nil
      date = event.date
      state =
        switch event.state {
        case .unknown: .unknown
        case .satisfied: .satisfied
        case .unsatisfied: .unsatisfied
        case .unmonitored: .unmonitored
        }
      conditionUnsupported = isUnsupported
      let status = event.authorization?.status
      conditionLimitExceeded = event.state == .unmonitored && !isUnsupported && status == nil
      accuracyLimited = event.authorization.map { $0.allowsLocation } ?? false
      authorizationDenied = status == .denied
      authorizationRestricted = status == .restricted
      authorizationRequestInProgress = status == .notDetermined
    }
  }

  /// A condition and what is known of it.
  public struct Record: Sendable {
    /// The condition.
    public let condition: any CLCondition
    /// The last event that was delivered.
    public let lastEvent: Event
  }

  /// Every change of a condition's state.
  public struct Events: AsyncSequence, Sendable {
    /// One change.
    public typealias Element = Event

    /// Gives the events to one loop.
    public struct Iterator: AsyncIteratorProtocol {
      private var base: LocationStream<MonitorEvent>.AsyncIterator

      init(_ base: LocationStream<MonitorEvent>.AsyncIterator) { self.base = base }

      /// The next event; nil after cancellation.
      public mutating func next() async throws -> Event? {
        await base.next().map { Event($0) }
      }
    }

    let base: LocationStream<MonitorEvent>

    /// Begins to listen.
    public func makeAsyncIterator() -> Iterator { Iterator(base.makeAsyncIterator()) }
  }

  /// The name it was opened by.
  public nonisolated let name: String
  private let monitor: LocationClient.Monitor
  /// Conditions that cannot be watched, kept while the program runs.
  private var unsupported: [String: Record] = [:]

  /// Opens the monitor of a name with the conditions it had.
  public init(_ name: String) async {
    self.name = name
    monitor = await LocationClient.Monitor.open(name)
  }

  /// That of the client's monitor, which is therefore called without waiting.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { monitor.unownedExecutor }

  /// Identifiers of all conditions.
  public var identifiers: [String] {
    (monitor.assumeIsolated { $0.identifiers } + unsupported.keys).sorted()
  }

  /// Every change of a condition's state from now on.
  public var events: Events { Events(base: monitor.events) }

  /// A condition and its last event.
  public func record(for identifier: String) -> Record? {
    if let record = unsupported[identifier] { return record }
    guard let record = monitor.assumeIsolated({ $0.record(for: identifier) }),
      case .circle(let center, let radius) = record.condition
    else { return nil }
    let condition = CircularGeographicCondition(
      center: CLLocationCoordinate2D(center),
      radius: radius
    )
    return Record(condition: condition, lastEvent: Event(record.lastEvent))
  }

  /// Watches a condition; it replaces the one of the same identifier.
  public func add(_ condition: any CLCondition, identifier: String) {
    add(condition, identifier: identifier, assuming: .unknown)
  }

  /// Watches a condition of an assumed state; it replaces the one of the same identifier.
  public func add(_ condition: any CLCondition, identifier: String, assuming state: Event.State) {
    guard let circle = condition as? CircularGeographicCondition else {
      var event = MonitorEvent(identifier: identifier, state: .unmonitored, date: Date())
      event.reason = LocationClient.Monitor.unsupported
      unsupported[identifier] = Record(condition: condition, lastEvent: Event(event))
      return monitor.assumeIsolated { $0.refuse(identifier) }
    }
    unsupported[identifier] = nil
    let assumed: MonitorEvent.State =
      switch state {
      case .unknown: .unknown
      case .satisfied: .satisfied
      case .unsatisfied: .unsatisfied
      case .unmonitored: .unmonitored
      }
    let shape = MonitorCondition.circle(
      center: Coordinate(circle.center),
      radius: circle.radius
    )
    monitor.assumeIsolated { $0.add(shape, identifier: identifier, assuming: assumed) }
  }

  /// Ends the watch of a condition and forgets it.
  public func remove(_ identifier: String) {
    let isUnsupported = unsupported.removeValue(forKey: identifier) != nil
    monitor.assumeIsolated {
      if isUnsupported { $0.forgetUntold(identifier) }
      $0.remove(identifier)
    }
  }
}
