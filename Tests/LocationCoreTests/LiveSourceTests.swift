// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Testing

@testable import LocationCore

private let alpha = "/dev/ttyA"
private let beta = "/dev/ttyB"

@Suite struct LiveSourceTests {
  private var source = LiveSource(settings: SourceSettings(), now: moment(0))

  /// One whole epoch at `seconds`, and what it brought.
  private mutating func fix(
    _ device: String,
    _ latitude: Double,
    at seconds: Double
  ) -> [Callback<Fix>] {
    var report = FixReport(device: device, mode: .threeD)
    report.coordinate = coordinate(latitude, 20)
    report.time = moment(seconds).utc
    var end = FixReport(device: device, mode: .noFix)
    end.time = moment(seconds + 0.001).utc
    return source.receive(.fix(report), at: moment(seconds))
      + source.receive(.fix(end), at: moment(seconds))
  }

  private func latitudes(_ callbacks: [Callback<Fix>]) -> [Double] {
    callbacks.flatMap { callback -> [Double] in
      guard case .didUpdateLocations(let fixes) = callback else { return [] }
      return fixes.map(\.coordinate.latitude)
    }
  }

  private func changes(_ callbacks: [Callback<Fix>]) -> [SourceChange] {
    callbacks.compactMap { callback in
      guard case .didChangeSource(let change) = callback else { return nil }
      return change
    }
  }

  private func losses(_ callbacks: [Callback<Fix>]) -> Int {
    callbacks.count { callback in
      guard case .didFailWithError(let error) = callback else { return false }
      return error.code == .locationUnknown
    }
  }

  @Test mutating func `two receivers 78 km apart make no zigzag`() {
    var out: [Callback<Fix>] = []
    for second in 0..<20 {
      out += fix(alpha, 10, at: Double(second))
      out += fix(beta, 10.7, at: Double(second) + 0.5)
    }
    #expect(latitudes(out) == Array(repeating: 10, count: 20))
    #expect(changes(out) == [SourceChange(device: alpha, state: .active, age: 0)])
  }

