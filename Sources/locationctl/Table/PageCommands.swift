// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO

/// The command that serves the console's page.
extension CommandTable {
  static let page: [Command] = [
    Command(
      name: "console",
      summary: "Serve a page on this machine to see and steer the location on a map",
      options: [.open, .listen, .unix, .tiles, .json],
      details:
        "Prints an address that opens the page once; the page gives out more. It listens on a "
        + "free port of 127.0.0.1 unless told otherwise, has the rights of its user, asks nothing of "
        + "the network unless --tiles names a source of map tiles, and ends with a signal.",
      examples: [
        "locationctl console --open",
        "locationctl console --unix \"$XDG_RUNTIME_DIR/console.sock\"",
      ],
      body: OpenConsole.run
    )
  ]
}

extension Option {
  static let open = Option("open", help: "open the page in the browser")
  static let listen = Option(
    "listen",
    .address,
    help: "listen there, in place of a free port of 127.0.0.1"
  )
  static let unix = Option(
    "unix",
    .file("PATH"),
    help: "listen on a Unix socket, for a tunnel: ssh -L 8080:PATH"
  )
  static let tiles = Option(
    "tiles",
    .tiles,
    help: "where map tiles come from, as https://tile.example/{z}/{x}/{y}.png"
  )
}

extension ValueKind {
  fileprivate static let address = ValueKind(
    "ADDR:PORT",
    allowed: "a numeric address and a port, as 127.0.0.1:8080 or [::1]:8080"
  ) { text in
    (try? ListenAddress(parsing: text)).map { _ in .text(text) }
  }

  fileprivate static let tiles = ValueKind(
    "URL",
    allowed: "an http or https address with {z}, {x} and {y}"
  ) { text in
    let isAddress = text.hasPrefix("https://") || text.hasPrefix("http://")
    return isAddress && ["{z}", "{x}", "{y}"].allSatisfy(text.contains) ? .text(text) : nil
  }
}
