// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationClient

/// A location, or why there is none now.
public struct CLLocationUpdate: Sendable {
  /// What the locations are used for.
  public enum LiveConfiguration: Int, Sendable {
    /// Anything.
    case `default` = 0
    /// Driving on roads.
    case automotiveNavigation = 1
    /// Boats, trains.
    case otherNavigation = 2
    /// On foot or by bicycle.
    case fitness = 3
    /// In the air.
    case airborne = 4
  }

  /// The updates, one after the other.
  public struct Updates: AsyncSequence, Sendable {
    /// One update.
    public typealias Element = CLLocationUpdate

    /// Gives the updates to one loop.
    public struct Iterator: AsyncIteratorProtocol {
      private var base: LocationStream<LiveUpdate>.AsyncIterator

      init(_ base: LocationStream<LiveUpdate>.AsyncIterator) { self.base = base }

      /// The next update; nil after cancellation.
      public mutating func next() async throws -> CLLocationUpdate? {
        await base.next().map { CLLocationUpdate($0) }
      }
    }

    let configuration: LiveConfiguration

    /// Begins to listen.
    public func makeAsyncIterator() -> Iterator {
      let activity: UpdateOptions.Activity =
        switch configuration {
        case .default: .other
        case .automotiveNavigation: .automotiveNavigation
        case .otherNavigation: .otherNavigation
        case .fitness: .fitness
        case .airborne: .airborne
        }
      return Iterator(LocationManager.liveUpdates(activity).makeAsyncIterator())
    }
  }

  /// Where the device is; nil if that is not known, and the flags say why.
  public let location: CLLocation?
  /// The device stands still.
  public let stationary: Bool
  /// The device stands still; the former name.
  public var isStationary: Bool { stationary }
  /// Somebody said no.
  public let authorizationDenied: Bool
  /// Locations are off for everybody.
  public let authorizationDeniedGlobally: Bool
  /// A policy forbids it.
  public let authorizationRestricted: Bool
  /// Nobody has decided yet.
  public let authorizationRequestInProgress: Bool
  /// Allowed only while in use, and it is not.
  public let insufficientlyInUse: Bool
  /// Locations are exact to some kilometres only.
  public let accuracyLimited: Bool
  /// No position now; updates go on.
  public let locationUnavailable: Bool
  /// Always false: no session is needed.
  public let serviceSessionRequired: Bool

  init(_ update: LiveUpdate) {
    location = update.location.map { ReceivedLocation($0) }
    stationary = update.isStationary
    authorizationDenied = update.authorizationDenied
    authorizationDeniedGlobally = update.authorizationDeniedGlobally
    authorizationRestricted = update.authorizationRestricted
    authorizationRequestInProgress = update.authorizationRequestInProgress
    insufficientlyInUse = update.insufficientlyInUse
    accuracyLimited = update.accuracyLimited
    locationUnavailable = update.locationUnavailable || update.daemonUnavailable
    serviceSessionRequired = false
  }

  /// Updates for as long as they are listened to.
  public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates {
    Updates(configuration: configuration)
  }
}
