// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationServer
import LocationTestSupport
import Testing

/// Every method of the subscriber socket: its answer, and the callbacks that follow it.
@Suite struct MethodTests {
  @Test(arguments: [
    ("ping", "{}"),
    ("authorization", #"{"accuracy":"full","status":"authorizedAlways"}"#),
    ("requestAuthorization", #"{"status":"authorizedAlways"}"#),
    (
      "initialize",
      #"{"limits":{"batch":64,"nesting":10,"requestLine":65536,"values":4096},"protocol":1,"#
        + #""server":{"name":"locationd","version":"9.9"}}"#
    ),
    ("location", "{}"),
    ("monitoredRegions", #"{"regions":[]}"#),
    ("stopUpdatingLocation", "{}"),
    ("stopUpdatingHeading", "{}"),
    ("stopUpdatingSatellites", "{}"),
    ("stopMonitoringSignificantLocationChanges", "{}"),
    ("stopMonitoringVisits", "{}"),
  ])
  func `a method without effect is answered with exactly one line`(
    method: String,
    result: String
  ) throws {
    let peer = try ServerHarness().subscriber()
    try peer.send("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"\(method)\"}\n")
    #expect(peer.texts() == ["{\"id\":\"a\",\"jsonrpc\":\"2.0\",\"result\":\(result)}"])
  }

  @Test(arguments: [
    "startUpdatingLocation", "requestLocation", "startUpdatingHeading", "startUpdatingSatellites",
    "startMonitoringSignificantLocationChanges", "startMonitoringVisits",
  ])
  func `the first start brings its answer, then didChangeAuthorization`(method: String) throws {
    let peer = try ServerHarness().subscriber()
    for _ in 0..<2 { try peer.send("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"\(method)\"}\n") }
    #expect(
      peer.texts() == [
        #"{"id":7,"jsonrpc":"2.0","result":{}}"#,
        #"{"jsonrpc":"2.0","method":"didChangeAuthorization","#
          + #""params":{"accuracy":"full","status":"authorizedAlways"}}"#,
        #"{"id":7,"jsonrpc":"2.0","result":{}}"#,
      ]
    )
  }

  @Test func `the first start tells the authorization even after requestAuthorization`() throws {
    let peer = try ServerHarness().subscriber()
    try peer.call("requestAuthorization")
    try peer.call("startUpdatingLocation")
    #expect(try peer.methods() == ["didChangeAuthorization"])
  }

  @Test func `the current location follows the authorization if it is fresh`() throws {
    let harness = try ServerHarness()
    let first = try harness.started()
    harness.fix(10, 20)
    #expect(try first.latitudes() == [10])
    let second = try harness.subscriber()
    try second.call("startUpdatingLocation")
    #expect(try second.methods() == ["didChangeAuthorization", "didUpdateLocations"])
    // A second start replaces parameters and repeats nothing.
    try second.call("startUpdatingLocation", #"{"distanceFilter":0}"#)
    try second.call("requestAuthorization")
    #expect(try second.methods() == [])
    harness.advance(10)
    let third = try harness.subscriber()
    try third.call("startUpdatingLocation")
    #expect(try third.methods() == ["didChangeAuthorization", "didFailWithError"])
  }

  @Test(arguments: [
    ("startFlying", "{}", -32601, "no method \"startFlying\""),
    ("setOverride", "{}", -32601, "no method \"setOverride\""),
    ("startUpdatingLocation", #"{"distanceFilter":-1}"#, -32602, "distanceFilter: -1 is not"),
    (
      "startUpdatingLocation", #"{"distanceFilter":"1"}"#, -32602,
      "distanceFilter: \"1\" is not a number"
    ),
    ("startUpdatingLocation", #"{"distanceFilter":1e8}"#, -32602, "distanceFilter: "),
    (
      "startUpdatingLocation", #"{"minimumInterval":-0.1}"#, -32602,
      "minimumInterval: -0.1 is not in 0 … 86400"
    ),
    (
      "startUpdatingLocation", #"{"desiredAccuracy":0}"#, -32602,
      "desiredAccuracy: 0 is not in 0.001 … 10000000"
    ),
    (
      "requestLocation", #"{"desiredAccuracy":1e300}"#, -32602,
      "desiredAccuracy: 1e+300 is not in 0.001 … 10000000"
    ),
    (
      "startMonitoring",
      #"{"region":{"identifier":"a","polygon":[[0,0],[0,1],[1,1]],"radius":-5}}"#, -32602,
      "region.radius: -5 is not absent, as it must be beside a polygon"
    ),
    (
      "startUpdatingLocation", #"{"desiredAccuracy":"good"}"#, -32602,
      "best, bestForNavigation, reduced"
    ),
    (
      "startUpdatingLocation", #"{"activityType":"sleep"}"#, -32602,
      "activityType: \"sleep\" is not one of"
    ),
    (
      "startUpdatingLocation", #"{"pausesAutomatically":1}"#, -32602,
      "pausesAutomatically: 1 is not true or false"
    ),
    ("requestLocation", #"{"timeout":0}"#, -32602, "timeout: 0 is not in 0 < value ≤ 3600"),
    ("requestLocation", #"{"timeout":1e99}"#, -32602, "timeout: "),
    ("location", #"{"maximumAge":-1}"#, -32602, "maximumAge: -1 is not in 0 … 86400"),
    (
      "startUpdatingHeading", #"{"headingFilter":361}"#, -32602, "headingFilter: 361 is not in 0 … "
    ),
    ("startMonitoring", "{}", -32602, "region: missing"),
    (
      "startMonitoring", #"{"region":{"identifier":"a","latitude":91,"longitude":0,"radius":1}}"#,
      -32602, "region.latitude: 91 is not in −90 … 90"
    ),
    (
      "startMonitoring", #"{"region":{"identifier":"a","latitude":9,"longitude":0,"radius":0}}"#,
      -32602, "region.radius: 0 is not"
    ),
    (
      "startMonitoring", #"{"region":{"identifier":"a","polygon":[[0,0],[1,1]]}}"#, -32602,
      "region.polygon"
    ),
    (
      "startMonitoring", #"{"region":{"identifier":"a","polygon":[[0,0],[1,1],[2]]}}"#, -32602,
      "region.polygon[2]"
    ),
    (
      "stopMonitoring", #"{"identifier":"a"}"#, -32602,
      "identifier: \"a\" is not a monitored region"
    ),
    ("requestState", "{}", -32602, "identifier: missing"),
    ("initialize", #"{"client":{}}"#, -32602, "client.name: missing"),
    ("initialize", #"{"client":{"name":"a\nb"}}"#, -32602, "client.name"),
  ])
  func `a bad call is refused with the parameter and the range, and changes nothing`(
    method: String,
    params: String,
    code: Int,
    words: String
  ) throws {
    let harness = try ServerHarness()
    let peer = try harness.subscriber()
    let error = try #require(try peer.call(method, params).object("error"))
    #expect(error.integer("code") == code)
    #expect(error.text("message")?.contains(words) == true, "\(error)")
    harness.turn()
    #expect(try peer.methods() == [] && harness.demands == [])
  }

  @Test func `a client names itself once`() throws {
    let peer = try ServerHarness().subscriber()
    _ = try peer.result("initialize", #"{"client":{"name":"compass","version":"1"}}"#)
    let again = try peer.call("initialize", #"{"client":{"name":"other"}}"#)
    #expect(again.object("error")?.integer("code") == -32602)
    _ = try peer.result("initialize")
  }

  @Test func `demand begins with the first subscription and ends with the last`() throws {
    let harness = try ServerHarness()
    let peer = try harness.subscriber()
    try peer.call("location")
    #expect(harness.demands == [])
    try peer.call("startUpdatingLocation")
    let other = try harness.subscriber()
    try other.call("startMonitoringVisits")
    #expect(harness.demands == [true])
    try peer.call("stopUpdatingLocation")
    #expect(harness.demands == [true])
    other.close()
    #expect(harness.demands == [true, false])
    try peer.call(
      "startMonitoring",
      #"{"region":{"identifier":"a","latitude":9,"longitude":0,"radius":100}}"#
    )
    #expect(harness.demands == [true, false, true])
  }
}
