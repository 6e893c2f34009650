// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What the command line asks for.
struct Options: Equatable {
  enum Action: Equatable {
    case run
    case status
    case checkConfiguration
    case version
    case help
  }

  var action = Action.run
  /// Which broker: the name of its file, unit and folder.
  var name = ""
  var configuration: String?
  var folder: String?
  var metrics: String?
  var logLevel: String?

  static let usage = """
    usage: location-mqtt [options] NAME
           location-mqtt status [--metrics FILE] NAME

    Publishes the locations of locationd to the broker that /etc/locationd/mqtt/NAME.conf names.
    status says how much is queued and when the last message was published.

      --config FILE      read FILE instead of /etc/locationd/mqtt/NAME.conf
      --state-dir DIR    keep queue and waypoints in DIR (default /var/lib/location-mqtt/NAME)
      --metrics FILE     write metrics to FILE (default /run/location-mqtt/NAME/metrics.prom)
      --log-level LEVEL  error, warning, notice, info or debug (default info)
      --check-config     say whether the configuration is good, and exit
      --version          print the version and exit
      --help             print this and exit

    """

  /// Reads the arguments after the program's name.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    if rest.first == "status" {
      action = .status
      rest = rest.dropFirst()
    }
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      func value() throws(UsageError) -> String {
        if parts.count == 2 { return String(parts[1]) }
        guard let next = rest.popFirst() else {
          throw UsageError(description: "\(parts[0]) needs a value")
        }
        return next
      }
      switch parts.first.map(String.init) ?? "" {
      case "--config": configuration = try value()
      case "--state-dir": folder = try value()
      case "--metrics": metrics = try value()
      case "--log-level": logLevel = try value()
      case "--check-config": action = .checkConfiguration
      case "--version": action = .version
      case "--help", "-h": action = .help
      case let word where word.hasPrefix("-") || !name.isEmpty:
        throw UsageError(description: "\(argument) is not an option; see --help")
      default: name = argument
      }
    }
    guard action != .version, action != .help else { return }
    let isPlain = name.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0))
    }
    guard isPlain, !name.isEmpty, !name.hasPrefix(".") else {
      throw UsageError(description: "NAME is missing, or not letters, digits, -, _ and .")
    }
  }

  var configurationPath: String { configuration ?? "/etc/locationd/mqtt/\(name).conf" }
  var metricsPath: String { metrics ?? "/run/location-mqtt/\(name)/metrics.prom" }
}

/// Why the command line was refused.
struct UsageError: Error, Equatable, CustomStringConvertible {
  var description: String
}
