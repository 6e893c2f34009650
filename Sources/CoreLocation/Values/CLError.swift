// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

public import Foundation

/// The domain of Core Location's errors.
public let kCLErrorDomain = "kCLErrorDomain"
/// The key of a region near the one that could not be monitored.
public let kCLErrorUserInfoAlternateRegionKey = "kCLErrorUserInfoAlternateRegionKey"

/// An error of Core Location.
///
/// It bridges to `NSError` by `as`. The way back, `nsError as? CLError`, needs the Objective-C
/// runtime; `CLError(_nsError:)` and `catch CLError.denied` take an `NSError` here too.
public struct CLError: _BridgedStoredNSError {
  /// Its number.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error that has such numbers.
    public typealias _ErrorType = CLError

    /// No location now; updates go on.
    case locationUnknown = 0
    /// The application may not know the location.
    case denied = 1
    /// The service or the network cannot be reached.
    case network = 2
    /// No heading can be had.
    case headingFailure = 3
    /// The application may not monitor regions.
    case regionMonitoringDenied = 4
    /// A region cannot be monitored.
    case regionMonitoringFailure = 5
    /// Monitoring did not begin at once.
    case regionMonitoringSetupDelayed = 6
    /// Events of regions are late.
    case regionMonitoringResponseDelayed = 7
    /// Nothing of that name.
    case geocodeFoundNoResult = 8
    /// Not all of the result.
    case geocodeFoundPartialResult = 9
    /// The request was cancelled.
    case geocodeCanceled = 10
    /// Deferred updates failed.
    case deferredFailed = 11
    /// Updates were not on.
    case deferredNotUpdatingLocation = 12
    /// The accuracy was too low for deferred updates.
    case deferredAccuracyTooLow = 13
    /// A distance filter was set.
    case deferredDistanceFiltered = 14
    /// Deferred updates were cancelled.
    case deferredCanceled = 15
    /// Ranging cannot be had.
    case rangingUnavailable = 16
    /// Ranging failed.
    case rangingFailure = 17
    /// The prompt was not answered with yes.
    case promptDeclined = 18
    /// Former locations cannot be had.
    case historicalLocationError = 19

    /// Whether an error has this number, for `catch` and `switch`.
    public static func ~= (code: Code, error: any Error) -> Bool {
      let error = error as NSError
      return error.domain == kCLErrorDomain && error.code == code.rawValue
    }
  }

  /// The error as Foundation has it.
  public let _nsError: NSError

  /// Makes an error of one of the same domain.
  public init(_nsError error: NSError) {
    _nsError =
      error.domain == kCLErrorDomain
      ? error : NSError(domain: kCLErrorDomain, code: Code.locationUnknown.rawValue)
  }

  init(_ code: Code, message: String) {
    self.init(code, userInfo: [NSLocalizedDescriptionKey: message])
  }

  /// The domain of all these errors.
  public static var _nsErrorDomain: String { kCLErrorDomain }
  /// The domain of all these errors.
  public static var errorDomain: String { kCLErrorDomain }
  /// By the number; Foundation's way, by the `NSError` below, recurses without end on Linux.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
  /// By the number.
  public var hashValue: Int { code.hashValue }

  /// The region that is monitored instead of one that could not be, if there is one.
  public var alternateRegion: CLRegion? {
    userInfo[kCLErrorUserInfoAlternateRegionKey] as? CLRegion
  }

  /// No location now; updates go on.
  public static var locationUnknown: Code { .locationUnknown }
  /// The application may not know the location.
  public static var denied: Code { .denied }
  /// The service or the network cannot be reached.
  public static var network: Code { .network }
  /// No heading can be had.
  public static var headingFailure: Code { .headingFailure }
  /// The application may not monitor regions.
  public static var regionMonitoringDenied: Code { .regionMonitoringDenied }
  /// A region cannot be monitored.
  public static var regionMonitoringFailure: Code { .regionMonitoringFailure }
  /// Monitoring did not begin at once.
  public static var regionMonitoringSetupDelayed: Code { .regionMonitoringSetupDelayed }
  /// Events of regions are late.
  public static var regionMonitoringResponseDelayed: Code { .regionMonitoringResponseDelayed }
  /// Nothing of that name.
  public static var geocodeFoundNoResult: Code { .geocodeFoundNoResult }
  /// Not all of the result.
  public static var geocodeFoundPartialResult: Code { .geocodeFoundPartialResult }
  /// The request was cancelled.
  public static var geocodeCanceled: Code { .geocodeCanceled }
  /// Deferred updates failed.
  public static var deferredFailed: Code { .deferredFailed }
  /// Updates were not on.
  public static var deferredNotUpdatingLocation: Code { .deferredNotUpdatingLocation }
  /// The accuracy was too low for deferred updates.
  public static var deferredAccuracyTooLow: Code { .deferredAccuracyTooLow }
  /// A distance filter was set.
  public static var deferredDistanceFiltered: Code { .deferredDistanceFiltered }
  /// Deferred updates were cancelled.
  public static var deferredCanceled: Code { .deferredCanceled }
  /// Ranging cannot be had.
  public static var rangingUnavailable: Code { .rangingUnavailable }
  /// Ranging failed.
  public static var rangingFailure: Code { .rangingFailure }
  /// The prompt was not answered with yes.
  public static var promptDeclined: Code { .promptDeclined }
  /// Former locations cannot be had.
  public static var historicalLocationError: Code { .historicalLocationError }
}
