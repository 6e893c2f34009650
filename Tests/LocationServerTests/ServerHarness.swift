// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LinuxIO
import LocationCore
import LocationServer
import LocationTestSupport

/// A service on a loop with a simulated clock, its peers on socket pairs; all in one thread.
final class ServerHarness {
  final class Clock {
    var nanoseconds: Int64 = 1_000_000_000_000
    /// 2026-11-30T12:00:00Z.
    var utc: Int64 = 1_796_040_000_000
  }

  static let device = "/dev/ttyACM0"

  let clock = Clock()
  let loop: EventLoop
  let service: LocationService
  private(set) var demands: [Bool] = []

  /// By the ring, however few there are, unless `LOCATIOND_SENDING=calls`: `make test` does both.
  private static let mode: FanOut.Mode =
    getenv("LOCATIOND_SENDING").map { String(cString: $0) } == "calls" ? .calls : .ring

  /// Sessions that are served at once.
  static let capacity = 16

  init(
    _ settings: ServiceSettings = ServiceSettings(),
    log: Log = Log(threshold: .error)
  ) throws {
    let clock = clock
    loop = try EventLoop(clock: { LoopTime(monotonic: clock.nanoseconds, utc: clock.utc) })
    service = LocationService(
      loop: loop,
      sender: FanOut(Self.mode, capacity: Self.capacity),
      settings: settings,
      version: "9.9",
      log: log
    )
    service.onDemand = { [unowned self] in demands.append($0) }
  }

  // MARK: - Time

  func turn(_ count: Int = 2) {
    for _ in 0..<count { loop.turn(timeout: 0) }
  }

  /// Moves the clock, a quarter of a second at a time.
  func advance(_ seconds: Double) {
    var rest = seconds
    while rest > 0 {
      let step = min(rest, 0.25)
      clock.nanoseconds += Int64(step * 1e9)
      clock.utc += Int64(step * 1000)
      rest -= step
      turn()
    }
  }

  // MARK: - Receivers

  /// One epoch of a receiver with one report, which takes a second.
  func fix(
    _ latitude: Double,
    _ longitude: Double,
    device: String = ServerHarness.device,
    change: (inout FixReport) -> Void = { _ in }
  ) {
    var report = FixReport(device: device, mode: .threeD)
    report.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    report.time = UTCTime(milliseconds: clock.utc)
    report.eph = 17.3
    change(&report)
    service.receive(.fix(report))
    // A report with another time ends the epoch, so that nothing waits for a timer.
    var next = FixReport(device: device, mode: .noFix)
    next.time = report.time.map { $0 + 0.001 }
    service.receive(.fix(next))
    turn(1)
    advance(1)
  }

  // MARK: - Peers

