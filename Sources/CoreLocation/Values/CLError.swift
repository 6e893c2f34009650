// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

public import Foundation

/// The domain of Core Location's errors.
public let kCLErrorDomain = "kCLErrorDomain"
/// The key of a region near the one that could not be monitored.
public let kCLErrorUserInfoAlternateRegionKey = "kCLErrorUserInfoAlternateRegionKey"

/// An error of Core Location.
public struct CLError: CustomNSError, Hashable, Sendable, LocalizedError {
  /// Its number.
  public enum Code: Int, Hashable, Sendable {
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
      (error as? CLError)?.code == code
    }
  }

  /// Its number.
  public let code: Code
  private let message: String?

  /// Makes an error.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    message = userInfo[NSLocalizedDescriptionKey] as? String
  }

  init(_ code: Code, message: String) {
    self.code = code
    self.message = message
  }

  /// The domain of all these errors.
  public static var errorDomain: String { kCLErrorDomain }
  /// Its number.
  public var errorCode: Int { code.rawValue }
  /// What else is known.
  public var errorUserInfo: [String: Any] {
    message.map { [NSLocalizedDescriptionKey: $0] } ?? [:]
  }
  /// What else is known.
  public var userInfo: [String: Any] { errorUserInfo }
  /// A sentence for people.
  public var errorDescription: String? {
    message ?? "The operation couldn’t be completed. (\(kCLErrorDomain) error \(code.rawValue).)"
  }
  /// A sentence for people.
  public var localizedDescription: String { errorDescription ?? "" }

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
