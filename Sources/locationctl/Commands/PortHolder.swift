// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import FoundationEssentials

/// The process that listens at a TCP port of this machine, as far as this user may see it.
struct PortHolder {
  let port: Int
  let pid: Int
  let name: String

  init?(port: Int, root: String = "") {
    let tables = ["tcp", "tcp6"].compactMap { Self.text("\(root)/proc/net/\($0)") }
    let inodes = tables.flatMap { Self.listeners($0, port) }
    guard !inodes.isEmpty, let pid = Self.owner(of: inodes.map { "socket:[\($0)]" }, root) else {
      return nil
    }
    self.port = port
    self.pid = pid
    name =
      Self.text("\(root)/proc/\(pid)/comm")?.split(separator: "\n").first.map(String.init) ?? "?"
  }

  private static func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The inodes of the sockets that listen there: state 0A, the port in hexadecimal.
  private static func listeners(_ table: String, _ port: Int) -> [Substring] {
    table.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count > 9, fields[3] == "0A", let text = fields[1].split(separator: ":").last,
        Int(text, radix: 16) == port
      else { return nil }
      return fields[9]
    }
  }

  /// gpsd shares its socket with the service manager that made it; the later process serves it.
  private static func owner(of sockets: [String], _ root: String) -> Int? {
    let files = FileManager.default
    let names = (try? files.contentsOfDirectory(atPath: "\(root)/proc")) ?? []
    return names.compactMap { Int($0) }.sorted(by: >).first { pid in
      let folder = "\(root)/proc/\(pid)/fd"
      let links = (try? files.contentsOfDirectory(atPath: folder)) ?? []
      return links.contains { link in
        (try? files.destinationOfSymbolicLink(atPath: "\(folder)/\(link)")).map(sockets.contains)
          ?? false
      }
    }
  }
}
