// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// Our NMEA read by programs that are not ours, to a centimetre.
struct NMEAClientTests {
  /// Degrees that are one centimetre at most, on either axis.
  private static let centimetre = 8e-8

  @Test func `gpsd reads our NMEA to a centimetre`() throws {
    let scene = try SurfaceScene()
    let (reading, client) = try SurfaceScene.reader(of: "tcp://127.0.0.1:\(scene.nmeaPort)")
    let subscriber = try scene.daemon.connect()
    _ = try subscriber.call("startUpdatingLocation", before: Deadline(in: 5))
    _ = try client.lines.object("TPV", before: Deadline(in: 15)) { SurfaceScene.isOfDrive($0) }
    // Whatever gpsd shows must be a location of ours: the positions of a drive are all different.
    var ours: [JSONObject] = []
    for _ in 0..<20 { ours.append(try subscriber.location(before: Deadline(in: 5))) }
    var matches = 0
    while matches < 5 {
      let tpv = try client.lines.object("TPV", before: Deadline(in: 5)) { $0.has("lat") }
      let location = ours.first { $0.text("timestamp") == tpv.text("time") }
      guard let location else { continue }
      matches += 1
      let latitude = try #require(tpv.number("lat")) - (try #require(location.number("latitude")))
      let longitude = try #require(tpv.number("lon")) - (try #require(location.number("longitude")))
      #expect(abs(latitude) < Self.centimetre && abs(longitude) < Self.centimetre)
    }

    try scene.set()
    let tower = try client.lines.object("TPV", before: Deadline(in: 10)) {
      $0.integer("status") == 8 && $0.integer("mode") == 3
    }
    #expect(abs(try #require(tower.number("lat")) - SurfaceScene.tower.latitude) < Self.centimetre)
    #expect(abs(try #require(tower.number("lon")) - SurfaceScene.tower.longitude) < Self.centimetre)
    #expect(tower.number("altMSL") == 35)
    try scene.clear()
    _ = try client.lines.object("TPV", before: Deadline(in: 10)) { SurfaceScene.isOfDrive($0) }
    reading.stop()
  }

  @Test(arguments: [
    (["10,20"], 2), (["48.5,2.5", "--altitude", "30"], 3),
    (["48.5,2.5", "--altitude", "5", "--accuracy", "3"], 3),
  ])
  func `gpsd reads from our NMEA as many satellites as our own SKY has`(
    point: [String],
    mode: Int
  ) throws {
    for talker in ["GP", "GN"] {
      let scene = try SurfaceScene(
        hasReceiver: false,
        configuration: "[nmea-server]\ntalker = \(talker)\n"
      )
      let run = try LocationctlRun(
        ["set"] + point,
        environment: scene.daemon.environment,
        before: Deadline(in: 10)
      )
      #expect(run.exit == .code(0))
      let own = try GPSDClient(port: scene.gpsdPort)
      try own.watch(before: Deadline(in: 5))
      let sky = try own.lines.object("SKY", before: Deadline(in: 10)) { $0.has("uSat") }
      let (reading, client) = try SurfaceScene.reader(of: "tcp://127.0.0.1:\(scene.nmeaPort)")
      // It tells of the satellites after those of each system.
      var counts: [Int?] = []
      while counts.count < 3 {
        let read = try client.lines.object("SKY", before: Deadline(in: 10)) {
          $0.integer("nSat") == sky.integer("nSat")
        }
        counts.append(read.integer("uSat"))
      }
      #expect(counts == [sky.integer("uSat"), sky.integer("uSat"), sky.integer("uSat")])
      let fix = try client.lines.object("TPV", before: Deadline(in: 5)) { $0.has("lat") }
      #expect(fix.integer("mode") == mode)
      reading.stop()
    }
  }

