// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

extension FakeGPSD {
  /// What gpsd 3.22 sends before it is asked.
  package static let banner =
    #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\r\n"

  /// What gpsd answers to a WATCH, with one active receiver.
  package static let watching = devices([device()]) + watchEcho

  /// The last part of the answer.
  package static let watchEcho =
    #"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0,"scaled":false,"#
    + #""timing":false,"split24":false,"pps":false}"# + "\r\n"

  /// A DEVICE object without its line end.
  package static func device(
    _ path: String = "/dev/ttyACM0",
    driver: String = "u-blox",
    activated: String = #""2026-11-30T01:22:00.000Z""#
  ) -> String {
    #"{"class":"DEVICE","path":"\#(path)","driver":"\#(driver)","activated":\#(activated),"#
      + #""flags":1,"native":1,"bps":9600,"parity":"N","stopbits":1,"cycle":1.00}"#
  }

  /// A DEVICES line.
  package static func devices(_ list: [String]) -> String {
    #"{"class":"DEVICES","devices":["# + list.joined(separator: ",") + "]}\r\n"
  }

  /// A TPV line; `members` follow the time as they are.
  package static func tpv(
    _ members: String = #""lat":48.858370000,"lon":2.294481000"#,
    device: String = "/dev/ttyACM0",
    mode: Int = 3,
    time: String = "2026-11-30T01:22:20.120Z"
  ) -> String {
    #"{"class":"TPV","device":"\#(device)","mode":\#(mode),"time":"\#(time)","#
      + members + "}\r\n"
  }
}
