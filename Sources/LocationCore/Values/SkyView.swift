// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The satellites one receiver sees and the dilutions of precision of its solution.
package struct SkyView: Hashable, Sendable {
  package struct Satellite: Hashable, Sendable {
    /// GPS, SBAS, Galileo, BeiDou, IMES, QZSS, GLONASS, NavIC or unknown.
    package var system: String
    /// gpsd's PRN number.
    package var prn: Int
    /// Degrees from true north, 0 ≤ value < 360.
    package var azimuth: Double?
    /// Degrees above the horizon, −90 … 90.
    package var elevation: Double?
    /// Carrier to noise density, dB-Hz.
    package var signal: Double?
    package var isUsed: Bool

    package init(
      system: String,
      prn: Int,
      azimuth: Double? = nil,
      elevation: Double? = nil,
      signal: Double? = nil,
      isUsed: Bool
    ) {
      self.system = system
      self.prn = prn
      self.azimuth = azimuth
      self.elevation = elevation
      self.signal = signal
      self.isUsed = isUsed
    }
  }

  package var device: String
  package var time: UTCTime?
  /// Says something only when `visibleCount` is set: gpsd may send the dilutions alone.
  package var satellites: [Satellite] = []
  /// As the receiver counts them; may be known when the list is not.
  package var visibleCount: Int?
  package var usedCount: Int?
  package var hdop: Double?
  package var vdop: Double?
  package var pdop: Double?

  package init(device: String) {
    self.device = device
  }

  /// This view with what it does not say taken from the one before it.
  package func completed(by earlier: SkyView?) -> SkyView {
    guard let earlier else { return self }
    var view = self
    if visibleCount == nil {
      view.satellites = earlier.satellites
      view.visibleCount = earlier.visibleCount
      view.usedCount = usedCount ?? earlier.usedCount
    }
    if hdop == nil, vdop == nil, pdop == nil {
      view.hdop = earlier.hdop
      view.vdop = earlier.vdop
      view.pdop = earlier.pdop
    }
    return view
  }
}
