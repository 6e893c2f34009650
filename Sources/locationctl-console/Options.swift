// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc
internal import LinuxIO
internal import LocationConsole

/// The command line.
struct Options {
  var opensBrowser = false
  var isJSON = false
  var listen: ListenAddress?
  var unixPath: String?
  var tiles: TileSource?

  init(_ arguments: [String]) throws(ConsoleFailure) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--open": opensBrowser = true
      case "--json": isJSON = true
      case "--listen":
        let text = try Self.value(of: option, &rest)
        do throws(ListenAddress.Invalid) {
          listen = try ListenAddress(parsing: text)
        } catch {
          throw ConsoleFailure(65, "--listen: \(error)")
        }
      case "--unix": unixPath = try Self.value(of: option, &rest)
      case "--tiles":
        let text = try Self.value(of: option, &rest)
        guard let source = TileSource(text) else {
          throw ConsoleFailure(
            65,
            "--tiles '\(text)' is not allowed; give an address such as "
              + "https://tile.example/{z}/{x}/{y}.png"
          )
        }
        tiles = source
      default: throw ConsoleFailure(64, "unknown option '\(option)'")
      }
    }
    guard listen == nil || unixPath == nil else {
      throw ConsoleFailure(64, "--listen and --unix exclude each other")
    }
  }

  private static func value(
    of option: String,
    _ rest: inout ArraySlice<String>
  ) throws(ConsoleFailure) -> String {
    guard let value = rest.popFirst() else { throw ConsoleFailure(64, "\(option) needs a value") }
    return value
  }
}

/// The socket that the console listens on, and what it is called.
final class ListeningPlace {
  let hosts: Gate.Hosts
  let name: String
  /// Scheme, host and port.
  let address: String
  let warning: String?
  private var descriptor: OwnedDescriptor?
  private var file: SocketFile?

  init(_ options: Options) throws(ConsoleFailure) {
    do {
      if let path = options.unixPath {
        let socket = try listenUnix(path: path, mode: 0o600)
        file = socket.file
        descriptor = socket.intoDescriptor()
        (hosts, name, address, warning) = (.loopback, "unix", "http://localhost", nil)
        return
      }
      let wanted = try options.listen ?? ListenAddress(parsing: "127.0.0.1:0")
      let socket = try listenTCP(wanted)
      let port = try localPort(socket.raw)
      descriptor = consume socket
      let host = wanted.isIPv6 ? "[\(wanted.host)]" : wanted.host
      name = "\(port)"
      address = "http://\(host):\(port)"
      let isAny = ["0.0.0.0", "::"].contains(wanted.host)
      // Also 127.0.0.2 is one of the loopback, and has the name that it listens by.
      hosts = isAny ? .numeric : .address("\(host):\(port)")
      warning =
        wanted.isLoopback
        ? nil : "the network can reach \(host):\(port), and nothing is encrypted there"
    } catch {
      throw ConsoleFailure(71, "\(error)")
    }
  }

  /// Gives the socket away, once.
  func takeDescriptor() throws(ConsoleFailure) -> OwnedDescriptor {
    guard let taken = descriptor.take() else { throw ConsoleFailure(71, "no socket") }
    return taken
  }

  /// Removes the socket's file.
  func remove() {
    file?.unlinkIfOurs()
  }
}

/// The user's browser.
final class Browser {
  private let page: String

  /// Starts it and lets it be.
  ///
  /// The address goes through a file of ours alone: everybody can read a command line, and who is
  /// faster than the browser would be let in.
  init(_ address: String, environment: [String: String]) throws(ConsoleFailure) {
    let folder = environment["XDG_RUNTIME_DIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    page = "\(folder)/locationd-console-\(getpid()).html"
    let text = "<!doctype html><meta http-equiv=refresh content=\"0;url=\(address)\">"
    do throws(SystemError) {
      try writePrivateFile(page, Array(text.utf8))
    } catch {
      throw ConsoleFailure(73, "\(error)")
    }
    guard startProgram("xdg-open", [page]) == 0 else {
      throw ConsoleFailure(69, "xdg-open cannot be started")
    }
  }

  /// Removes the file.
  func close() { removeFile(page) }
}