  @Test func `gpsbabel reads our NMEA to a centimetre`() throws {
    let scene = try SurfaceScene(
      hasReceiver: false,
      configuration: "[nmea-server]\nsentences = GGA RMC VTG GSA GSV\ntalker = GN\n"
    )
    try scene.set()
    let reader = try LineStream(connectUnix(path: scene.nmeaSocket))
    var text = ""
    while text.components(separatedBy: "GNRMC").count < 5 {
      text += try #require(try reader.nextLine(before: Deadline(in: 5))) + "\r\n"
    }
    let folder = try TemporaryFolder()
    let file = try folder.write(text, to: "stream.nmea")
    let child = try ChildProcess(
      try Project.requiredProgram("gpsbabel"),
      ["-t", "-i", "nmea", "-f", file, "-o", "unicsv,prec=9", "-F", "-"]
    )
    let rows = try child.output.remainingLines(before: Deadline(in: 10)).map {
      $0.split(separator: ",").map(String.init)
    }
    let header = try #require(rows.first)
    let latitude = try #require(header.firstIndex(of: "Latitude"))
    let longitude = try #require(header.firstIndex(of: "Longitude"))
    #expect(rows.count >= 4)
    for row in rows.dropFirst() {
      let north = try #require(Double(row[latitude])) - SurfaceScene.tower.latitude
      let east = try #require(Double(row[longitude])) - SurfaceScene.tower.longitude
      #expect(abs(north) < Self.centimetre && abs(east) < Self.centimetre)
    }
  }

  /// What gpsbabel makes of the stream from now on, as latitude, longitude and altitude by time.
  private func read(_ scene: SurfaceScene, epochs: Int) throws -> [[Double]] {
    let reader = try LineStream(connectUnix(path: scene.nmeaSocket))
    _ = try reader.nextLine(before: Deadline(in: 10)) { $0.hasPrefix("$GPZDA") }
    var text = ""
    var count = 0
    while count <= epochs {
      let line = try #require(try reader.nextLine(before: Deadline(in: 5)))
      if line.hasPrefix("$GPZDA") { count += 1 }
      text += line + "\r\n"
    }
    let folder = try TemporaryFolder()
    let file = try folder.write(text, to: "stream.nmea")
    let child = try ChildProcess(
      try Project.requiredProgram("gpsbabel"),
      ["-t", "-i", "nmea", "-f", file, "-o", "unicsv,prec=9", "-F", "-"]
    )
    let rows = try child.output.remainingLines(before: Deadline(in: 10)).map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let header = try #require(rows.first)
    let columns = try ["Latitude", "Longitude", "Altitude"].map {
      try #require(header.firstIndex(of: $0))
    }
    return rows.dropFirst().map { row in columns.compactMap { Double(row[$0]) } }
  }

  @Test func `gpsbabel reads the drive, then the tower, then the drive`() throws {
    let scene = try SurfaceScene()
    let subscriber = try scene.daemon.connect()
    _ = try subscriber.call("startUpdatingLocation", before: Deadline(in: 5))
    func checkDrive() throws {
      let points = try read(scene, epochs: 8)
      let ours = try (0..<40).map { _ in try subscriber.location(before: Deadline(in: 5)) }
      #expect(points.count >= 7)
      // The first one is the current location, which the subscriber may have had before.
      for point in points.dropFirst() {
        let same = ours.contains { location in
          guard let latitude = location.number("latitude"),
            let longitude = location.number("longitude")
          else { return false }
          return abs(latitude - point[0]) < Self.centimetre
            && abs(longitude - point[1]) < Self.centimetre
        }
        #expect(same, "\(point)")
      }
    }
    _ = try subscriber.location(before: Deadline(in: 10))
    try checkDrive()
    try scene.set()
    for point in try read(scene, epochs: 3) {
      #expect(abs(point[0] - SurfaceScene.tower.latitude) < Self.centimetre)
      #expect(abs(point[1] - SurfaceScene.tower.longitude) < Self.centimetre && point[2] == 35)
    }
    try scene.clear()
    _ = try subscriber.location(before: Deadline(in: 10)) {
      $0.object("source")?.flag("isSimulatedBySoftware") == false
    }
    try checkDrive()
  }

