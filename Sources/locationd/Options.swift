// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What the command line asks for.
struct Options: Equatable {
  var configuration: String?
  var runtimeDirectory = "/run/locationd"
  var gpsd: String?
  var gpsdListen: String?
  var nmeaListen: String?
  var nmeaSocket: String?
  var logLevel: String?
  var checksConfiguration = false
  var showsVersion = false
  var showsHelp = false

  static let usage = """
    usage: locationd [options]

      --config FILE        read FILE instead of /etc/locationd/locationd.conf
      --runtime-dir DIR    place the sockets in DIR (default /run/locationd)
      --gpsd HOST[:PORT[:DEVICE]]
                           take fixes from this gpsd (default localhost:2947)
      --gpsd-listen ADDR:PORT
                           serve the gpsd protocol there
      --nmea-listen ADDR:PORT
                           serve NMEA there
      --nmea-socket PATH   serve NMEA on this Unix socket
      --log-level LEVEL    error, warning, notice, info or debug (default info)
      --check-config       say whether the configuration is good, and exit
      --version            print the version and exit
      --help               print this and exit

    locationctl(1) sets overrides; locationd.conf(5) explains every key.

    """

  /// Reads the arguments after the program's name.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      func value() throws(UsageError) -> String {
        let value = parts.count == 2 ? String(parts[1]) : rest.popFirst()
        // An empty folder would be the root folder, an empty file the current one.
        guard let value, !value.isEmpty else {
          throw UsageError(description: "\(name) needs a value")
        }
        return value
      }
      switch name {
      case "--config": configuration = try value()
      case "--runtime-dir": runtimeDirectory = try value()
      case "--gpsd": gpsd = try value()
      case "--gpsd-listen": gpsdListen = try value()
      case "--nmea-listen": nmeaListen = try value()
      case "--nmea-socket": nmeaSocket = try value()
      case "--log-level": logLevel = try value()
      case "--check-config": checksConfiguration = true
      case "--version": showsVersion = true
      case "--help", "-h": showsHelp = true
      default: throw UsageError(description: "\(argument) is not an option; see --help")
      }
    }
  }
}

/// Why the command line was refused.
struct UsageError: Error, Equatable, CustomStringConvertible {
  var description: String
}
