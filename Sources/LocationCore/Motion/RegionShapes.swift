// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// One location, as regions see it.
struct RegionSighting {
  let point: GroundPoint
  let accuracy: Double
  let time: UTCTime
  let now: Instant

  init(_ location: Location, now: Instant) {
    point = GroundPoint(location.fix.coordinate)
    accuracy = location.fix.horizontalAccuracy
    time = location.fix.time
    self.now = now
  }
}

/// The different shapes of the regions of a `RegionIndex`, each with the regions that have it.
struct RegionShapes {
  private let settings: RegionSettings
  private let maximumVertices: Int
  private(set) var members = RegionMembers()
  private var slots: [RegionShapeSlot] = []
  /// The shapes themselves, by the same numbers.
  private var outlines: [Region.Shape] = []
  private var free: [Int] = []
  private var numbers: [Region.Shape: Int] = [:]
  private var vertexCount = 0

  init(settings: RegionSettings, maximumVertices: Int) {
    self.settings = settings
    self.maximumVertices = maximumVertices
  }

  /// Adds a region; returns the number of its shape too, which is the old count if it is a new one.
  mutating func add(
    _ region: Region,
    assuming state: RegionState
  ) throws(Region.Rejection) -> (RegionHandle, shape: Int) {
    let shape = try number(of: region.shape)
    let handle = members.insert(region, state: state, shape: shape, next: slots[shape].first)
    slots[shape].first = Int32(handle.slot)
    slots[shape].common = .unknown
    return (handle, shape)
  }

  /// Adds a region and steps it; returns also how many metres the location can move before a change.
  ///
  /// Others of its shape are left alone, so that adding one costs the same however many there are.
  mutating func add(
    _ region: Region,
    at sighting: RegionSighting
  ) throws(Region.Rejection) -> (
    handle: RegionHandle, shape: Int, event: RegionEvent?, slack: Double
  ) {
    let isFirst = numbers[region.shape] == nil
    let before = numbers[region.shape].map { slots[$0].common }
    let (handle, shape) = try add(region, assuming: .unknown)
    let signedDistance = signedDistance(shape, from: sighting)
    let evidence = evidence(shape, signedDistance, sighting.accuracy)
    let member = Int(handle.slot)
    let event = members.step(member, evidence, sighting, dwell: settings.dwell)
    let state = members.settledState(member)
    if isFirst || before == state { slots[shape].common = state }
    let slack = slots[shape].slack(
      of: state,
      at: signedDistance,
      minimumMargin: settings.minimumMargin
    )
    return (handle, shape, event, slack)
  }

  /// Removes a region; returns the number of its shape if no other has it.
  mutating func remove(_ handle: RegionHandle) -> Int? {
    guard let shape = members.shape(of: handle) else { return nil }
    slots[shape].first = members.remove(handle, first: slots[shape].first)
    guard slots[shape].first < 0 else { return nil }
    let freed = outlines[shape]
    numbers[freed] = nil
    vertexCount -= freed.vertexCount
    // Gives back the memory of a polygon.
    outlines[shape] = .circle(center: freed.center, radius: 1)
    free.append(shape)
    return shape
  }

  mutating func interrupt(_ shape: Int) {
    members.interrupt(from: slots[shape].first)
  }

  /// Steps every region of one shape; returns how many metres the location can move before a change.
  mutating func step(
    _ shape: Int,
    _ sighting: RegionSighting,
    events: inout [RegionEvent]
  ) -> Double {
    let slot = slots[shape]
    let signedDistance = signedDistance(shape, from: sighting)
    let margin = settings.minimumMargin
    if slot.common == (signedDistance >= 0 ? .outside : .inside) {
      return slot.slack(of: slot.common, at: signedDistance, minimumMargin: margin)
    }
    let evidence = evidence(shape, signedDistance, sighting.accuracy)
    var slack = Double.infinity
    var common: RegionState?
    var next = Int(slot.first)
    while next >= 0 {
      let event = members.step(next, evidence, sighting, dwell: settings.dwell)
      if let event { events.append(event) }
      let state = members.settledState(next)
      common = common == nil || common == state ? state : .unknown
      slack = min(slack, slot.slack(of: state, at: signedDistance, minimumMargin: margin))
      next = members.next(next)
    }
    slots[shape].common = common ?? .unknown
    return slack
  }

  private mutating func number(of shape: Region.Shape) throws(Region.Rejection) -> Int {
    if let number = numbers[shape] { return number }
    guard vertexCount + shape.vertexCount <= maximumVertices else { throw .noRoom }
    vertexCount += shape.vertexCount
    let number = free.popLast() ?? slots.count
    let slot = RegionShapeSlot(shape)
    if number == slots.count {
      slots.append(slot)
      outlines.append(shape)
    } else {
      slots[number] = slot
      outlines[number] = shape
    }
    numbers[shape] = number
    return number
  }

  /// The signed distance in metres; beyond the margin maybe a bound that is nearer to zero.
  private func signedDistance(_ shape: Int, from sighting: RegionSighting) -> Double {
    let margin = RegionEvidence.margin(accuracy: sighting.accuracy, settings: settings)
    if let easy = slots[shape].easyDistance(from: sighting.point, margin: margin) { return easy }
    return outlines[shape].signedDistance(from: sighting.point)
  }

  private func evidence(
    _ shape: Int,
    _ signedDistance: Double,
    _ accuracy: Double
  ) -> RegionEvidence {
    RegionEvidence(
      signedDistance: signedDistance,
      accuracy: accuracy,
      radius: slots[shape].meanRadius,
      settings: settings
    )
  }
}

/// What a quick look at one shape in a `RegionIndex` needs, and no more: a jump looks at all.
struct RegionShapeSlot {
  private var x = 0.0
  private var y = 0.0
  private var z = 0.0
  private var boundingRadius = 0.0
  private(set) var meanRadius = 0.0
  /// First of the shape's members, −1 if there is none.
  var first: Int32 = -1
  /// The state of every member, if all are settled in the same one; else unknown.
  var common = RegionState.unknown
  private var isCircle = false

  init(_ shape: Region.Shape) {
    let center = shape.center
    x = center.x
    y = center.y
    z = center.z
    boundingRadius = shape.boundingRadius
    meanRadius = shape.meanRadius
    if case .circle = shape { isCircle = true } else { isCircle = false }
  }

  /// A bound of the signed distance in metres that lies beyond the margin, if it is as easy as that.
  func easyDistance(from point: GroundPoint, margin: Double) -> Double? {
    let dx = point.x - x
    let dy = point.y - y
    let dz = point.z - z
    let chord = (dx * dx + dy * dy + dz * dz).squareRoot()
    let least = chord - boundingRadius - Ellipsoid.rounding
    if least >= margin { return least }
    guard isCircle, chord < boundingRadius else { return nil }
    let most = GroundPoint.longestGeodesic(chord: chord) - boundingRadius
    return most <= -min(margin, boundingRadius / 2) ? most : nil
  }

  /// Metres the location can move before the state of a settled member can change.
  func slack(of state: RegionState, at signedDistance: Double, minimumMargin: Double) -> Double {
    switch state {
    case .outside: signedDistance + min(minimumMargin, meanRadius / 2)
    case .inside: minimumMargin - signedDistance
    case .unknown: 0
    }
  }
}
