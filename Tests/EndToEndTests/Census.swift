// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationTestSupport

/// What one subscriber was told, in order, of fixes that carry numbers.
struct Census {
  enum Entry: Equatable {
    /// The number of a fix, the daemon's sequence, and how many were replaced before it.
    case location(number: Int, sequence: Int, conflated: Int)
    /// A callback that announces a gap: an error, or a change of the source.
    case announcement(String)
    /// The connection ended; what follows is another one.
    case closed
  }

  private(set) var entries: [Entry] = []

  /// The newest number, 0 before the first.
  var newest: Int {
    for case .location(let number, _, _) in entries.reversed() { return number }
    return 0
  }

  /// The numbers that came.
  var numbers: [Int] {
    entries.compactMap { if case .location(let number, _, _) = $0 { number } else { nil } }
  }

  var conflated: Int {
    entries.reduce(0) { if case .location(_, _, let count) = $1 { $0 + count } else { $0 } }
  }

  mutating func note(_ entry: Entry) { entries.append(entry) }

  /// Takes a line of JSON, from a socket or from `locationctl monitor --json`.
  mutating func note(line: String) throws {
    guard let object = JSONObject(line), let method = object.text("method") else { return }
    let params = object.object("params")
    switch method {
    case "didUpdateLocations":
      for location in params?.objects("locations") ?? [] {
        entries.append(
          .location(
            number: try Self.number(of: location),
            sequence: location.integer("sequence") ?? -1,
            conflated: params?.integer("conflated") ?? 0
          )
        )
      }
    case "didFailWithError":
      entries.append(.announcement(params?.object("error")?.text("name") ?? "error"))
    case "didChangeSource": entries.append(.announcement(params?.text("state") ?? "source"))
    default: break
    }
  }

  /// The fix with a number: its latitude is the number in 1e-5 degrees, its time the number in
  /// seconds.
  static func fix(_ number: Int) -> String {
    let time = [number / 3600, number / 60 % 60, number % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    let digits = String(100_000 + number % 100_000).dropFirst()
    return FakeGPSD.tpv(
      "\"lat\":\(number / 100_000).\(digits),\"lon\":2.5",
      time: "2026-11-30T\(time.joined(separator: ":")).000Z"
    )
  }

  private static func number(of location: JSONObject) throws -> Int {
    guard let latitude = location.number("latitude") else {
      throw SceneError("a location without a latitude: \(location)")
    }
    let number = Int((latitude * 1e5).rounded())
    guard latitude == Double(number) / 1e5 else {
      throw SceneError("\(latitude) is no number of ours")
    }
    return number
  }

  /// Everything that is wrong with it; nothing if each number came once, in order, or its gap was
  /// announced.
  ///
  /// `isTold` says whether a number reached gpsd's socket whole; others need no announcement.
  func faults(isTold: (Int) -> Bool) -> [String] {
    var faults: [String] = []
    var last: (number: Int, sequence: Int)?
    var isAnnounced = true
    for entry in entries {
      guard case .location(let number, let sequence, let conflated) = entry else {
        if entry == .closed { last?.sequence = -1 }
        isAnnounced = true
        continue
      }
      if let last {
        let missing = (last.number + 1..<max(last.number + 1, number)).filter(isTold).count
        if number <= last.number { faults.append("\(number) after \(last.number)") }
        if sequence <= last.sequence {
          faults.append("\(number) has sequence \(sequence) after \(last.sequence)")
        }
        if !isAnnounced, missing != conflated {
          faults.append(
            "\(missing) missing from \(last.number) to \(number), \(conflated) announced"
          )
        }
      }
      last = (number, sequence)
      isAnnounced = false
    }
    return faults
  }
}

/// A subscriber in this process; it reads what it is told when the scene lets it.
final class CensusReader {
  private(set) var census = Census()
  /// Takes nothing while it is false, as a process that is stopped.
  var isReading = true
  /// Whether nobody may have accepted it yet.
  var mayQueue = false
  /// Whether the daemon has answered its request, so that the next fix reaches it.
  private(set) var isSubscribed = false
  private let connect: () throws -> SubscriberConnection
  private var connection: SubscriberConnection?

  init(_ connect: @escaping () throws -> SubscriberConnection) {
    self.connect = connect
  }

  var lines: LineStream? { isReading ? connection?.lines : nil }
  var isConnected: Bool { connection != nil }
  /// Whether no fix can reach it now.
  var isAbsent: Bool { !isReading || !isConnected || (mayQueue && census.newest == 0) }

  /// Connects if it is not; a daemon that is away is not there yet.
  func start(before deadline: Deadline) throws {
    guard connection == nil, let fresh = try? connect() else { return }
    try fresh.send(
      #"{"jsonrpc":"2.0","id":1,"method":"startUpdatingLocation"}"#,
      before: deadline
    )
    connection = fresh
  }

  /// Takes what has arrived.
  func pump() throws {
    guard isReading, let lines = connection?.lines else { return }
    while let line = lines.takeLine() {
      if let answer = JSONObject(line), answer.integer("id") == 1 { isSubscribed = true }
      try census.note(line: line)
    }
    guard lines.isClosed else { return }
    close()
  }

  /// Sends without a look at the answers.
  func send(_ bytes: [UInt8]) {
    guard let raw = connection?.lines.raw else { return }
    _ = Descriptor.sendFrame(raw, bytes, from: 0)
  }

  func close() {
    connection = nil
    isSubscribed = false
    census.note(.closed)
  }
}
