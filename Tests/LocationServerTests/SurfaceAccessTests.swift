// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationCore
import LocationServer
import LocationTestSupport
import Testing

/// What rules for a surface let its clients know.
@Suite struct SurfaceAccessTests {
  private static let everything =
    #"?WATCH={"enable":true,"json":true,"nmea":true,"raw":2,"pps":true};"#

  private func told(_ settings: ServiceSettings) throws -> (gpsd: [String], nmea: [String]) {
    let harness = try ServerHarness(settings)
    harness.connectUpstream()
    let client = try harness.gpsdClient(Self.everything)
    let reader = try harness.nmeaReader()
    for _ in 0..<5 {
      let sky = "{\"class\":\"SKY\",\"device\":\"\(ServerHarness.device)\",\"hdop\":0.9}\r\n"
      harness.say(sky, .sky(SkyView(device: ServerHarness.device)))
      harness.say("$GPGGA,120000.00,1000.00,N,02000.00,E,1,05,1.5,35.2,M,,M,,*5B\r\n")
      harness.say("b56201\r\n")
      harness.epoch(10.000_123)
    }
    try client.send("?POLL;")
    return (client.texts(), reader.texts())
  }

  @Test func `a denied surface says only that there is no fix`() throws {
    for surface in ["gpsd", "nmea"] {
      let told = try told(.access(.deny, "surface=\(surface)"))
      let isGPSD = surface == "gpsd"
      let all = (isGPSD ? told.gpsd : told.nmea).joined(separator: "\n")
      #expect(!all.contains("10.0") && !all.contains("1000.0") && !all.contains("b562"))
      #expect(!all.contains("\"hdop\""))
      if isGPSD {
        let fixes = told.gpsd.compactMap(JSONObject.init).filter { $0.text("class") == "TPV" }
        #expect(fixes.allSatisfy { $0.integer("mode") == 1 && !$0.has("lat") })
        #expect(told.nmea.contains { $0.contains(",1000.007380,N,02000.000000,E,1,") })
      } else {
        #expect(
          told.nmea.count >= 15 && told.nmea.allSatisfy { $0.dropFirst(3).prefix(3) != "ZDA" }
        )
        #expect(told.gpsd.contains { $0.contains("\"lat\":10.000123") })
      }
    }
  }

  @Test func `a surface of reduced accuracy gets a coarse location and nothing of the receiver`()
    throws
  {
    let told = try told(.access(.reduced, "all"))
    let objects = told.gpsd.compactMap(JSONObject.init)
    let fixes = objects.filter { $0.text("class") == "TPV" } + (objects.last?.objects("tpv") ?? [])
    let latitudes = fixes.compactMap { $0.number("lat") }
    #expect(!latitudes.isEmpty && Set(latitudes).count == 1)
    #expect(latitudes.allSatisfy { $0 != 10.000_123 && abs($0 - 10) < 0.2 })
    let withPosition = fixes.filter { $0.has("lat") }
    #expect(withPosition.allSatisfy { ($0.number("epx") ?? 0) > 1000 && $0.integer("mode") == 2 })
    #expect(withPosition.allSatisfy { !$0.has("speed") && !$0.has("alt") })
    #expect(!told.gpsd.contains { $0.hasPrefix("b562") || $0.contains(",1000.00,N") })
    #expect(!objects.contains { $0.text("class") == "SKY" })
    let read = Set(told.nmea.filter { $0.hasPrefix("$GPGGA") && !$0.contains(",,,,,0,") })
    #expect(!read.isEmpty && read.allSatisfy { !$0.contains(",1000.007380,N") })
    // The same coarse place on both.
    let degrees = latitudes.first.map { Int($0) } ?? 0
    let minutes = ((latitudes.first ?? 0) - Double(degrees)) * 60
    let written = read.first?.split(separator: ",")[2].dropFirst(2) ?? ""
    #expect(abs((Double(written) ?? 99) - minutes) < 1e-4)
  }

  @Test func `a rule that is taken back and given again shows at once`() throws {
    let harness = try ServerHarness()
    harness.connectUpstream()
    let client = try harness.gpsdClient()
    let reader = try harness.nmeaReader()
    let control = try harness.controller()
    harness.epoch(10)
    _ = client.texts()
    _ = reader.texts()
    _ = try control.result("privacyRevoke", #"{"selector":"surface=gpsd"}"#)
    _ = try control.result("privacyRevoke", #"{"selector":"surface=nmea"}"#)
    #expect(client.objects("TPV").map { $0.integer("mode") } == [1])
    #expect(reader.sentences("GGA").map { $0[6] } == ["0"])
    harness.epoch(10.01)
    #expect(client.objects("TPV").isEmpty)
    #expect(reader.sentences("GGA").allSatisfy { $0[2].isEmpty })
    _ = try control.result("privacyReset")
    harness.epoch(10.02)
    #expect(client.objects("TPV").last?.number("lat") == 10.02)
    #expect(reader.sentences("GGA").last?[2] == "1001.200000")
  }
}
