// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import FoundationEssentials
internal import Glibc
internal import LinuxIO
internal import LocationConsole

/// `locationctl console`, which runs this program in its place and has checked its options.
@main
struct Main {
  static let version = "0.1.0"
  private static let leaflet = "/usr/share/javascript/leaflet"

  static func main() {
    do throws(ConsoleFailure) {
      try run(try Options(Array(CommandLine.arguments.dropFirst())))
    } catch {
      // There is nobody left to tell if this fails.
      try? Terminal.writeAll(2, Array("locationctl console: \(error.message)\n".utf8))
      exit(error.exitCode)
    }
  }

  private static func run(_ options: Options) throws(ConsoleFailure) {
    do {
      Signals.ignoreSIGPIPE()
      let loop = try EventLoop()
      let signals = try Signals(loop: loop, [SIGINT, SIGTERM, SIGHUP]) { _ in loop.stop() }
      let place = try ListeningPlace(options)
      let environment = ProcessInfo.processInfo.environment
      let console = try Console(
        Console.Settings(
          subscriberPath: path("LOCATIOND_SOCKET", environment, "locationd.sock"),
          controlPath: path("LOCATIOND_CONTROL_SOCKET", environment, "control.sock"),
          files: try pageFiles(),
          hosts: place.hosts,
          name: place.name,
          tiles: options.tiles,
          version: version
        ),
        loop: loop,
        listener: place.takeDescriptor()
      )
      let address = place.address + console.issueAddress()
      if let warning = place.warning {
        try Terminal.writeAll(2, Array("locationctl console: \(warning)\n".utf8))
      }
      try Terminal.writeAll(1, Array(line(address, options).utf8))
      let browser =
        options.opensBrowser
        ? try Browser(place.address + console.issueAddress(), environment: environment) : nil
      loop.run()
      browser?.close()
      console.close()
      place.remove()
      signals.close()
    } catch let failure as ConsoleFailure {
      throw failure
    } catch let missing as PageFiles.Missing {
      throw ConsoleFailure(66, "\(missing); the map is Leaflet's, in Debian's libjs-leaflet")
    } catch {
      throw ConsoleFailure(71, "\(error)")
    }
  }

  /// An address has no character that JSON would escape.
  private static func line(_ address: String, _ options: Options) -> String {
    options.isJSON ? "{\"address\":\"\(address)\"}\n" : "\(address)\n"
  }

  private static func path(
    _ variable: String,
    _ environment: [String: String],
    _ name: String
  ) -> String {
    environment[variable].flatMap { $0.isEmpty ? nil : $0 } ?? "/run/locationd/\(name)"
  }

  /// Beside the installed program, or in the sources that it was built from.
  private static func pageFiles() throws -> PageFiles {
    guard
      let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
      let slash = program.lastIndex(of: "/")
    else { throw ConsoleFailure(71, "/proc/self/exe cannot be read") }
    let folder = String(program[..<slash])
    let candidates = [
      "\(folder)/../../share/locationd/console",
      "\(folder)/../../../Sources/LocationConsole/Page",
    ]
    guard
      let found = candidates.first(where: {
        FileManager.default.fileExists(atPath: "\($0)/index.html")
      })
    else { throw ConsoleFailure(66, "\(candidates[0])/index.html is missing") }
    let outlines = found == candidates[0] ? found : "\(folder)/../../console"
    return try PageFiles(page: found, leaflet: leaflet, outlines: outlines)
  }
}

/// Why there is no console: the exit code and one line.
struct ConsoleFailure: Error, Hashable {
  let exitCode: Int32
  let message: String

  init(_ exitCode: Int32, _ message: String) {
    self.exitCode = exitCode
    self.message = message
  }
}
