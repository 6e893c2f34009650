// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LinuxIO
internal import LocationClient
internal import LocationProtocol

/// The console: one page for any number of browsers, between them and the daemon's two sockets.
///
/// Loop thread only. It has the rights of the user who started it and no others.
package final class Console {
  /// What a console needs to know before it starts.
  package struct Settings: Sendable {
    package var subscriberPath: String
    package var controlPath: String
    package var files: PageFiles
    package var hosts: Gate.Hosts
    /// Tells this console's cookie from another one's, as the port does.
    package var name: String
    /// As in `https://tile.example/{z}/{x}/{y}.png`; nil for a map without tiles.
    package var tiles: TileSource?
    package var version: String

    package init(
      subscriberPath: String,
      controlPath: String,
      files: PageFiles,
      hosts: Gate.Hosts,
      name: String,
      tiles: TileSource?,
      version: String
    ) {
      self.subscriberPath = subscriberPath
      self.controlPath = controlPath
      self.files = files
      self.hosts = hosts
      self.name = name
      self.tiles = tiles
      self.version = version
    }
  }

  /// Seconds between two looks whether the pages are still there.
  private static let beat = 5.0
  /// Milliseconds after which a page that was cut off asks again.
  private static let patience = 500

  let loop: EventLoop
  let settings: Settings
  let feed: Feed
  var tracks: [(id: String, track: DroppedTrack)] = []
  var lastTrack = 0
  /// Routes in force that the daemon holds a part of, by identifier.
  var routes: [String: RouteSender] = [:]
  /// What they were called before, which a page may not know yet, with what they are called now.
  var formerIDs: [String: String] = [:]
  private let server: HTTPServer
  private let gate: Gate
  private var pages: [String: ConsolePage] = [:]
  private var timer: EventLoop.Timer?

  package init(
    _ settings: Settings,
    loop: EventLoop,
    listener: consuming OwnedDescriptor
  ) throws(SystemError) {
    self.loop = loop
    self.settings = settings
    gate = Gate(hosts: settings.hosts, name: settings.name, random: Self.secret)
    feed = Feed(
      loop,
      subscriber: settings.subscriberPath,
      control: settings.controlPath,
      version: settings.version
    )
    server = try HTTPServer(loop, listener: listener)
    server.commonHeaders = Self.headers(tiles: settings.tiles)
    server.admit = { [weak self] in self?.gate.check($0) }
    server.handle = { [weak self] in self?.handle($0) }
    feed.tell = { [weak self] event, data in
      for page in self?.pages.values.map(\.stream) ?? [] { page.send(event, data) }
    }
    feed.additions = { [weak self] overrides in
      ["routes": self?.routesInForce(overrides) ?? .object([:])]
    }
    beat()
  }

  /// The path and query of an address that opens the page once.
  package func issueAddress() -> String { "/?token=\(gate.issueToken())" }

  /// Ends all pages and every lease.
  package func close() {
    if let timer { loop.cancel(timer) }
    timer = nil
    for page in pages.values { page.stream.end() }
    feed.stop()
    server.close()
  }

  /// The page that a request names, which its leases hang on.
  func page(_ id: String?) -> ConsolePage? { id.flatMap { pages[$0] } }

  func open(_ exchange: HTTPExchange) {
    let stream = HTTPStream(id: Self.secret())
    let page = ConsolePage(stream, controlPath: settings.controlPath, loop: loop)
    pages[stream.id] = page
    stream.onEnd = { [weak self] in
      self?.pages.removeValue(forKey: stream.id)?.close()
      if self?.pages.isEmpty == true { self?.feed.stop() }
    }
    stream.sendPatience(Self.patience)
    stream.send("hello", Array("{\"stream\":\"\(stream.id)\"}".utf8))
    feed.start()
    feed.introduce(stream)
    exchange.respond(stream)
  }

  private func beat() {
    let next = loop.now.monotonic + Int64(Self.beat * 1e9)
    timer = loop.schedule(at: next) { [weak self] in
      for page in self?.pages.values.map(\.stream) ?? [] { page.beat() }
      self?.beat()
    }
  }

  /// 256 bits from the kernel.
  private static func secret() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Nothing but the page itself, and tiles only where they are wanted.
  private static func headers(tiles: TileSource?) -> [String: String] {
    let images = tiles.map { " " + $0.origin } ?? ""
    return [
      "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
        + "connect-src 'self'; img-src 'self' data:\(images); base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'",
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Cache-Control": "no-store",
    ]
  }
}

/// One open page: its stream, and the connection that its leases hang on.
final class ConsolePage {
  let stream: HTTPStream
  private(set) lazy var control: DaemonLink = {
    let link = DaemonLink(path: controlPath, loop: loop)
    link.onNotification = { [weak stream] method, line, _ in
      if method == "overrideEnded" { stream?.send("ended", line) }
    }
    link.open()
    isUsed = true
    return link
  }()
  private let controlPath: String
  private let loop: EventLoop
  private var isUsed = false

  init(_ stream: HTTPStream, controlPath: String, loop: EventLoop) {
    self.stream = stream
    self.controlPath = controlPath
    self.loop = loop
  }

  func close() {
    if isUsed { control.close() }
  }
}

/// Where map tiles come from: the one place outside that the page may ask.
package struct TileSource: Hashable, Sendable {
  package let template: String
  /// Scheme, host and port.
  package let origin: String

  /// Nil unless it is an address over HTTP with `{z}`, `{x}` and `{y}` in its path.
  package init?(_ template: String) {
    let allowed = template.utf8.allSatisfy { byte in
      byte > 0x20 && byte < 0x7F && !"\"'<>;,\\`^|".utf8.contains(byte)
    }
    guard allowed, let slashes = template.firstRange(of: "://") else { return nil }
    let scheme = template[..<slashes.lowerBound]
    let rest = template[slashes.upperBound...]
    guard scheme == "http" || scheme == "https", let end = rest.firstIndex(of: "/"),
      rest.startIndex < end, !rest[..<end].contains("{"), !rest[..<end].contains("*"),
      ["{z}", "{x}", "{y}"].allSatisfy({ rest[end...].contains($0) })
    else { return nil }
    self.template = template
    origin = "\(scheme)://\(rest[..<end])"
  }
}
