// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import ControlRequests
internal import LocationCore

/// A lap that is remembered while it is read, so that a short one need not be looked for again.
final class KeptLap: RouteSource {
  private let source: any RouteSource
  private var stops: [RouteStop] = []
  private var isShort = true
  private var isWhole = false

  init(_ source: any RouteSource) {
    self.source = source
  }

  var fraction: Double? { source.fraction }

  func next() throws(Failure) -> RouteStop? {
    guard let stop = try source.next() else {
      isWhole = true
      return nil
    }
    if isShort, stops.count < RouteSpec.window {
      stops.append(stop)
    } else {
      isShort = false
      stops = []
    }
    return stop
  }

  /// The same lap once more; nil if it is too long to be kept.
  var again: (any RouteSource)? {
    isShort && isWhole ? StopList(stops) : nil
  }
}

/// Stops that are all there already.
private final class StopList: RouteSource {
  private let stops: [RouteStop]
  private var index = 0

  init(_ stops: [RouteStop]) {
    self.stops = stops
  }

  var fraction: Double? { Double(index) / Double(max(stops.count, 1)) }

  func next() -> RouteStop? {
    guard index < stops.count else { return nil }
    defer { index += 1 }
    return stops[index]
  }
}
