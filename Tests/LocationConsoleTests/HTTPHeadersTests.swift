// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import LocationConsole
import Testing

@Suite struct HTTPHeadersTests {
  private static let host = [("Host", "127.0.0.1:1")]

  private static func headers(_ all: [(String, String)]) -> HTTPHeaders {
    var headers = HTTPHeaders()
    for (name, value) in host + all { headers.add(name, value) }
    return headers
  }

  @Test(
    arguments: [
      [], [("Content-Length", "5")], [("Transfer-Encoding", "Chunked")],
      [("Accept", "a"), ("Accept", "b"), ("Cookie", "a=b"), ("Cookie", "c=d")],
    ] as [[(String, String)]]
  )
  func `a request that can be read in one way is let through`(all: [(String, String)]) {
    #expect(!Self.headers(all).isAmbiguous)
  }

  @Test(
    arguments: [
      [("Content-Length", "5"), ("content-length", "5")],
      [("Content-Length", "5"), ("Content-Length", "50")],
      [("Content-Length", "5"), ("Transfer-Encoding", "chunked")],
      [("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "chunked")],
      [("Transfer-Encoding", "gzip, chunked")], [("Transfer-Encoding", "identity")],
      [("Transfer-Encoding", "")], [("HOST", "evil.example")],
      [("Origin", "http://a"), ("Origin", "http://b")],
      [("Sec-Fetch-Site", "none"), ("Sec-Fetch-Site", "cross-site")],
      [("Content-Length ", "5")], [("Transfer-Encoding\t", "chunked")], [("", "5")],
    ] as [[(String, String)]]
  )
  func `one that can be read in two is none`(all: [(String, String)]) {
    #expect(Self.headers(all).isAmbiguous)
  }
}
