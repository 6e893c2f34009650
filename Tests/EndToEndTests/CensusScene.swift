// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import Glibc
internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// A gpsd that numbers its fixes, the daemon on sockets that outlive it, and its subscribers.
final class CensusScene {
  private static let configuration = "[source]\nstale-after = 60\n"

  let deadline = Deadline(in: 120)
  let folder: TemporaryFolder
  private(set) var daemon: RunningDaemon
  private(set) var readers: [CensusReader] = []
  private(set) var connection: FakeGPSD.Connection?
  /// The number of the last fix that was made.
  private(set) var last = 0
  private var told: Set<Int> = []
  private var gpsd: FakeGPSD?
  private let port: UInt16
  private let socketPath: String
  private let sockets: [(name: String, descriptor: Int32)]
  private let owners: [OwnedSocket]

  init(readers count: Int) throws {
    folder = try TemporaryFolder()
    let gpsd = try FakeGPSD()
    (self.gpsd, port) = (gpsd, gpsd.port)
    let path = folder.path("s")
    let subscribers = try OwnedSocket(listenUnix(path: path, mode: 0o666))
    let control = try OwnedSocket(listenUnix(path: folder.path("c"), mode: 0o660))
    owners = [subscribers, control]
    sockets = [("locationd", subscribers.raw), ("control", control.raw)]
    socketPath = path
    daemon = try RunningDaemon(
      gpsd: port,
      configuration: Self.configuration,
      inherited: sockets,
      folder: folder
    )
    for _ in 0..<count { try addReader() }
  }

  /// A subscriber that has started; the same daemon or the next one serves it.
  @discardableResult
  func addReader() throws -> CensusReader {
    let path = socketPath
    let reader = CensusReader { try SubscriberConnection(path: path) }
    try reader.start(before: deadline)
    readers.append(reader)
    return reader
  }

  var environment: [String: String?] {
    ["LOCATIOND_SOCKET": socketPath, "LOCATIOND_CONTROL_SOCKET": folder.path("c")]
  }

  // MARK: - gpsd

  /// Waits for the daemon's connection and answers its WATCH, once every reader is subscribed.
  func serve() throws {
    try wait(for: "subscriptions") { readers.allSatisfy { $0.isAbsent || $0.isSubscribed } }
    let fresh = try gpsd?.accept(within: 15) { [unowned self] in try idle() }
    try fresh?.send(FakeGPSD.banner)
    _ = try fresh?.requests { [unowned self] in try idle() }
    try fresh?.send(FakeGPSD.watching)
    connection = fresh
  }

  /// Sends so many fixes, and every few of them waits until every reader that reads has them.
  func feed(_ count: Int) throws {
    for index in 1...count {
      last += 1
      guard let connection else { continue }
      try connection.send(Census.fix(last)) { [unowned self] in try idle() }
      told.insert(last)
      if index % 20 == 0 || index == count { try settle() }
    }
  }

  func settle() throws {
    try wait(for: "fix \(last) at \(readers.map(\.census.newest))") {
      readers.allSatisfy { $0.isAbsent || $0.census.newest == last }
    }
  }

  /// A number that only a part of its line brought to the daemon.
  func sendHalf() throws {
    last += 1
    let line = Census.fix(last)
    try connection?.send(String(line.prefix(line.count / 2)))
  }

  /// The second half of the same line.
  func sendRest() throws {
    let line = Census.fix(last)
    try connection?.send(String(line.dropFirst(line.count / 2)))
    told.insert(last)
  }

  /// gpsd dies and leaves its port free.
  func killGPSD() {
    connection?.reset()
    connection = nil
    gpsd = nil
  }

  func startGPSD() throws {
    // A connection of another test may have the port for a moment.
    try wait(for: "port \(port)") {
      gpsd = try? FakeGPSD(port: port)
      return gpsd != nil
    }
  }

  // MARK: - The daemon

  func killDaemon() throws {
    daemon.process.kill()
    connection = nil
    try wait(for: "the end of all connections") {
      readers.allSatisfy { !$0.isReading || !$0.isConnected }
    }
  }

  func startDaemon() throws {
    daemon = try RunningDaemon(
      gpsd: port,
      configuration: Self.configuration,
      inherited: sockets,
      folder: folder
    )
    for reader in readers { try reader.start(before: deadline) }
  }

  func reloadBadConfiguration() throws {
    try folder.write("[limits]\nsessions = many\n", to: "locationd.conf")
    daemon.process.signal(SIGHUP)
    _ = try daemon.logLine(before: deadline) { $0.contains("stays as it was") }
    try folder.write(Self.configuration, to: "locationd.conf")
  }

  // MARK: - Waiting

  /// Lets all readers read until the condition holds.
  func wait(for what: @autoclosure () -> String, until condition: () throws -> Bool) throws {
    while true {
      for reader in readers { try reader.pump() }
      if try condition() { return }
      guard !deadline.isOver else { throw TimedOut(what()) }
      try idle()
    }
  }

  /// What else goes on while something waits: the readers read, for a moment.
  private func idle() throws {
    _ = LineStream.waitForAny(readers.compactMap(\.lines), before: Deadline(in: 0.002))
    for reader in readers { try reader.pump() }
    daemon.process.errors.pump()
  }

  /// Each number came once and in order to each reader, or its gap was announced.
  func check(_ sourceLocation: SourceLocation = #_sourceLocation) {
    for (index, reader) in readers.enumerated() {
      let faults = reader.census.faults(isTold: told.contains)
      #expect(faults == [], "reader \(index)", sourceLocation: sourceLocation)
    }
  }
}

/// Keeps a listening socket open.
final class OwnedSocket {
  private let socket: OwnedDescriptor

  init(_ bound: consuming BoundSocket) {
    socket = bound.intoDescriptor()
  }

  var raw: Int32 { socket.raw }
}
