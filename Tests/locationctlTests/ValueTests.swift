// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import Testing

@testable import locationctl

@Suite struct ValueTests {
  @Test(arguments: [
    ("90", 90), ("90s", 90), ("2500ms", 2.5), ("1s500ms", 1.5), ("10m", 600), ("1h30m", 5400),
    ("2d", 172_800), ("0.5", 0.5),
    ("1.5h", 5400), ("1h0.5s", 3600.5), ("1d2h3m4s", 93784), ("0", 0), ("1e3", 1000),
  ])
  func `a duration is read in seconds`(text: String, seconds: Double) {
    #expect(duration(text) == seconds)
  }

  @Test(arguments: [
    "", "s", "1h30", "30m1h", "1m1m", "-5", "-5m", "1.5h30m", "1 h", "1H", "nan", "inf", "0x10",
    "1,5", "1ms1s", "5mss", "1e400", "1e400s", "5x", "٣s", "1..5s", "+-3",
  ])
  func `what is no duration is refused`(text: String) {
    #expect(duration(text) == nil)
  }

  @Test(arguments: [
    ("0", 0), ("-33.8568", -33.8568), (".5", 0.5), ("-.5", -0.5), ("+7", 7), ("1e3", 1000),
    ("1E-3", 0.001),
  ])
  func `a decimal number is read`(text: String, value: Double) {
    #expect(decimal(text) == value)
  }

  @Test(arguments: [
    "", "nan", "inf", "-inf", "Infinity", "0x10", "0x1p3", "1e400", "-1e400", "3,5", "1_000", "1 ",
    " 1", "--1", "e5", "1e", "٣", "1.2.3",
  ])
  func `what is no decimal number is refused`(text: String) {
    #expect(decimal(text) == nil)
  }

  @Test(arguments: [
    ("48.8584,2.2945", 48.8584, 2.2945), ("-33.8568,151.2153", -33.8568, 151.2153),
    ("90,180", 90, 180), ("-90,-180", -90, -180), ("1, -2", 1, -2), ("-.5,-.25", -0.5, -0.25),
  ])
  func `a coordinate is latitude, then longitude`(
    text: String,
    latitude: Double,
    longitude: Double
  ) {
    #expect(coordinate(text) == Coordinate(latitude: latitude, longitude: longitude))
  }

  @Test(arguments: [
    "", ",", "1", "1,", ",1", "1,2,3", "90.0000001,0", "-91,0", "0,180.1", "0,-181", "nan,0",
    "0,inf", "0x10,0", "48,85,2,29", "1;2", "1 2",
  ])
  func `what is no coordinate is refused`(text: String) {
    #expect(coordinate(text) == nil)
  }

  @Test func `a region has a radius and maybe a name with commas`() throws {
    let center = try #require(Coordinate(latitude: -33.8, longitude: 151.2))
    #expect(region("-33.8,151.2,100") == RegionArgument(center: center, radius: 100))
    let named = RegionArgument(center: center, radius: 0.5, identifier: "a,b")
    #expect(region("-33.8,151.2,.5,a,b") == named)
  }

  @Test(arguments: ["", "1,2", "1,2,0", "1,2,-5", "1,2,nan", "91,2,5", "1,2,5,", "1,2,1e400"])
  func `what is no region is refused`(text: String) {
    #expect(region(text) == nil)
  }

  @Test(arguments: [
    "all", "uid=0", "uid=4294967295", "user=alice", "gid=100", "group=gps", "unit=my app.service",
    "exe=/usr/bin/x=y", "client=Maps", "session=s5", "surface=nmea", "uid=1000,surface=native",
  ])
  func `a selector is passed on as written`(text: String) {
    #expect(selector(text) == text)
  }

  @Test(arguments: [
    "", "everyone", "all,uid=1", "uid=", "uid=x", "uid=-1", "uid=4294967296", "uid=+1", "gid=0x1",
    "surface=mqtt", "user=", "uid=1,", ",uid=1", "UID=1", "uid=1;gid=2",
  ])
  func `what is no selector is refused`(text: String) {
    #expect(selector(text) == nil)
  }

  @Test(arguments: [
    ("fix", Condition.fix), ("simulated", .simulated), ("real", .real),
    ("accuracy<20", .compare(.accuracy, .below, 20)),
    ("speed>=5.5", .compare(.speed, .atLeast, 5.5)),
    ("altitude<=-12", .compare(.altitude, .atMost, -12)),
    ("satellites>4", .compare(.satellites, .above, 4)),
    ("inside:home", .inside(identifier: "home")),
  ])
  func `a condition is read and written alike`(text: String, condition: Condition) {
    #expect(Condition(text) == condition)
    #expect(condition.text == text)
  }

  @Test(arguments: [
    "", "fixed", "accuracy", "accuracy<", "accuracy=20", "accuracy<<20", "accuracy<nan", "inside:",
    "color<3", "<3", "accuracy<20m", "accuracy><3",
  ])
  func `what is no condition is refused`(text: String) {
    #expect(Condition(text) == nil)
  }
}
