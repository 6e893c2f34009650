// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationConsole
import Testing

/// Who may use the page.
@Suite struct GateTests {
  private static func gate(_ hosts: Gate.Hosts = .loopback) -> Gate {
    var count = 0
    return Gate(hosts: hosts, name: "4000") {
      count += 1
      return "secret\(count)"
    }
  }

  private static func request(
    _ path: String = "/",
    host: String? = "127.0.0.1:4000",
    cookie: String? = nil,
    _ change: (inout HTTPRequest) -> Void = { _ in }
  ) -> HTTPRequest {
    var request = HTTPRequest()
    request.path = path
    request.host = host
    request.cookie = cookie
    change(&request)
    return request
  }

  /// A gate that has let a browser in, and that browser's cookie.
  private static func opened(_ hosts: Gate.Hosts = .loopback) throws -> (Gate, String) {
    let gate = gate(hosts)
    let token = gate.issueToken()
    let answer = try #require(gate.check(request { $0.token = token }))
    let cookie = try #require(answer.headers["Set-Cookie"])
    return (gate, String(cookie.prefix { $0 != ";" }))
  }

  @Test func `a token is exchanged for a cookie that only this page is sent`() throws {
    let gate = Self.gate()
    let token = gate.issueToken()
    let answer = try #require(gate.check(Self.request { $0.token = token }))
    #expect(answer.status == 200)
    #expect(String(decoding: answer.body, as: UTF8.self).contains("url=/\""))
    #expect(
      answer.headers["Set-Cookie"]
        == "locationd-console-4000=secret2; Path=/; HttpOnly; SameSite=Strict"
    )
    #expect(gate.check(Self.request(cookie: "locationd-console-4000=secret2")) == nil)
    #expect(gate.check(Self.request(cookie: "a=b; locationd-console-4000=secret2")) == nil)
  }

  @Test func `an address opens from wherever it was followed`() {
    let gate = Self.gate()
    let token = gate.issueToken()
    let request = Self.request {
      $0.token = token
      $0.origin = "null"
      $0.fetchSite = "cross-site"
    }
    #expect(gate.check(request)?.status == 200)
  }

  @Test func `a token opens once`() throws {
    let gate = Self.gate()
    let token = gate.issueToken()
    _ = gate.check(Self.request { $0.token = token })
    #expect(gate.check(Self.request { $0.token = token })?.status == 403)
  }

  @Test(arguments: ["", "secret", "secret9", "secret11"])
  func `a wrong token is refused`(token: String) {
    let gate = Self.gate()
    _ = gate.issueToken()
    #expect(gate.check(Self.request { $0.token = token })?.status == 403)
  }

  @Test(arguments: [nil, "locationd-console-4000=", "locationd-console-4001=secret2", "secret2"])
  func `nobody passes without the cookie`(cookie: String?) throws {
    let (gate, _) = try Self.opened()
    #expect(gate.check(Self.request("/events", cookie: cookie))?.status == 403)
  }

  @Test(
    arguments: [
      ("evil.example", false), ("evil.example:4000", false), (nil, false), ("", false),
      ("127.0.0.1.evil.example", false), ("10.0.0.7:4000", false), ("127.0.0.1", true),
      ("localhost:8080", true), ("[::1]:4000", true), ("LOCALHOST:8080", true),
      ("LocalHost", true), ("127.0.0.2:4000", false), ("localhost.evil.example", false),
    ] as [(String?, Bool)]
  )
  func `only names of the loopback pass`(host: String?, passes: Bool) throws {
    let (gate, cookie) = try Self.opened()
    let answer = gate.check(Self.request(host: host, cookie: cookie))
    #expect(answer?.status == (passes ? nil : 421))
  }

  @Test(
    arguments: [
      (Gate.Hosts.address("10.0.0.7:4000"), "10.0.0.7:4000", true),
      (.address("10.0.0.7:4000"), "10.0.0.8:4000", false),
      (.address("127.0.0.2:4000"), "127.0.0.2:4000", true),
      (.address("127.0.0.2:4000"), "127.0.0.3:4000", false),
      (.address("127.0.0.2:4000"), "localhost:8080", true),
      (.numeric, "10.0.0.8:4000", true), (.numeric, "[fe80::1]:4000", true),
      (.numeric, "evil.example:4000", false),
    ]
  )
  func `another listener has its own names`(hosts: Gate.Hosts, host: String, passes: Bool) throws {
    let (gate, cookie) = try Self.opened(hosts)
    #expect((gate.check(Self.request(host: host, cookie: cookie)) == nil) == passes)
  }

  @Test(
    arguments: [
      ("http://127.0.0.1:4000", "same-origin", nil),
      ("http://127.0.0.1:4001", "same-site", 403), ("http://evil.example", "cross-site", 403),
      ("HTTP://127.0.0.1:4000", "same-origin", nil), ("null", nil, 403), (nil, nil, 403),
      ("http://127.0.0.1:4000", "cross-site", 403),
    ] as [(String?, String?, UInt32?)]
  )
  func `a command comes from the page itself`(
    origin: String?,
    site: String?,
    status: UInt32?
  ) throws {
    let (gate, cookie) = try Self.opened()
    let request = Self.request("/rpc", cookie: cookie) {
      $0.method = "POST"
      $0.origin = origin
      $0.fetchSite = site
    }
    #expect(gate.check(request)?.status == status)
  }

  @Test(arguments: ["PUT", "DELETE", "OPTIONS", "TRACE"])
  func `other methods are refused`(method: String) throws {
    let (gate, cookie) = try Self.opened()
    let answer = gate.check(Self.request("/rpc", cookie: cookie) { $0.method = method })
    #expect(answer?.status == 405)
  }
}
