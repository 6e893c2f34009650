// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

public import Foundation

/// An object that stands for its description in formats: `NSLog("%@", location)`.
///
/// On Apple's systems every object does.
public protocol CLFormatArgument: NSObjectProtocol, CVarArg, _CVarArgObject {}

extension CLFormatArgument {
  /// The description.
  public var _cVarArgObject: any CVarArg { NSString(string: description) }
  /// The object itself.
  public var _cVarArgEncoding: [Int] {
    [Int(bitPattern: Unmanaged.passUnretained(self).toOpaque())]
  }
}

extension CLBeacon: CLFormatArgument {}
extension CLBeaconIdentityCondition: CLFormatArgument {}
extension CLFloor: CLFormatArgument {}
extension CLGeocoder: CLFormatArgument {}
extension CLHeading: CLFormatArgument {}
extension CLLocation: CLFormatArgument {}
extension CLLocationManager: CLFormatArgument {}
extension CLLocationSourceInformation: CLFormatArgument {}
extension CLPlacemark: CLFormatArgument {}
extension CLRegion: CLFormatArgument {}
extension CLVisit: CLFormatArgument {}
