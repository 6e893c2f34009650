// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationServer

/// The surfaces for programs that know nothing of locationd; none unless asked for.
///
/// One that cannot be had costs nobody else anything: it is told, and tried again ever more seldom.
final class Surfaces {
  /// One way in, as the configuration or the command line names it.
  struct Place: Hashable, CustomStringConvertible {
    enum Address: Hashable {
      case port(ListenAddress)
      case file(String, group: UInt32?)
    }

    let surface: Surface
    let address: Address

    var description: String {
      switch address {
      case .port(let address): "\(address)"
      case .file(let path, _): path
      }
    }
  }

  private struct Opened {
    let listener: Listener
    /// Only one that this process made.
    var file: SocketFile?
    /// What its sessions are known by.
    let entrance: Int
  }

  private static let firstPause: Int64 = 5_000_000_000
  private static let longestPause: Int64 = 300_000_000_000

  private let loop: EventLoop
  private unowned let service: LocationService
  private let log: Log
  /// Of the service manager.
  private var inherited: [Surface: [Listener]] = [:]
  private var wanted: [(place: Place, entry: INIEntry?)] = []
  private var opened: [Place: Opened] = [:]
  private var refusals: [Place: SocketRefusal] = [:]
  private var retry: EventLoop.Timer?
  private var pause = Surfaces.firstPause
  private var isStarting = true
  private var lastEntrance = 0

  init(_ loop: EventLoop, _ service: LocationService, _ log: Log) {
    self.loop = loop
    self.service = service
    self.log = log
  }

  /// Whether all of them are the service manager's.
  var areInherited: Bool { wanted.isEmpty }

  /// How many are the service manager's.
  var inheritedCount: Int { inherited.values.reduce(0) { $0 + $1.count } }

  /// Serves a socket of the service manager.
  func serve(_ descriptor: Int32, _ surface: Surface) throws {
    inherited[surface, default: []].append(try listen(OwnedDescriptor(descriptor), surface))
  }

  /// Opens what is asked for, and closes what is not any more, with its sessions; one that stays is
  /// not touched.
  func apply(_ settings: SurfaceSettings) {
    wanted = settings.places.filter { place, _ in
      // The socket unit of that name has it already.
      if case .file = place.address { return inherited[place.surface] == nil }
      return true
    }
    let places = Set(wanted.map(\.place))
    for (place, opened) in opened where !places.contains(place) {
      close(opened)
      service.closeSessions(by: opened.entrance)
      self.opened[place] = nil
      log.info("no longer listening on \(place)")
    }
    refusals = refusals.filter { places.contains($0.key) }
    pause = Self.firstPause
    openMissing()
    isStarting = false
  }

  private func openMissing() {
    for (place, entry) in wanted where opened[place] == nil {
      do {
        opened[place] = try open(place, entry)
        guard refusals.removeValue(forKey: place) != nil else { continue }
        log.notice("\(place.surface.rawValue) is served at \(place) after all")
      } catch {
        note(SocketRefusal(error, entry), place)
      }
    }
    service.unserved = wanted.compactMap { place, _ in
      refusals[place].map {
        UnservedSurface(
          surface: place.surface.rawValue,
          place: "\(place)",
          reason: $0.description,
          next: $0.next
        )
      }
    }
    scheduleRetry()
  }

  /// Equal reasons are logged once.
  private func note(_ refusal: SocketRefusal, _ place: Place) {
    let before = refusals.updateValue(refusal, forKey: place)
    guard before?.description != refusal.description else { return }
    log.warning(
      "\(refusal); \(place.surface.rawValue) is not served there and is tried again; \(refusal.next)"
    )
  }

  private func scheduleRetry() {
    if let retry { loop.cancel(retry) }
    retry = nil
    guard !refusals.isEmpty else { return }
    retry = loop.schedule(at: loop.now.monotonic + pause) { [unowned self] in
      retry = nil
      pause = min(2 * pause, Self.longestPause)
      openMissing()
    }
  }

  private func open(_ place: Place, _ entry: INIEntry?) throws -> Opened {
    lastEntrance += 1
    let entrance = lastEntrance
    switch place.address {
    case .port(let address):
      let socket = try listenTCP(address)
      let port = try localPort(socket.raw)
      let listener = try listen(socket, place.surface, entrance)
      log.info("listening on \(address.host) port \(port)")
      return Opened(listener: listener, entrance: entrance)
    case .file(let path, let group):
      let bound = try listenUnix(
        path: path,
        mode: 0o660,
        group: group,
        atStart: isStarting
      )
      let file = bound.file
      let listener = try listen(bound.intoDescriptor(), place.surface, entrance)
      return Opened(listener: listener, file: file, entrance: entrance)
    }
  }

  private func listen(
    _ descriptor: consuming OwnedDescriptor,
    _ surface: Surface,
    _ entrance: Int? = nil
  ) throws -> Listener {
    let listener = try Listener(loop, descriptor) { [unowned service] in
      if surface == .gpsd {
        service.admitGPSDClient($0, $1, by: entrance)
      } else {
        service.admitNMEAReader($0, $1, by: entrance)
      }
    }
    listener.onPause = { [log] in log.warning("no more connections for now: \($0)") }
    return listener
  }

  /// A place in a session's stead may be free again.
  func rearm() {
    for listener in inherited.values.joined() { listener.rearm() }
    for opened in opened.values { opened.listener.rearm() }
  }

  private func close(_ opened: Opened) {
    opened.listener.close()
    opened.file?.unlinkIfOurs()
  }

  /// Stops accepting and removes the files that are ours.
  func close() {
    if let retry { loop.cancel(retry) }
    retry = nil
    for listener in inherited.values.joined() { listener.close() }
    for opened in opened.values { close(opened) }
    (opened, refusals) = ([:], [:])
  }
}
