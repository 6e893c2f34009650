// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import FoundationEssentials

/// Where a monitor's conditions outlive the program: one file for each name.
struct MonitorFile: Sendable {
  let path: String

  /// In the user's state folder, `$XDG_STATE_HOME/locationd/monitors`, unless another one is given.
  init(name: String, folder: String?) {
    let folder = folder ?? Self.folder
    // Any name is a name; what a file's cannot hold is written as its code.
    var file = ""
    for byte in name.utf8 {
      let scalar = Unicode.Scalar(byte)
      if byte < 0x80,
        scalar.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains(scalar)
      {
        file.unicodeScalars.append(scalar)
      } else {
        file += "%" + String(byte, radix: 16)
      }
    }
    path = "\(folder)/\(file.isEmpty ? "%" : file).json"
  }

  private static var folder: String {
    // The XDG Base Directory Specification has a relative path ignored.
    if let state = Environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      return "\(state)/locationd/monitors"
    }
    return "\(Environment["HOME"] ?? "/tmp")/.local/state/locationd/monitors"
  }

  /// Nothing for a file that is absent or is not a monitor's.
  func read() -> [String: MonitorRecord] {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return [:] }
    return (try? JSONDecoder().decode([String: MonitorRecord].self, from: data)) ?? [:]
  }

  /// Replaces the file at once; throws without room or rights.
  func write(_ records: [String: MonitorRecord]) throws {
    let url = URL(fileURLWithPath: path)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    try FileManager.default.createDirectory(
      atPath: url.deletingLastPathComponent().path,
      withIntermediateDirectories: true
    )
    try encoder.encode(records).write(to: url, options: .atomic)
  }
}
