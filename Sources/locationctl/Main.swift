// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import FoundationEssentials
internal import Glibc
internal import LinuxIO

@main
struct Main {
  static func main() {
    Signals.ignoreSIGXFSZ()
    let environment = ProcessInfo.processInfo.environment
    do {
      let context = try Context.process(environment: environment)
      try Program.run(Array(CommandLine.arguments.dropFirst()), in: context)
    } catch let failure as Failure {
      end(failure.exitCode, failure.message)
    } catch {
      end(71, "\(error)")
    }
  }

  /// Says why in one line and ends the process.
  private static func end(_ code: Int32, _ message: String?) -> Never {
    if let message {
      // There is nobody left to tell if this fails.
      try? Terminal.writeAll(2, Array("locationctl: \(message)\n".utf8))
    }
    exit(code)
  }
}
