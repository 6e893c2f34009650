// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationClient
import LocationTestSupport
import Testing

/// The end of a request that was given up, in the daemon's words, and a callback after it.
private let timeIsUp =
  #"{"jsonrpc":"2.0","method":"didFailWithError","params":{"error":{"code":0,"message":"no location within the time asked for","name":"locationUnknown"}}}"#
private let last = #"{"jsonrpc":"2.0","method":"didFly","params":{}}"#

private func location(at latitude: Double) -> String {
  #"{"jsonrpc":"2.0","method":"didUpdateLocations","params":{"locations":[{"latitude":\#(latitude),"longitude":2.2945,"horizontalAccuracy":5,"sequence":1,"source":{"isProducedByAccessory":true,"isSimulatedBySoftware":false},"timestamp":"2026-01-01T00:00:00.000Z"}]}}"#
}

@Suite(.serialized) struct RequestTests {
  /// Has a daemon say something when it is asked for something, while a request for one location
  /// waits that is given up in between; what is told of that, up to the last callback.
  private func told(
    when method: String,
    says lines: [String],
    _ giveUp: (LocationManager) -> Void
  ) throws -> [String] {
    let said = (lines + [last]).map { $0 + "\n" }.joined()
    let daemon = try FloodingDaemon(Array(said.utf8), when: method, answers: true)
    let manager = LocationManager(configuration: .init(socketPath: daemon.path))
    let told = Notebook<String>()
    let observation = manager.observe { event in
      switch event {
      case .didUpdateLocations(let locations, _):
        told.write("\(locations.map(\.coordinate.latitude))")
      case .didFailWithError(let error): told.write("\(error.code)")
      case .unknown(let callback): told.write(callback.method)
      default: break
      }
    }
    defer { observation.cancel() }
    manager.requestLocation(timeout: 60)
    try daemon.lines.wait("the request") { $0.contains { $0.contains("requestLocation") } }
    giveUp(manager)
    try told.wait("the last callback") { $0.last == "didFly" }
    return told.all.dropLast()
  }

  @Test func `after a stop the answer of a request is not told`() throws {
    for answer in [timeIsUp, location(at: 1)] {
      let told = try told(when: "startUpdatingHeading", says: [answer]) { manager in
        manager.stopUpdatingLocation()
        manager.startUpdatingHeading()
      }
      #expect(told == [])
    }
  }

  @Test func `updates in place of a request do not end with it`() throws {
    let lines = [location(at: 1), timeIsUp, location(at: 2)]
    let told = try told(when: "startUpdatingLocation", says: lines) {
      $0.startUpdatingLocationInsteadOfRequest()
    }
    #expect(told == ["[1.0]", "[2.0]"])
  }

  @Test func `a request that waits is ended by its own failure`() throws {
    let told = try told(when: "startUpdatingHeading", says: [timeIsUp]) {
      $0.startUpdatingHeading()
    }
    #expect(told == ["locationUnknown"])
  }

  @Test func `no locations at all are not told`() throws {
    let none = #"{"jsonrpc":"2.0","method":"didUpdateLocations","params":{"locations":[]}}"#
    let told = try told(when: "startUpdatingHeading", says: [none, location(at: 1)]) {
      $0.startUpdatingHeading()
    }
    #expect(told == ["[1.0]"])
  }
}
