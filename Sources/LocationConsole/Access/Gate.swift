// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Who may use the page: whoever has followed an address that this process gave out, once.
///
/// The address holds a one-time token. It is exchanged for a cookie that scripts cannot read and
/// that browsers send for this page alone. Every request is refused whose `Host` is no name of
/// ours, as a rebound name's would be, or whose `Origin` is another page.
package final class Gate {
  /// Names that count as ours in `Host`.
  package enum Hosts: Hashable, Sendable {
    /// A loopback address or `localhost`, with any port: an ssh tunnel chooses its own.
    case loopback
    /// Exactly this, besides those of the loopback.
    case address(String)
    /// Any numeric address: the listener is bound to all of them.
    case numeric
  }

  private let hosts: Hosts
  private let random: () -> String
  /// Cookies do not tell ports apart, so the name does.
  package let cookieName: String
  /// Given out and not used yet, oldest first.
  private var tokens: [String] = []
  private var sessions: [String] = []

  /// So many of each are kept.
  private static let capacity = 64

  /// - Parameters:
  ///   - hosts: What `Host` may be.
  ///   - name: Tells this console's cookie from that of another one.
  ///   - random: Makes secrets that nobody can guess.
  package init(hosts: Hosts, name: String, random: @escaping () -> String) {
    self.hosts = hosts
    self.random = random
    cookieName = "locationd-console-\(name)"
  }

  /// Makes a token that opens the page once.
  package func issueToken() -> String {
    let token = random()
    tokens.append(token)
    if tokens.count > Self.capacity { tokens.removeFirst() }
    return token
  }

  /// Lets a request pass with nil, or says what to answer in its place.
  package func check(_ request: HTTPRequest) -> HTTPResponse? {
    // Names of hosts have no case.
    guard let host = request.host?.lowercased(), isOurs(host) else {
      return .text(421, "this page is not known by that name")
    }
    // Whoever opens the address may come from anywhere: the token is what counts.
    if request.path == "/", request.method == "GET", let token = request.token {
      return exchange(token)
    }
    if let origin = request.origin, origin.lowercased() != "http://\(host)" {
      return .text(403, "a page of another origin may not ask")
    }
    if let site = request.fetchSite, site != "same-origin", site != "none" {
      return .text(403, "a page of another site may not ask")
    }
    guard let cookie = request.cookie(named: cookieName),
      sessions.contains(where: { Self.isEqual($0, cookie) })
    else {
      return .text(403, "open the address that locationctl console printed; it opens once")
    }
    guard request.method != "GET" else { return nil }
    guard request.method == "POST" else { return .text(405, "GET or POST") }
    // A form of another page could post, but not without saying where it comes from.
    return request.origin == nil ? .text(403, "a command needs its origin") : nil
  }

  private func exchange(_ token: String) -> HTTPResponse {
    guard let index = tokens.firstIndex(where: { Self.isEqual($0, token) }) else {
      return .text(403, "this address was used already, or was never given out")
    }
    tokens.remove(at: index)
    let session = random()
    sessions.append(session)
    if sessions.count > Self.capacity { sessions.removeFirst() }
    // Not a redirection: a browser that comes from another page would not send the cookie after it.
    let page =
      "<!doctype html><meta http-equiv=refresh content=\"0;url=/\">"
      + "<link rel=icon href='data:,'><title>locationd</title>"
    var response = HTTPResponse(200, Array(page.utf8), type: "text/html; charset=utf-8")
    response.headers["Set-Cookie"] =
      "\(cookieName)=\(session); Path=/; HttpOnly; SameSite=Strict"
    return response
  }

  private func isOurs(_ host: String) -> Bool {
    let name = Self.name(of: host)
    if name == "localhost" || name == "127.0.0.1" || name == "[::1]" { return true }
    switch hosts {
    case .loopback: return false
    case .address(let address): return host == address.lowercased()
    case .numeric:
      return name.hasPrefix("[") || name.utf8.allSatisfy { "0123456789.".utf8.contains($0) }
    }
  }

  /// The name without the port.
  private static func name(of host: String) -> String {
    guard let colon = host.lastIndex(of: ":"), host[colon...].dropFirst().allSatisfy(\.isNumber)
    else { return host }
    return String(host[..<colon])
  }

  /// Takes the same time wherever two texts of one length differ.
  static func isEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices { difference |= left[index] ^ right[index] }
    return difference == 0
  }
}