  @Test func `gpsd reads our GST where it is asked for, and nothing is sent that is not`() throws {
    let scene = try SurfaceScene(
      hasReceiver: false,
      configuration: "[nmea-server]\nsentences = GGA RMC GST\ntalker = II\n"
    )
    let set = try scene.daemon.locationctl("set", "48.85837,2.294481", "--accuracy", "7")
    #expect(set.exit == .code(0))
    let reader = try SurfaceScene.connect(scene.nmeaPort)
    var kinds: Set<String> = []
    for _ in 0..<9 {
      kinds.insert(String(try #require(try reader.nextLine(before: Deadline(in: 5))).prefix(6)))
    }
    #expect(kinds == ["$IIGGA", "$IIRMC", "$IIGST"])
    let (reading, client) = try SurfaceScene.reader(of: "tcp://127.0.0.1:\(scene.nmeaPort)")
    let errors = try client.lines.object("GST", before: Deadline(in: 10))
    #expect(errors.number("lat") == 4.95 && errors.number("lon") == 4.95)
    reading.stop()
  }

  @Test func `the heading of a compass comes as HDT, the same as on the other surfaces`() throws {
    let headings = (0..<40).map { "\($0 * 9).5" }
    let recording = try String(contentsOfFile: BundledRecordingTests.file, encoding: .utf8)
    var index = -1
    let lines = recording.split(separator: "\r\n").flatMap { line -> [String] in
      if line.hasPrefix("$GNRMC") { index += 1 }
      let body = "GPHDT,\(headings[max(index, 0) % headings.count]),T"
      let sum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
      let sentence = "$\(body)*\(sum.count < 2 ? "0" : "")\(sum)"
      return line.hasPrefix("$GNRMC") ? [String(line), sentence] : [String(line)]
    }
    let feeder = try RecordingFeeder(
      recording: Array((lines.joined(separator: "\r\n") + "\r\n").utf8),
      pace: .epochs(beginningWith: "$GNRMC", milliseconds: 200),
      isLooped: true
    )
    let gpsd = try RealGPSD(feeder: feeder)
    let (nmea, surface) = (try freePort(), try freePort())
    let daemon = try RunningDaemon(
      gpsd: gpsd.port,
      configuration: "[nmea-server]\nsentences = RMC HDT\n",
      arguments: ["--nmea-listen", "127.0.0.1:\(nmea)", "--gpsd-listen", "127.0.0.1:\(surface)"]
    )
    let reader = try SurfaceScene.connect(nmea)
    let client = try GPSDClient(port: surface)
    try client.watch(before: Deadline(in: 5))
    let subscriber = try daemon.connect()
    _ = try subscriber.call("startUpdatingHeading", before: Deadline(in: 5))
    feeder.start()

    func read() throws -> String {
      let line = try reader.nextLine(before: Deadline(in: 10)) { $0.hasPrefix("$GPHDT,") }
      return try #require(line).split(separator: ",").map(String.init)[1]
    }
    for _ in 0..<6 { #expect(headings.contains(try read())) }
    let told = try client.lines.object("ATT", before: Deadline(in: 10)).number("heading")
    #expect(told.map { headings.contains("\($0)") } == true)
    let callback = try subscriber.callback("didUpdateHeading", before: Deadline(in: 10))
    let own = callback.params?.object("heading")?.number("trueHeading")
    #expect(own.map { headings.contains("\($0)") } == true)
    // A compass says nothing of the place, so it goes on under an override.
    #expect(try daemon.locationctl("set", "48.85837,2.294481").exit == .code(0))
    _ = try reader.nextLine(before: Deadline(in: 10)) { $0.contains(",4851.502200,N,") }
    for _ in 0..<3 { #expect(headings.contains(try read())) }
  }

  @Test func `the rate is the configured one`() throws {
    let scene = try SurfaceScene(configuration: "[nmea-server]\ninterval = 1\n")
    let reader = try SurfaceScene.connect(scene.nmeaPort)
    _ = try reader.nextLine(before: Deadline(in: 8)) {
      $0.hasPrefix("$GPRMC") && $0.contains(",A,")
    }
    let start = ContinuousClock.now
    for _ in 0..<3 { _ = try reader.nextLine(before: Deadline(in: 5)) { $0.hasPrefix("$GPRMC") } }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    // Epochs come five times a second; three of them at 1 Hz take about three seconds.
    #expect((2.0...4.5).contains(seconds))
  }
}
