// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

// A program that waits for its location in the way that its argument names, and prints what it was
// told: `authorization location`, on the thread that asked.

import CoreLocation
import Foundation
import Glibc

/// Asks for the place and runs the run loop of its thread until it is there, as programs without
/// asynchronous functions do.
final class OneShot: NSObject, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private let thread = pthread_self()
  private(set) var told: [String] = []
  private(set) var isElsewhere = false
  var onLocation: () -> Void = {}
  var startsWhenAuthorized = false

  private func tell(_ what: String) {
    told.append(what)
    if pthread_equal(thread, pthread_self()) == 0 { isElsewhere = true }
  }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    tell("authorization")
    if startsWhenAuthorized, manager.authorizationStatus == .authorizedAlways {
      manager.startUpdatingLocation()
    }
  }
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    tell("location")
    onLocation()
  }
  func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
    tell("error \(error)")
  }

  func begin() {
    manager.delegate = self
    if startsWhenAuthorized {
      manager.requestWhenInUseAuthorization()
    } else {
      manager.requestLocation()
    }
  }

  /// What was told, in the run loop's thread alone.
  func find() -> [String] {
    manager.delegate = self
    manager.requestLocation()
    Self.run { told.contains("location") }
    return isElsewhere ? ["elsewhere"] : told
  }

  /// As programs wait that expect each callback to end one run.
  static func run(until condition: () -> Bool) {
    while !condition() {
      guard RunLoop.current.run(mode: .default, before: .distantFuture) else {
        end(["there is nothing to wait for"])
        return
      }
    }
  }
}

/// Runs the run loop within its first callbacks.
final class Nested: NSObject, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private(set) var altitudes: [Double] = []
  private(set) var depth = 0
  private(set) var deepest = 0
  private(set) var isGeocoded = false

  override init() {
    super.init()
    manager.delegate = self
    manager.startUpdatingLocation()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    altitudes += locations.map(\.altitude)
    guard depth < 3 else { return }
    depth += 1
    deepest = max(deepest, depth)
    let count = altitudes.count
    CLGeocoder().reverseGeocodeLocation(locations[0]) { _, _ in self.isGeocoded = true }
    OneShot.run { isGeocoded && (altitudes.count > count || altitudes.count == 200) }
    depth -= 1
  }
}

/// Bytes of resident memory.
func residentBytes() -> Int {
  let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
  let fields = text.split(separator: " ").compactMap { Int($0) }
  return fields.count > 1 ? fields[1] * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
}

/// Has callbacks come by the run loop, each asked for after the one before has returned.
///
/// `run(mode:before:)` would not do: Foundation on Linux loses the timer of each date that it waits for.
final class ManyCallbacks {
  private let geocoder = CLGeocoder()
  private var count = 0
  private var before = 0

  func ask() {
    geocoder.reverseGeocodeLocation(CLLocation(latitude: 1, longitude: 2)) { _, _ in
      self.count += 1
      if self.count == 2000 { self.before = residentBytes() }
      if self.count == 22_000 { end(["\((residentBytes() - self.before) >> 20)"]) }
      DispatchQueue.main.async { self.ask() }
    }
  }
}

func end(_ told: [String]) {
  print(told.joined(separator: " "))
  exit(EXIT_SUCCESS)
}

switch CommandLine.arguments.last {
case "direct": end(OneShot().find())
case "timer":
  _ = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in end(OneShot().find()) }
case "perform": RunLoop.main.perform { end(OneShot().find()) }
case "queue": DispatchQueue.main.async { end(OneShot().find()) }
case "task": Task { @MainActor in end(OneShot().find()) }
case "thread": Thread.detachNewThread { end(OneShot().find()) }
case "blockedMain":
  Thread.detachNewThread { end(OneShot().find()) }
  sleep(20)
case "worker":
  DispatchQueue.global().async {
    let shot = OneShot()
    shot.onLocation = { end(Thread.isMainThread ? shot.told : ["elsewhere"]) }
    shot.begin()
  }
case "dispatchMain":
  let shot = OneShot()
  shot.onLocation = { end(shot.told) }
  shot.begin()
  dispatchMain()
case "pool":
  autoreleasepool {
    let shot = OneShot()
    shot.onLocation = { end(shot.told) }
    shot.begin()
    RunLoop.main.run()
  }
case "authorized":
  let shot = OneShot()
  shot.onLocation = { end(shot.told) }
  shot.startsWhenAuthorized = true
  shot.begin()
case "description":
  let place = CLLocationCoordinate2D(latitude: 1, longitude: 2)
  let time = Date(timeIntervalSince1970: 1_796_043_793)
  let location = CLLocation(
    coordinate: place,
    altitude: 0,
    horizontalAccuracy: 5,
    verticalAccuracy: -1,
    timestamp: time
  )
  end([location.description])
case "many": ManyCallbacks().ask()
case "nested":
  let nested = Nested()
  OneShot.run { nested.altitudes.count == 200 && nested.depth == 0 }
  let isOrdered = nested.altitudes == (1...200).map(Double.init)
  end(["\(isOrdered)", "\(nested.deepest)", "\(nested.isGeocoded)"])
default: exit(EXIT_FAILURE)
}
RunLoop.main.run()
