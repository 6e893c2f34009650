// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationClient

/// Says that an application needs authorization, for as long as it is kept.
public final class CLServiceSession: Sendable {
  /// What is needed.
  public enum AuthorizationRequirement: Int, Sendable {
    /// Nothing.
    case none = 0
    /// To know the location while in use.
    case whenInUse = 1
    /// To know it at any time.
    case always = 2
  }

  /// What stands between the application and the location.
  public struct Diagnostic: Sendable {
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
    /// Always false: no session is needed.
    public let serviceSessionRequired: Bool
    /// Locations are exact to some kilometres only.
    public let accuracyLimited: Bool
    /// Full accuracy was asked for and is not granted.
    public let fullAccuracyDenied: Bool
    /// Always false: nobody rules a process's sessions.
    public let alwaysAuthorizationDenied: Bool

    init(_ authorization: Authorization, wantsFullAccuracy: Bool) {
      authorizationDenied = authorization.status == .denied
      authorizationDeniedGlobally = false
      authorizationRestricted = authorization.status == .restricted
      authorizationRequestInProgress = authorization.status == .notDetermined
      insufficientlyInUse = false
      serviceSessionRequired = false
      accuracyLimited = authorization.accuracy == .reduced
      fullAccuracyDenied = wantsFullAccuracy && authorization.accuracy == .reduced
      alwaysAuthorizationDenied = false
    }
  }

  /// What stands between, now and at each change.
  public final class Diagnostics: AsyncSequence, Sendable {
    /// One state.
    public typealias Element = Diagnostic

    /// Gives the states to one loop.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate var base: LocationStream<Authorization>.AsyncIterator
      fileprivate let wantsFullAccuracy: Bool

      /// The next state; nil after cancellation.
      public mutating func next() async throws -> Diagnostic? {
        let wantsFullAccuracy = wantsFullAccuracy
        return await base.next().map { Diagnostic($0, wantsFullAccuracy: wantsFullAccuracy) }
      }
    }

    private let base: LocationStream<Authorization>
    private let wantsFullAccuracy: Bool

    fileprivate init(_ base: LocationStream<Authorization>, wantsFullAccuracy: Bool) {
      self.base = base
      self.wantsFullAccuracy = wantsFullAccuracy
    }

    /// Begins to listen.
    public func makeAsyncIterator() -> Iterator {
      Iterator(base: base.makeAsyncIterator(), wantsFullAccuracy: wantsFullAccuracy)
    }
  }

  private let manager: Guarded<LocationManager?>
  private let wantsFullAccuracy: Bool

  /// Asks for what is needed.
  public init(authorization: AuthorizationRequirement) {
    manager = Guarded(Self.ask(authorization))
    wantsFullAccuracy = false
  }

  /// Asks for what is needed, with full accuracy.
  public init(authorization: AuthorizationRequirement, fullAccuracyPurposeKey: String) {
    manager = Guarded(Self.ask(authorization))
    wantsFullAccuracy = true
  }

  private static func ask(_ authorization: AuthorizationRequirement) -> LocationManager {
    let manager = LocationManager()
    if authorization != .none { manager.requestAuthorization() }
    return manager
  }

  /// What stands between the application and the location.
  public var diagnostics: Diagnostics {
    let manager = manager.withLock(\.self) ?? LocationManager()
    return Diagnostics(manager.authorizations, wantsFullAccuracy: wantsFullAccuracy)
  }

  /// Ends the need.
  public func invalidate() { manager.withLock { $0 = nil } }
}
