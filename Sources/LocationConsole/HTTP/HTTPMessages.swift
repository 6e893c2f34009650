// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What decides whether a request is answered: its line and the headers that browsers set.
package struct HTTPRequest: Hashable, Sendable {
  package var method = "GET"
  package var path = "/"
  package var host: String?
  package var origin: String?
  /// `Sec-Fetch-Site`: what a browser says of who asks.
  package var fetchSite: String?
  package var cookie: String?
  /// The one-time token, if the address has one.
  package var token: String?

  package init() {}

  /// The value of a cookie; of several with that name the first.
  package func cookie(named name: String) -> String? {
    for pair in (cookie ?? "").split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { continue }
      return parts[1]
    }
    return nil
  }
}

/// An answer that is there as a whole.
package struct HTTPResponse: Hashable, Sendable {
  package var status: UInt32
  package var headers: [String: String]
  package var body: [UInt8]

  package init(_ status: UInt32, _ body: [UInt8], type: String, headers: [String: String] = [:]) {
    self.status = status
    self.body = body
    self.headers = headers
    self.headers["Content-Type"] = type
  }

  /// Says something to people.
  package static func text(_ status: UInt32, _ text: String) -> HTTPResponse {
    HTTPResponse(status, Array((text + "\n").utf8), type: "text/plain; charset=utf-8")
  }

  package static func json(_ body: [UInt8], status: UInt32 = 200) -> HTTPResponse {
    HTTPResponse(status, body, type: "application/json")
  }
}
