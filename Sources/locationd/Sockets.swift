// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationServer

/// The sockets of the daemon: inherited from the service manager, or opened in the runtime folder.
struct Sockets {
  private var listeners: [Listener] = []
  /// Only files that this process made; an inherited socket's file is the service manager's.
  private var files: [SocketFile] = []
  private var inheritedCount = 0

  /// Whether the service manager holds all of them, and so listens while the daemon is away.
  var areInherited: Bool { inheritedCount > 0 && inheritedCount == listeners.count }

  /// Opens what is missing and serves all of them.
  init(
    _ options: Options,
    _ configuration: Configuration,
    loop: EventLoop,
    service: LocationService,
    log: Log
  ) throws {
    var inherited: [String: [Int32]] = [:]
    for socket in try ServiceManager.inheritedSockets() {
      guard ["locationd", "control", "nmea", "gpsd"].contains(socket.name) else {
        log.warning("inherited socket \(socket.name) has no use and is closed")
        _ = OwnedDescriptor(socket.descriptor)
        continue
      }
      inherited[socket.name, default: []].append(socket.descriptor)
    }
    let folder = options.runtimeDirectory
    try serve(
      inherited["locationd"]?.first,
      path: "\(folder)/locationd.sock",
      mode: 0o666,
      group: nil,
      loop,
      log
    ) { service.admitSubscriber($0, $1) }
    try serve(
      inherited["control"]?.first,
      path: "\(folder)/control.sock",
      mode: 0o660,
      group: "locationd",
      loop,
      log
    ) { service.admitController($0, $1) }
    try serveSurfaces(configuration.surfaces, inherited, loop, service, log)
    let opened = listeners
    service.whenSessionCloses { for listener in opened { listener.rearm() } }
  }

  private mutating func serve(
    _ inherited: Int32?,
    path: String,
    mode: UInt32,
    group: String?,
    _ loop: EventLoop,
    _ log: Log,
    handler: @escaping Listener.Handler
  ) throws {
    let listener: Listener
    if let inherited {
      let descriptor = OwnedDescriptor(inherited)
      try Descriptor.setNonBlocking(inherited)
      listener = try Listener(loop, descriptor, handler: handler)
      inheritedCount += 1
    } else {
      let bound = try listenUnix(path: path, mode: mode, group: Self.gid(group))
      files.append(bound.file)
      listener = try Listener(loop, bound.intoDescriptor(), handler: handler)
    }
    listener.onPause = { log.warning("no more connections for now: \($0)") }
    listeners.append(listener)
  }

  /// The surfaces for programs that know nothing of locationd; off unless asked for.
  private mutating func serveSurfaces(
    _ surfaces: SurfaceSettings,
    _ inherited: [String: [Int32]],
    _ loop: EventLoop,
    _ service: LocationService,
    _ log: Log
  ) throws {
    let gpsd: Listener.Handler = { service.admitGPSDClient($0, $1) }
    let nmea: Listener.Handler = { service.admitNMEAReader($0, $1) }
    for socket in inherited["gpsd"] ?? [] {
      try serve(socket, path: "", mode: 0, group: nil, loop, log, handler: gpsd)
    }
    for socket in inherited["nmea"] ?? [] {
      try serve(socket, path: "", mode: 0, group: nil, loop, log, handler: nmea)
    }
    for address in surfaces.gpsdAddresses { try serve(address, loop, log, handler: gpsd) }
    for address in surfaces.nmeaAddresses { try serve(address, loop, log, handler: nmea) }
    guard let path = surfaces.nmeaSocket, inherited["nmea"] == nil else { return }
    try serve(
      nil,
      path: path,
      mode: 0o660,
      group: surfaces.nmeaGroup,
      loop,
      log,
      handler: nmea
    )
  }

  private mutating func serve(
    _ address: ListenAddress,
    _ loop: EventLoop,
    _ log: Log,
    handler: @escaping Listener.Handler
  ) throws {
    let listener = try Listener(loop, listenTCP(address), handler: handler)
    listener.onPause = { log.warning("no more connections for now: \($0)") }
    listeners.append(listener)
    let port = try localPort(listener.descriptor)
    log.info("listening on \(address.host) port \(port)")
  }

  /// Only root can hand a file to a group that it is not a member of; others need no look-up, which
  /// loads the system's name services.
  private static func gid(_ group: String?) -> UInt32? {
    UserDatabase.isRoot ? group.flatMap { UserDatabase.gid(named: $0) } : nil
  }

  /// Stops accepting and removes the files that are ours.
  func close() {
    for listener in listeners { listener.close() }
    for file in files { file.unlinkIfOurs() }
  }
}
