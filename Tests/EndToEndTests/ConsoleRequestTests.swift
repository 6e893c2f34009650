// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LinuxIO
internal import LocationTestSupport
internal import Testing

/// Requests to the console as no browser makes them.
struct ConsoleRequestTests {
  @Test
  func `a request that can be read in two ways is refused at once, and its connection closed`()
    throws
  {
    let scene = try CommandScene()
    let console = try scene.start(["console"])
    let client = try ConsoleClient(console)
    let body = #"{"points":[[0,0],[0,1]]}"#
    let length = "Content-Length: \(body.utf8.count)"
    let chunk = "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
    for (headers, body, status) in [
      ([length], body, 200), (["Transfer-Encoding: chunked"], chunk, 200),
      ([length, length], body, 400), ([length, "Content-Length: 500"], body, 400),
      (["Content-Length: 500", length], body, 400),
      ([length, "Transfer-Encoding: chunked"], chunk, 400),
      (["Transfer-Encoding: identity"], body, 400), (["Content-Length : 5", length], body, 400),
      ([length, "Host: evil.example"], body, 400),
      ([length, "Origin: http://evil.example"], body, 400),
    ] {
      // What comes after the end of the answer would be the answer to something smuggled.
      let lines = try client.post("/measure", headers: headers, body)
      #expect(lines.first?.hasPrefix("HTTP/1.1 \(status) ") == true, "\(headers): \(lines)")
      #expect(lines.count { $0.hasPrefix("HTTP/1.1 ") } == 1, "\(headers): \(lines)")
    }
    console.signal(SIGTERM)
    #expect(try console.waitForExit(before: Deadline(in: 10)) == .code(0))
  }
}
