// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// One TPV report of gpsd as libgps decoded it; absent values are nil, never NaN or a sentinel.
///
/// Units and names follow gpsd_json(5): degrees, metres, metres per second, 95 % error estimates.
package struct FixReport: Hashable, Sendable {
  package enum Mode: UInt8, Sendable {
    case unseen = 0
    case noFix = 1
    case twoD = 2
    case threeD = 3
  }

  package var device: String
  package var mode: Mode
  /// gpsd's STATUS_ number; 0 and 1 both are a plain autonomous fix.
  package var status: Int
  package var time: UTCTime?
  /// Present only in mode 2 or 3 with both values in range.
  package var coordinate: Coordinate?
  package var altitudeMSL: Double?
  package var altitudeHAE: Double?
  package var geoidSeparation: Double?
  package var epx: Double?
  package var epy: Double?
  package var epv: Double?
  package var eph: Double?
  package var speed: Double?
  package var eps: Double?
  package var track: Double?
  package var epd: Double?
  package var climb: Double?

  package init(device: String, mode: Mode, status: Int = 0) {
    self.device = device
    self.mode = mode
    self.status = status
  }
}

/// One GST report: standard deviations (1 σ) in metres, by axis.
package struct ErrorReport: Hashable, Sendable {
  package var device: String
  package var time: UTCTime?
  package var latitudeDeviation: Double?
  package var longitudeDeviation: Double?
  package var altitudeDeviation: Double?

  package init(device: String) {
    self.device = device
  }
}

/// One ATT report: where the device points, in degrees.
package struct Attitude: Hashable, Sendable {
  package var device: String
  package var time: UTCTime?
  /// Degrees from true north, 0 ≤ value < 360.
  package var trueHeading: Double?
  /// Degrees from magnetic north, 0 ≤ value < 360.
  package var magneticHeading: Double?

  package init(device: String) {
    self.device = device
  }
}

/// What gpsd says of a receiver: it came, went, or got a driver.
package struct DeviceReport: Hashable, Sendable {
  package var device: String
  package var driver: String?
  package var isActive: Bool

  package init(device: String, driver: String?, isActive: Bool) {
    self.device = device
    self.driver = driver
    self.isActive = isActive
  }
}

/// Whether the connection to gpsd stands.
package enum Connection: Hashable, Sendable {
  case connected
  /// With the reason, for the log and `status`.
  case disconnected(reason: String)
}

/// One message from upstream, decoded; the domain's only input from receivers.
package enum Report: Hashable, Sendable {
  case connection(Connection)
  case device(DeviceReport)
  /// The whole list of receivers; one that is not in it is gone.
  case devices([DeviceReport])
  /// Receivers of a gpsd behind gpsd; those of gpsd itself are not in it.
  case remoteDevices([DeviceReport])
  case fix(FixReport)
  case sky(SkyView)
  case errors(ErrorReport)
  case attitude(Attitude)
  /// An object that carries nothing for the domain; only surfaces that forward lines use it.
  case other
}
