// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationServer

/// The sockets of the daemon: inherited from the service manager, or opened in the runtime folder.
struct Sockets {
  private var listeners: [Listener] = []
  /// Only files that this process made; an inherited socket's file is the service manager's.
  private var files: [SocketFile] = []
  private var inheritedCount = 0
  let surfaces: Surfaces

  /// Whether the service manager holds all of them, and so listens while the daemon is away.
  var areInherited: Bool {
    inheritedCount + surfaces.inheritedCount > 0 && inheritedCount == listeners.count
      && surfaces.areInherited
  }

  /// Opens what is missing and serves all of them; where one of the daemon's own two is refused, no
  /// file of ours is left.
  init(
    _ options: Options,
    _ configuration: Configuration,
    loop: EventLoop,
    service: LocationService,
    log: Log
  ) throws {
    surfaces = Surfaces(loop, service, log)
    do {
      try open(options, configuration.surfaces, loop, service, log)
    } catch {
      close()
      throw error
    }
    surfaces.apply(configuration.surfaces)
    service.whenSessionCloses { [listeners, surfaces] in
      for listener in listeners { listener.rearm() }
      surfaces.rearm()
    }
  }

  private mutating func open(
    _ options: Options,
    _ settings: SurfaceSettings,
    _ loop: EventLoop,
    _ service: LocationService,
    _ log: Log
  ) throws {
    var inherited: [String: [Int32]] = [:]
    for socket in try ServiceManager.inheritedSockets() {
      guard ["locationd", "control", "nmea", "gpsd"].contains(socket.name) else {
        log.warning("inherited socket \(socket.name) has no use and is closed")
        _ = OwnedDescriptor(socket.descriptor)
        continue
      }
      try Self.check(socket)
      inherited[socket.name, default: []].append(socket.descriptor)
    }
    let folder = options.runtimeDirectory
    try serve(
      inherited["locationd"] ?? [],
      path: "\(folder)/locationd.sock",
      mode: 0o666,
      group: nil,
      loop,
      log
    ) { service.admitSubscriber($0, $1) }
    try serve(
      inherited["control"] ?? [],
      path: "\(folder)/control.sock",
      mode: 0o660,
      group: "locationd",
      loop,
      log
    ) { service.admitController($0, $1) }
    for surface in [Surface.gpsd, .nmea] {
      for socket in inherited[surface.rawValue] ?? [] {
        // Who made the unit has decided; but `ListenStream=2947` alone means every address.
        if isRemote(socket), !settings.allowsRemote(surface) {
          log.warning(
            "the inherited socket \(surface.rawValue) can be reached from other machines, whose users "
              + "then know the location: see ListenStream= of its unit, or say "
              + "allow-remote = yes in [\(surface.rawValue)-server]"
          )
        }
        try surfaces.serve(socket, surface)
      }
    }
  }

  /// Ready means that every socket accepts; and who overrides must be known, which TCP never tells.
  private static func check(_ socket: ServiceManager.InheritedSocket) throws(InheritedSocketError) {
    guard Descriptor.acceptsConnections(socket.descriptor) else {
      throw InheritedSocketError(name: socket.name, reason: "is not a stream socket that listens")
    }
    let tellsPeers = ["locationd", "control"].contains(socket.name)
    guard !tellsPeers || Descriptor.isUnixSocket(socket.descriptor) else {
      throw InheritedSocketError(
        name: socket.name,
        reason: "is not a Unix socket, so that nobody's credentials could be known"
      )
    }
  }

  /// Serves the inherited sockets, or one of our own where there is none.
  private mutating func serve(
    _ inherited: [Int32],
    path: String,
    mode: UInt32,
    group: String?,
    _ loop: EventLoop,
    _ log: Log,
    handler: @escaping Listener.Handler
  ) throws {
    for socket in inherited {
      try serve(OwnedDescriptor(socket), loop, log, handler: handler)
      inheritedCount += 1
    }
    guard inherited.isEmpty else { return }
    let bound = try SocketRefusal.naming {
      try listenUnix(path: path, mode: mode, group: Self.gid(group))
    }
    files.append(bound.file)
    try serve(bound.intoDescriptor(), loop, log, handler: handler)
  }

  private mutating func serve(
    _ descriptor: consuming OwnedDescriptor,
    _ loop: EventLoop,
    _ log: Log,
    handler: @escaping Listener.Handler
  ) throws {
    let listener = try Listener(loop, descriptor, handler: handler)
    listener.onPause = { log.warning("no more connections for now: \($0)") }
    listeners.append(listener)
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
    surfaces.close()
  }
}
