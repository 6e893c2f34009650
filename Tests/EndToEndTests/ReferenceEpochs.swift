// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationTestSupport

/// What a plain JSON client of gpsd was told in one run, in the form in which it is compared.
struct ReferenceEpochs {
  struct Epoch {
    let device: String
    let time: String
    var latitude: Double
    var longitude: Double
  }

  /// Runs of fixes with the same device and time, in the order of their arrival.
  private(set) var epochs: [Epoch] = []
  /// Fixes that gpsd gave no time, with the receiver's name.
  private(set) var timeless: [Epoch] = []

  /// Takes one report of gpsd; only fixes with both coordinates count.
  mutating func take(_ report: JSONObject) {
    guard report.text("class") == "TPV", report.integer("mode") ?? 0 >= 2,
      let latitude = report.number("lat"), let longitude = report.number("lon")
    else { return }
    let device = report.text("device") ?? ""
    guard let time = report.text("time") else {
      timeless.append(Epoch(device: device, time: "", latitude: latitude, longitude: longitude))
      return
    }
    if let last = epochs.last, last.device == device, last.time == time {
      epochs[epochs.count - 1].latitude = latitude
      epochs[epochs.count - 1].longitude = longitude
    } else {
      epochs.append(Epoch(device: device, time: time, latitude: latitude, longitude: longitude))
    }
  }
}

/// One location as a subscriber got it.
struct ReceivedLocation {
  let device: String
  let time: String
  let latitude: Double
  let longitude: Double
  let sequence: Int
  let isTimeEstimated: Bool

  init?(_ location: JSONObject) {
    guard let latitude = location.number("latitude"), let longitude = location.number("longitude"),
      let time = location.text("timestamp"), let sequence = location.integer("sequence"),
      let source = location.object("source")
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    self.time = time
    self.sequence = sequence
    device = source.text("device") ?? ""
    isTimeEstimated = source.texts("estimated").contains("timestamp")
  }
}

/// Compares by the rule of the project: each epoch once, as gpsd gave it last, and nothing else.
struct EpochComparison {
  private static let tolerance = 1e-9
  /// Seconds of 1024 weeks, by which a receiver's date may have been put right.
  private static let rollover = 619_315_200.0

  /// One sentence per difference; empty when all is right.
  let differences: [String]

  init(reference: ReferenceEpochs, received: [ReceivedLocation]) {
    differences =
      reference.epochs.isEmpty && !reference.timeless.isEmpty
      ? Self.compareTimeless(reference.timeless, received)
      : Self.compare(reference.epochs, received)
  }

  private static func compare(
    _ epochs: [ReferenceEpochs.Epoch],
    _ received: [ReceivedLocation]
  ) -> [String] {
    var found: [String] = []
    if epochs.count != received.count {
      found.append("gpsd gave \(epochs.count) epochs, \(received.count) locations arrived")
    }
    for (index, (epoch, location)) in zip(epochs, received).enumerated() {
      let expected = "\(epoch.device) \(epoch.time) \(epoch.latitude),\(epoch.longitude)"
      let actual =
        "\(location.device) \(location.time) \(location.latitude),\(location.longitude)"
      let agrees =
        epoch.device == location.device && isSameTime(epoch, location)
        && abs(epoch.latitude - location.latitude) <= tolerance
        && abs(epoch.longitude - location.longitude) <= tolerance
      guard agrees else {
        // What follows the first difference is usually its echo.
        found.append("epoch \(index): gpsd gave \(expected), the subscriber got \(actual)")
        return found
      }
    }
    return found + gaps(received)
  }

  /// A receiver that never tells the time: each location is stamped with the host's.
  private static func compareTimeless(
    _ fixes: [ReferenceEpochs.Epoch],
    _ received: [ReceivedLocation]
  ) -> [String] {
    guard let last = fixes.last, let lastReceived = received.last else {
      return ["\(fixes.count) fixes without time, \(received.count) locations"]
    }
    var found: [String] = []
    if abs(last.latitude - lastReceived.latitude) > tolerance
      || abs(last.longitude - lastReceived.longitude) > tolerance
    {
      found.append("the last location is not gpsd's last one")
    }
    for location in received {
      if !location.isTimeEstimated { found.append("\(location.time) is not marked estimated") }
      let isKnown = fixes.contains {
        abs($0.latitude - location.latitude) <= tolerance
          && abs($0.longitude - location.longitude) <= tolerance
      }
      if !isKnown { found.append("gpsd never gave \(location.latitude),\(location.longitude)") }
    }
    return found + gaps(received)
  }

  private static func isSameTime(
    _ epoch: ReferenceEpochs.Epoch,
    _ location: ReceivedLocation
  ) -> Bool {
    guard let expected = secondsSince1970(epoch.time), let actual = secondsSince1970(location.time)
    else { return false }
    guard location.isTimeEstimated else { return expected == actual }
    let eras = (actual - expected) / rollover
    return eras != 0 && eras == eras.rounded()
  }

  private static func gaps(_ received: [ReceivedLocation]) -> [String] {
    zip(received, received.dropFirst()).compactMap { earlier, later in
      later.sequence == earlier.sequence + 1
        ? nil : "sequence \(earlier.sequence) is followed by \(later.sequence)"
    }
  }
}
