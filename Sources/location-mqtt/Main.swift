// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LinuxIO
internal import LocationMQTT

/// Reads the command line and the configuration, then publishes until it is told to stop.
///
/// Exit codes are sysexits'.
@main
struct Main {
  static let version = "0.1.0"

  static func main() {
    var file = ""
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      file = options.configurationPath
      switch options.action {
      case .help: return print(Options.usage, terminator: "")
      case .version: return print("location-mqtt \(version)")
      case .status:
        let status = try Status(path: options.metricsPath)
        print(status.text, terminator: "")
        exit(status.isRunning ? EX_OK : EX_UNAVAILABLE)
      case .run, .checkConfiguration: break
      }
      if options.action == .checkConfiguration {
        let settings = try Service.settings(options)
        try Vehicle.check(settings)
        let unseen = settings.unseen.joined(separator: ", ")
        let exception =
          unseen.isEmpty ? "" : "; not checked, because only the unit has it: \(unseen)"
        return print("the configuration is good\(exception)")
      }
      try Service(options).run()
    } catch let error as UsageError {
      fail("\(error)", EX_USAGE)
    } catch let error as INIError {
      fail("\(error)", EX_CONFIG)
    } catch let error as BrokerError {
      fail("\(file): \(error)", EX_CONFIG)
    } catch let error as CommandRefusal {
      fail("\(error)", EX_CONFIG)
    } catch let error as Status.Missing {
      fail("\(error)", EX_UNAVAILABLE)
    } catch {
      fail("\(error)", EX_OSERR)
    }
  }

  private static func fail(_ message: String, _ code: Int32) -> Never {
    Log(threshold: .error).error("location-mqtt: \(message)")
    exit(code)
  }
}
