// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import GPSDSource
import Testing

@Suite struct EndpointTests {
  @Test(
    arguments: [
      ("", "localhost", 2947, nil),
      ("localhost", "localhost", 2947, nil),
      (":2948", "localhost", 2948, nil),
      ("192.0.2.7", "192.0.2.7", 2947, nil),
      ("gps.example.org:1", "gps.example.org", 1, nil),
      ("host:65535:/dev/ttyACM0", "host", 65535, "/dev/ttyACM0"),
      ("host::/dev/ttyACM0", "host", 2947, "/dev/ttyACM0"),
      ("[::1]", "::1", 2947, nil),
      ("[::1]:2948", "::1", 2948, nil),
      ("[::1]:2947:/dev/ttyACM0", "::1", 2947, "/dev/ttyACM0"),
      ("[fe80::1%eth0]:2947", "fe80::1%eth0", 2947, nil),
      ("host:2947:tcp://192.0.2.1:9000", "host", 2947, "tcp://192.0.2.1:9000"),
    ] as [(String, String, Int, String?)]
  )
  func `an endpoint is HOST, PORT and DEVICE with defaults`(
    text: String,
    host: String,
    port: Int,
    device: String?
  ) throws {
    let endpoint = try GPSDEndpoint(parsing: text)
    #expect(endpoint.host == host)
    #expect(endpoint.port == port)
    #expect(endpoint.device == device)
    #expect(try GPSDEndpoint(parsing: endpoint.description) == endpoint)
  }

  @Test(arguments: [
    ("host:0", "port '0' is not a number from 1 to 65535"),
    ("host:65536", "port '65536' is not a number from 1 to 65535"),
    ("host:-1", "port '-1' is not a number from 1 to 65535"),
    ("host:gpsd", "port 'gpsd' is not a number from 1 to 65535"),
    ("host:99999999999999999999", "port '99999999999999999999' is not a number from 1 to 65535"),
    ("::1", "an IPv6 address needs brackets, as in [::1]:2947"),
    ("fe80::1", "an IPv6 address needs brackets, as in [::1]:2947"),
    ("[::1", "']' is missing"),
    ("[::1]2947", "expected ':' after ']'"),
    ("[localhost]:2947", "'localhost' is not an IPv6 address"),
    ("[fe80::1%]", "'fe80::1%' is not an IPv6 address"),
    ("host:2947:", "device has 0 bytes, not 1 to 127"),
    ("host:2947:/dev/\n", "device contains a control character"),
    ("shared memory", "host 'shared memory' is not 1 to 253 letters, digits, '-', '_' or '.'"),
    ("local file:/etc", "host 'local file' is not 1 to 253 letters, digits, '-', '_' or '.'"),
  ])
  func `a wrong endpoint is refused with the value and what is allowed`(
    text: String,
    reason: String
  ) {
    let refusal = #expect(throws: GPSDEndpoint.Invalid.self) { try GPSDEndpoint(parsing: text) }
    #expect(refusal?.reason == reason)
    #expect(refusal?.description == "gpsd endpoint '\(text)': \(reason)")
  }

  @Test func `names are limited to what libgps and the name service hold`() throws {
    let device = "/" + String(repeating: "d", count: 126)
    #expect(try GPSDEndpoint(parsing: "host:2947:" + device).device == device)
    #expect(throws: GPSDEndpoint.Invalid.self) {
      try GPSDEndpoint(parsing: "host:2947:" + device + "d")
    }
    #expect(throws: GPSDEndpoint.Invalid.self) {
      try GPSDEndpoint(parsing: String(repeating: "h", count: 254))
    }
  }
}