  @Test mutating func `a receiver that is unplugged makes way at once for one that has a fix`() {
    var out = fix(alpha, 10, at: 0)
    out += fix(beta, 10.7, at: 0.5)
    var gone = DeviceReport(device: alpha, driver: nil, isActive: false)
    out += source.receive(.device(gone), at: moment(0.6))
    #expect(latitudes(out) == [10, 10.7] && losses(out) == 0)
    #expect(
      changes(out) == [
        SourceChange(device: alpha, state: .active, age: 0),
        SourceChange(device: alpha, state: .removed, age: 0.6),
        SourceChange(device: beta, state: .active, age: 0),
      ]
    )
    // Beta's own silence counts from its own fix.
    #expect(source.deadline == moment(5.5).instant)
    gone = DeviceReport(device: beta, driver: nil, isActive: false)
    #expect(losses(source.receive(.device(gone), at: moment(1))) == 1)
  }

  @Test mutating func `a list of a gpsd behind gpsd takes no receiver away, nor gpsd's own those`()
  {
    let far = "gpsd://host:2947#/dev/ttyUSB0"
    func list(_ devices: String...) -> [DeviceReport] {
      devices.map { DeviceReport(device: $0, driver: "u-blox", isActive: true) }
    }
    var out = fix(alpha, 10, at: 0)
    out += source.receive(.remoteDevices(list(far)), at: moment(0.5))
    out += fix(alpha, 11, at: 1)
    #expect(latitudes(out) == [10, 11] && losses(out) == 0)
    #expect(Set(source.devices.map(\.device)) == [alpha, far])

    out = source.receive(.devices(list("gpsd://host:2947")), at: moment(2))
    #expect(losses(out) == 1 && source.devices.contains { $0.device == far })
    out = fix(far, 12, at: 3)
    out += source.receive(.devices(list(alpha, "gpsd://host:2947")), at: moment(3.5))
    #expect(latitudes(out) == [12] && losses(out) == 0)
    #expect(losses(source.receive(.devices(list(alpha)), at: moment(4))) == 1)
  }

  @Test mutating func `a sky view of long ago, or of before a loss, says nothing of a fix`() {
    var sky = SkyView(device: alpha)
    sky.usedCount = 7
    sky.hdop = 2
    _ = source.receive(.sky(sky), at: moment(0))
    func used(_ callbacks: [Callback<Fix>]) -> [Int?] {
      callbacks.flatMap { callback -> [Int?] in
        guard case .didUpdateLocations(let fixes) = callback else { return [] }
        return fixes.map(\.satellitesUsed)
      }
    }
    var told: [Int?] = []
    for second in 1...20 { told += used(fix(alpha, 10, at: Double(second))) }
    #expect(told == Array(repeating: 7, count: 14) + Array(repeating: nil, count: 6))
    _ = source.receive(.sky(sky), at: moment(20.5))
    #expect(losses(source.advance(to: moment(26))) == 1)
    #expect(used(fix(alpha, 10, at: 27)) == [nil])
  }

  @Test mutating func `the other receiver takes over when the active one is stale, announced`() {
    var out = fix(alpha, 10, at: 0)
    for second in 1..<9 { out += fix(beta, 10.7, at: Double(second)) }
    // The fix of second 4 waited for its turn.
    #expect(latitudes(out) == [10, 10.7, 10.7, 10.7, 10.7, 10.7])
    #expect(
      changes(out) == [
        SourceChange(device: alpha, state: .active, age: 0),
        SourceChange(device: alpha, state: .lost, age: 5),
        SourceChange(device: beta, state: .active, age: 0),
      ]
    )
    #expect(losses(out) == 0 && source.activeDevice == beta)
    let jump = out.compactMap { callback -> Bool? in
      guard case .didUpdateLocations(let fixes) = callback else { return nil }
      return fixes[0].isDiscontinuous
    }
    #expect(jump == [true, true, false, false, false, false])
    // The first one is back, but nobody asked for it.
    #expect(latitudes(fix(alpha, 10, at: 9)).isEmpty)
  }

  @Test(arguments: [true, false])
  mutating func `an unplugged receiver is lost at once and once`(isListed: Bool) {
    _ = fix(alpha, 10, at: 0)
    let gone = DeviceReport(device: alpha, driver: nil, isActive: false)
    let other = DeviceReport(device: beta, driver: nil, isActive: true)
    var out = source.receive(isListed ? .devices([other]) : .device(gone), at: moment(1))
    #expect(changes(out) == [SourceChange(device: alpha, state: .removed, age: 1)])
    #expect(losses(out) == 1 && source.activeDevice == nil)
    out = source.advance(to: moment(60))
    out += source.receive(isListed ? .devices([]) : .device(gone), at: moment(61))
    #expect(out == [])
    #expect(changes(fix(beta, 11, at: 62)).map(\.state) == [.active])
  }

  @Test mutating func `a list with the device in it loses nothing, active or not`() {
    _ = fix(alpha, 10, at: 0)
    let listed = DeviceReport(device: alpha, driver: "u-blox", isActive: false)
    #expect(source.receive(.devices([listed]), at: moment(1)) == [])
    #expect(source.state == .fixed && source.devices.map(\.driver) == ["u-blox"])
  }

  @Test mutating func `silence is one loss, and the recovery tells how long it was`() {
    _ = fix(alpha, 10, at: 0)
    #expect(source.deadline == moment(5).instant)
    #expect(source.advance(to: moment(4.999)) == [])
    let lost = source.advance(to: moment(5))
    #expect(changes(lost) == [SourceChange(device: alpha, state: .lost, age: 5)])
    #expect(losses(lost) == 1 && source.deadline == nil)
    #expect(source.advance(to: moment(100)) == [])
    let back = fix(alpha, 10, at: 100)
    #expect(changes(back) == [SourceChange(device: alpha, state: .recovered, age: 100)])
    #expect(latitudes(back) == [10])
  }

  @Test mutating func `reports without a position keep nothing alive`() {
    _ = fix(alpha, 10, at: 0)
    var out: [Callback<Fix>] = []
    for second in 1..<10 {
      var report = FixReport(device: alpha, mode: .noFix)
      report.time = moment(Double(second)).utc
      out += source.receive(.fix(report), at: moment(Double(second)))
      out += source.receive(.sky(SkyView(device: alpha)), at: moment(Double(second)))
    }
    #expect(losses(out) == 1)
  }

  @Test mutating func `demand gives a receiver its time before it counts as lost`() {
    #expect(losses(source.advance(to: moment(5))) == 1)
    source.beginDemand(at: moment(100).instant)
    #expect(source.advance(to: moment(104.9)) == [])
    #expect(losses(source.advance(to: moment(105))) == 1)
    _ = fix(alpha, 10, at: 106)
    source.beginDemand(at: moment(107).instant)
    #expect(source.state == .fixed && source.deadline == moment(111).instant)
    source.beginDemand(at: moment(110.5).instant)
    #expect(source.state == .fixed && source.deadline == moment(112.5).instant)
  }

  @Test mutating func `silence without demand is no loss of the receiver, one before it is`() {
    _ = fix(alpha, 10, at: 0)
    source.endDemand()
    let silent = source.advance(to: moment(8))
    #expect(changes(silent) == [] && losses(silent) == 1)
    source.beginDemand(at: moment(20).instant)
    let back = fix(alpha, 10, at: 20.1)
    #expect(changes(back) == [] && latitudes(back) == [10])

    #expect(changes(source.advance(to: moment(30))).map(\.state) == [.lost])
    source.endDemand()
    source.beginDemand(at: moment(60).instant)
    let later = fix(alpha, 10, at: 61)
    #expect(changes(later).map(\.state) == [.recovered] && latitudes(later) == [10])
    #expect(changes(fix(alpha, 10, at: 62)) == [])
  }

  @Test mutating func `a receiver that takes over from a lost one is active, not recovered`() {
    _ = fix(alpha, 10, at: 0)
    _ = source.advance(to: moment(5))
    #expect(changes(fix(beta, 11, at: 6)).map(\.state) == [.active])
    #expect(changes(fix(beta, 11, at: 7)) == [])
  }

  @Test mutating func `a configured device is the only one listened to`() {
    var settings = SourceSettings()
    settings.device = beta
    settings.staleAfter = 2
    source.apply(settings)
    #expect(fix(alpha, 10, at: 0) == [] && source.devices.isEmpty)
    #expect(latitudes(fix(beta, 11, at: 1)) == [11])
    #expect(source.deadline == moment(3).instant)
  }

  @Test mutating func `a peer that invents devices is bounded, and the active one stays`() {
    _ = fix(alpha, 10, at: 0)
    for number in 0..<1000 { _ = fix("/dev/\(number)", 50, at: 0.5) }
    #expect(source.devices.count == 64 && source.activeDevice == alpha)
    #expect(latitudes(fix(alpha, 10, at: 1)) == [10])
  }

  @Test mutating func `satellites are those of the active receiver`() {
    func sky(_ device: String) -> Report { .sky(SkyView(device: device)) }
    #expect(source.receive(sky(beta), at: moment(0)).count == 1)
    _ = fix(alpha, 10, at: 0)
    #expect(source.receive(sky(beta), at: moment(1)) == [])
    #expect(source.receive(sky(alpha), at: moment(1)).count == 1)
  }

  @Test mutating func `one compass speaks until it falls silent`() {
    func turn(_ device: String, _ heading: Double, at seconds: Double) -> [Double?] {
      var attitude = Attitude(device: device)
      attitude.trueHeading = heading
      return source.receive(.attitude(attitude), at: moment(seconds)).compactMap { callback in
        guard case .didUpdateHeading(let heading) = callback else { return nil }
        return heading.trueHeading
      }
    }
    #expect(turn(alpha, 1, at: 0) == [1])
    #expect(turn(beta, 2, at: 1) == [])
    #expect(turn(alpha, 3, at: 2) == [3])
    #expect(turn(beta, 4, at: 6.9) == [])
    #expect(turn(beta, 5, at: 7) == [5])
    #expect(source.receive(.attitude(Attitude(device: beta)), at: moment(8)) == [])
  }

  @Test mutating func `an error report speaks for fixes of its time only`() {
    func accuracy(at seconds: Double, errorsAt: Double?) -> Double? {
      var errors = ErrorReport(device: alpha)
      errors.time = errorsAt.map { moment($0).utc }
      errors.latitudeDeviation = 3
      errors.longitudeDeviation = 4
      _ = source.receive(.errors(errors), at: moment(seconds))
      for case .didUpdateLocations(let fixes) in fix(alpha, 10, at: seconds) {
        return fixes[0].horizontalAccuracy
      }
      return nil
    }
    #expect(accuracy(at: 1, errorsAt: 1) == 5)
    #expect(accuracy(at: 3, errorsAt: 1) == 5)
    #expect(accuracy(at: 4, errorsAt: 1) == 50)
    #expect(accuracy(at: 5, errorsAt: nil) == 50)
  }
}