  func subscriber(
    uid: UInt32 = 1000,
    gid: UInt32 = 1000,
    groups: [UInt32] = [],
    pid: Int32 = 0,
    sendBuffer: Int32? = nil
  ) throws -> Peer {
    let (near, far) = try socketPair()
    if var size = sendBuffer {
      setsockopt(far, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    let credentials = PeerCredentials(pid: pid, uid: uid, gid: gid, groups: groups)
    service.admitSubscriber(OwnedDescriptor(far), credentials)
    return try Peer(near, harness: self)
  }

  func controller(uid: UInt32 = 0) throws -> Peer {
    let (near, far) = try socketPair()
    let credentials = PeerCredentials(pid: 0, uid: uid, gid: 0, groups: [])
    service.admitController(OwnedDescriptor(far), credentials)
    return try Peer(near, harness: self)
  }

  /// A client of the gpsd protocol.
  func gpsdClient(uid: UInt32) throws -> Peer {
    let (near, far) = try socketPair()
    let credentials = PeerCredentials(pid: 0, uid: uid, gid: uid, groups: [])
    service.admitGPSDClient(OwnedDescriptor(far), credentials)
    return try Peer(near, harness: self)
  }

  /// A reader of NMEA on the Unix socket.
  func nmeaReader(uid: UInt32) throws -> Peer {
    let (near, far) = try socketPair()
    let credentials = PeerCredentials(pid: 0, uid: uid, gid: uid, groups: [])
    service.admitNMEAReader(OwnedDescriptor(far), credentials)
    return try Peer(near, harness: self)
  }

  /// A subscriber that has started, with what that brought taken.
  func started(_ params: String? = nil, uid: UInt32 = 1000) throws -> Peer {
    let peer = try subscriber(uid: uid)
    try peer.call("startUpdatingLocation", params)
    _ = try peer.callbacks()
    return peer
  }
}

/// One side of a socket pair whose other side the service has.
final class Peer {
  private var lines: LineStream?
  private let harness: ServerHarness
  private var lastID = 0
  private var kept: [JSONObject] = []

  init(_ raw: Int32, harness: ServerHarness) throws {
    lines = try LineStream(OwnedDescriptor(raw))
    self.harness = harness
  }

  var raw: Int32 { lines?.raw ?? -1 }

  /// Whether the service has closed the connection; what it sent before is still there.
  var isClosed: Bool {
    settle()
    lines?.pump()
    return lines?.isClosed ?? true
  }

  /// Says that no request will follow, and goes on reading.
  func endRequests() {
    shutdown(raw, Int32(SHUT_WR))
  }

  func close() {
    lines = nil
    harness.turn()
  }

  /// Sends text as it is.
  func send(_ text: String) throws {
    try sendAll(text, on: raw, before: Deadline(in: 0))
    harness.turn()
  }

  /// Sends a request and returns its answer; the callbacks are kept.
  @discardableResult
  func call(_ method: String, _ params: String? = nil) throws -> JSONObject {
    lastID += 1
    let suffix = params.map { ",\"params\":\($0)" } ?? ""
    try send("{\"jsonrpc\":\"2.0\",\"id\":\(lastID),\"method\":\"\(method)\"\(suffix)}\n")
    var answer: JSONObject?
    for object in try objects() {
      if answer == nil, object.integer("id") == lastID {
        answer = object
      } else {
        kept.append(object)
      }
    }
    guard let answer else { throw SceneError("no answer to \(method)") }
    return answer
  }

  func result(_ method: String, _ params: String? = nil) throws -> JSONObject {
    let answer = try call(method, params)
    guard let result = answer.object("result") else { throw SceneError("\(answer)") }
    return result
  }

  /// Turns until the service has read what was sent, or reads no more; it takes 4 KiB a turn.
  private func settle() {
    for _ in 0..<20 {
      harness.turn()
      var unread: Int32 = 0
      _ = ioctl(raw, UInt(TIOCOUTQ), &unread)
      if unread <= 0 { return }
    }
  }

  /// What arrived, as it was sent.
  func texts() -> [String] {
    var texts: [String] = []
    while true {
      settle()
      var waiting: Int32 = 0
      _ = ioctl(raw, UInt(FIONREAD), &waiting)
      while let line = lines?.takeLine() { texts.append(line) }
      // What waited for room comes only after the room was made.
      if waiting == 0 { return texts }
    }
  }

  private func objects() throws -> [JSONObject] {
    try texts().filter { !$0.hasPrefix("[") }.map { line in
      guard let object = JSONObject(line) else { throw SceneError("no JSON object: \(line)") }
      return object
    }
  }

  /// The callbacks since the last look, in order.
  func callbacks() throws -> [JSONObject] {
    defer { kept = [] }
    return kept + (try objects())
  }

  /// Their methods alone.
  func methods() throws -> [String] {
    try callbacks().compactMap { $0.text("method") }
  }

  /// Metres north of 10° of all locations since the last look.
  func metresNorth() throws -> [Double] {
    try latitudes().map { (($0 - 10) * metresPerDegree).rounded() }
  }

  /// Gives each of some users, 1001 and on, a view of its own: 100 m further north than the one before.
  func offset(_ users: ClosedRange<Int>) throws {
    for user in users {
      let metres = 100 * (user - 1000)
      _ = try result(
        "setOverride",
        #"{"kind":"transform","name":"offset","north":\#(metres),"target":"uid=\#(user)"}"#
      )
    }
  }

  /// The latitudes of all `didUpdateLocations` since the last look.
  func latitudes() throws -> [Double] {
    try callbacks().flatMap { callback -> [Double] in
      callback.object("params")?.objects("locations").compactMap { $0.number("latitude") } ?? []
    }
  }
}

extension ServiceSettings {
  /// With one rule.
  static func access(_ decision: AccessDecision, _ selector: String = "all") throws -> Self {
    var settings = ServiceSettings()
    let parsed = try Selector(parsing: selector, uid: { _ in nil }, gid: { _ in nil })
    settings.access.rules = [AccessRule(decision, parsed)]
    return settings
  }
}

/// Of latitude, at 10° north.
let metresPerDegree = 110_608.0

let tower = #"{"kind":"set","latitude":48.8584,"longitude":2.2945}"#
