// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationTestSupport
internal import Testing

/// A gpsd that refuses, over and over, and what the log makes of it.
@Suite struct RefusingGPSDTests {
  @Test func `refusals in other words each time are one line, and status has the last one`() throws
  {
    let gpsd = try FakeGPSD()
    let daemon = try RunningDaemon(gpsd: gpsd.port)
    let deadline = Deadline(in: 20)
    let peer = try daemon.connect()
    _ = try peer.call("startUpdatingLocation", before: deadline)
    let connection = try gpsd.accept()
    try connection.send(FakeGPSD.banner)
    _ = try connection.requests()
    for number in 1...500 {
      try connection.send(#"{"class":"ERROR","message":"no, \#(number)"}"# + "\r\n")
    }
    // What comes after them shows that all have been read.
    try connection.send(FakeGPSD.watching)
    var told: [String] = []
    _ = try daemon.logLine(before: deadline) { line in
      if line.contains("gpsd refuses") { told.append(line) }
      return line.contains("gpsd has the receiver")
    }
    #expect(told == ["warning: gpsd refuses: no, 1"])
    let control = try SubscriberConnection(path: daemon.controlPath)
    let status = try control.call("status", before: deadline).object("result")
    #expect(status?.text("problem") == "gpsd refuses: no, 500")
  }
}
