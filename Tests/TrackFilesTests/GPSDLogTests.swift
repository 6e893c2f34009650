// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import Testing

@testable import TrackFiles

struct GPSDLogTests {
  private static let banner = "{\"class\":\"VERSION\",\"release\":\"3.22\",\"proto_major\":3}\n"

  private func tpv(_ members: String, device: String = "/dev/ttyA") -> String {
    "{\"class\":\"TPV\",\"device\":\"\(device)\",\(members)}\n"
  }

  @Test func `the last report of an epoch counts, other lines do not`() throws {
    let text =
      Self.banner
      + tpv("\"mode\":1")
      + tpv("\"mode\":2,\"time\":\"2025-03-01T12:00:00.000Z\",\"lat\":10,\"lon\":20")
      + "{\"class\":\"SKY\",\"satellites\":[{\"PRN\":1}]}\n"
      + tpv(
        "\"mode\":3,\"time\":\"2025-03-01T12:00:00.000Z\",\"lat\":10.5,\"lon\":20.5,"
          + "\"altMSL\":50,\"altHAE\":70,\"track\":360,\"speed\":1.5,\"epx\":1.96,\"epy\":1.96,"
          + "\"epv\":3.92,\"eps\":0.98"
      )
      + "$GPGGA,garbage\n"
      + tpv("\"mode\":3,\"lat\":11,\"lon\":21")
      + tpv("\"mode\":3,\"lat\":12")
      + tpv("\"mode\":3,\"lat\":91,\"lon\":21")
      + "{\"class\":\"TPV\",\"device\":\"/dev/ttyA\",\"mode\":3,\"lat\":1"
    let reading = try Reading(text)
    #expect(reading.format == .gpsd)
    #expect(reading.positions == [[10.5, 20.5], [11, 21]])
    let point = reading.points[0]
    #expect([point.altitude, point.ellipsoidalAltitude] == [50, 70])
    #expect(point.course == 0)
    #expect(point.speed == 1.5)
    #expect(abs((point.horizontalAccuracy ?? 0) - 2.0.squareRoot()) < 1e-12)
    #expect(point.verticalAccuracy == 2)
    #expect(point.speedAccuracy == 0.5)
    #expect(point.dimension == .threeD)
    #expect(
      reading.summary.skipped == [.missingCoordinate: 1, .outOfRange: 1, .malformedLine: 1]
    )
    #expect(reading.losses == 1)
  }

  @Test(arguments: ["1740830400.123456: ", "Sat Mar  1 12:00:00 2025: ", ""])
  func `a timestamp before the object is passed over`(prefix: String) throws {
    let reading = try Reading(
      prefix + Self.banner + prefix + tpv("\"mode\":2,\"lat\":1,\"lon\":2") + "\r\n"
    )
    #expect(reading.positions == [[1, 2]])
  }

  @Test func `a second receiver does not make the track zigzag`() throws {
    let text =
      tpv("\"mode\":2,\"lat\":1,\"lon\":2") + tpv("\"mode\":2,\"lat\":8,\"lon\":9", device: "b")
      + tpv("\"mode\":1", device: "b") + tpv("\"mode\":2,\"lat\":3,\"lon\":4")
    let reading = try Reading(text)
    #expect(reading.positions == [[1, 2], [3, 4]])
    #expect(reading.summary.skipped == [.otherDevice: 1])
    #expect(reading.losses == 0)
  }

  @Test func `heights follow the mode and the releases of gpsd`() throws {
    let text =
      tpv("\"mode\":2,\"lat\":1,\"lon\":2,\"alt\":5,\"altMSL\":5")
      + tpv("\"mode\":3,\"lat\":1,\"lon\":2,\"alt\":5")
      + tpv("\"mode\":3,\"lat\":1,\"lon\":2,\"altHAE\":50,\"geoidSep\":20,\"alt\":50")
      + tpv("\"mode\":3,\"lat\":1,\"lon\":2,\"altHAE\":50,\"alt\":50")
    let reading = try Reading(text)
    #expect(reading.points.map(\.altitude) == [nil, 5, 30, nil])
    #expect(reading.points.map(\.ellipsoidalAltitude) == [nil, nil, 50, 50])
  }

  @Test func `values that are none are counted by kind, once for an epoch`() throws {
    let first = tpv(
      "\"mode\":3,\"time\":\"2025-03-01T12:00:00.000Z\",\"lat\":1,\"lon\":2,\"alt\":1e999,"
        + "\"track\":361,\"speed\":-1,\"eph\":0"
    )
    let second = tpv("\"mode\":2,\"time\":\"x\",\"lat\":1,\"lon\":2,\"alt\":1e999,\"epv\":-1")
    let reading = try Reading(first + first + second)
    #expect(reading.points.map(\.speed) == [nil, nil])
    #expect(
      reading.summary.refusedValues
        == [.altitude: 1, .course: 1, .speed: 1, .accuracy: 2, .time: 1]
    )
  }

  @Test func `a line without end is skipped and costs no memory`() throws {
    let text =
      Self.banner + "{\"class\":\"TPV\",\"x\":\"\(String(repeating: "y", count: 3_000_000))\"}\n"
      + tpv("\"mode\":2,\"lat\":1,\"lon\":2")
    let reading = try Reading(text)
    #expect(reading.positions == [[1, 2]])
    #expect(reading.summary.skipped == [.malformedLine: 1])
    #expect(reading.summary.firstSkips.map(\.line) == [2])
  }
}
