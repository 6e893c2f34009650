// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

public import Foundation

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of errors of pushes that ask for the location.
public let CLLocationPushServiceErrorDomain = "CLLocationPushServiceErrorDomain"

/// Why there are no pushes that ask for the location: always `unsupportedPlatform` here.
public struct CLLocationPushServiceError: _BridgedStoredNSError {
  /// Its number.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error that has such numbers.
    public typealias _ErrorType = CLLocationPushServiceError

    /// Not known.
    case unknown = 0
    /// The application has no extension for them.
    case missingPushExtension = 1
    /// The application has no environment for them.
    case missingPushServerEnvironment = 2
    /// The application is not entitled to them.
    case missingEntitlement = 3
    /// There are none on this system.
    case unsupportedPlatform = 4

    /// Whether an error has this number, for `catch` and `switch`.
    public static func ~= (code: Code, error: any Error) -> Bool {
      let error = error as NSError
      return error.domain == CLLocationPushServiceErrorDomain && error.code == code.rawValue
    }
  }

  /// The error as Foundation has it.
  public let _nsError: NSError

  /// Makes an error of one of the same domain.
  public init(_nsError error: NSError) {
    _nsError =
      error.domain == CLLocationPushServiceErrorDomain
      ? error : NSError(domain: CLLocationPushServiceErrorDomain, code: Code.unknown.rawValue)
  }

  /// The domain of all these errors.
  public static var _nsErrorDomain: String { CLLocationPushServiceErrorDomain }
  /// The domain of all these errors.
  public static var errorDomain: String { CLLocationPushServiceErrorDomain }
  /// By the number.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
  /// By the number.
  public var hashValue: Int { code.hashValue }

  /// Not known.
  public static var unknown: Code { .unknown }
  /// The application has no extension for them.
  public static var missingPushExtension: Code { .missingPushExtension }
  /// The application has no environment for them.
  public static var missingPushServerEnvironment: Code { .missingPushServerEnvironment }
  /// The application is not entitled to them.
  public static var missingEntitlement: Code { .missingEntitlement }
  /// There are none on this system.
  public static var unsupportedPlatform: Code { .unsupportedPlatform }
}
