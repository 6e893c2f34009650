// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import GPSDSource
internal import Glibc
internal import LinuxIO

/// Reads the command line and the configuration, then runs the daemon.
///
/// Exit codes are sysexits'.
@main
struct Main {
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if options.showsHelp { return print(Options.usage, terminator: "") }
      if options.showsVersion { return print("locationd \(Daemon.version)") }
      let configuration = try Configuration(options)
      if options.checksConfiguration {
        for warning in configuration.warnings {
          Log(threshold: .warning).warning("locationd: \(warning)")
        }
        checkAsService(options)
        return print("the configuration is good")
      }
      try Daemon(options, configuration).run()
    } catch let error as UsageError {
      fail("\(error)", EX_USAGE)
    } catch let error as INIError {
      fail("\(error)", EX_CONFIG)
    } catch let error as SocketRefusal {
      // No restart makes a path shorter, or a socket of a file that somebody needs.
      fail("\(error)", error.isPermanent ? EX_CONFIG : EX_OSERR)
    } catch let error as InheritedSocketError {
      fail("\(error)", EX_CONFIG)
    } catch let error as GPSDEndpoint.Invalid {
      fail("\(error)", EX_USAGE)
    } catch {
      fail("\(error)", EX_OSERR)
    }
  }

  /// The last thing that root's look at the configuration does: the service has fewer rights.
  private static func checkAsService(_ options: Options) {
    let user = "locationd"
    guard UserDatabase.isRoot, UserDatabase.uid(named: user) != nil else { return }
    do {
      try UserDatabase.become(user)
      _ = try Configuration.read(options)
    } catch {
      Log(threshold: .warning).warning(
        "locationd: the user \(user), as whom the service runs, cannot read it: \(error)"
      )
    }
  }

  private static func fail(_ message: String, _ code: Int32) -> Never {
    Log(threshold: .error).error("locationd: \(message)")
    exit(code)
  }
}
