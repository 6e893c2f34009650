// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// A running locationd with both surfaces open, and perhaps a real gpsd with the drive behind it.
struct SurfaceScene {
  static let tower = (latitude: 48.85837, longitude: 2.294481)

  let gpsd: RealGPSD?
  let daemon: RunningDaemon
  let gpsdPort: UInt16
  let nmeaPort: UInt16
  let nmeaSocket: String

  init(hasReceiver: Bool = true, configuration: String = "") throws {
    gpsd = hasReceiver ? try RealGPSD(feeder: .drive()) : nil
    gpsdPort = try freePort()
    nmeaPort = try freePort()
    let folder = try TemporaryFolder()
    nmeaSocket = folder.path("nmea.sock")
    daemon = try RunningDaemon(
      gpsd: try gpsd?.port ?? freePort(),
      configuration: configuration,
      arguments: [
        "--gpsd-listen", "127.0.0.1:\(gpsdPort)", "--nmea-listen", "127.0.0.1:\(nmeaPort)",
        "--nmea-socket", nmeaSocket,
      ],
      folder: folder
    )
  }

  func set() throws {
    let run = try daemon.locationctl(
      "set",
      "\(Self.tower.latitude),\(Self.tower.longitude)",
      "--altitude",
      "35",
      "--speed",
      "3",
      "--course",
      "90"
    )
    #expect(run.exit == .code(0))
  }

  func clear() throws {
    #expect(try daemon.locationctl("clear").exit == .code(0))
  }

  /// A gpsd of its own that reads one of our surfaces, and a client that watches it.
  static func reader(of address: String) throws -> (gpsd: ChildProcess, client: GPSDClient) {
    let port = try freePort()
    let gpsd = try ChildProcess(
      try Project.requiredProgram("gpsd"),
      ["-N", "-n", "-S", "\(port)", address]
    )
    let client = try Deadline(in: 10).wait(for: "gpsd") { try? GPSDClient(port: port) }
    try client.watch(before: Deadline(in: 5))
    return (gpsd, client)
  }

  /// A connection to a port of this machine.
  static func connect(_ port: UInt16) throws -> LineStream {
    try LineStream(connectTCP(ListenAddress(parsing: "127.0.0.1:\(port)")))
  }

  static func isAtTower(_ tpv: JSONObject) -> Bool {
    tpv.number("lat") == tower.latitude && tpv.number("lon") == tower.longitude
  }

  /// Whether a TPV is one of the drive.
  static func isOfDrive(_ tpv: JSONObject) -> Bool {
    guard let latitude = tpv.number("lat"), let longitude = tpv.number("lon") else { return false }
    return abs(latitude + 34.9) < 0.05 && abs(longitude + 56.19) < 0.05
  }
}

extension LineStream {
  func send(_ text: String) throws {
    try sendAll(text, on: raw, before: Deadline(in: 5))
  }

  /// The next object of a class; others are dropped.
  func object(
    _ className: String,
    before deadline: Deadline,
    where suits: (JSONObject) -> Bool = { _ in true }
  ) throws -> JSONObject {
    while let line = try nextLine(before: deadline) {
      guard let object = JSONObject(line), object.text("class") == className, suits(object) else {
        continue
      }
      return object
    }
    throw SceneError("the connection closed before \(className)")
  }
}
