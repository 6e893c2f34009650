// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation

/// The folder of real receivers' recordings; they are not part of the project.
enum Recordings {
  /// From the environment, because the folder's place is the caller's business.
  static let folder = ProcessInfo.processInfo.environment["LOCATIOND_RECORDINGS"]

  static let files: [String] = {
    guard let folder else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".log") }.sorted()
  }()

  static func path(_ file: String) -> String { "\(folder ?? "")/\(file)" }
}

/// Lets at most two through at a time: each recording runs three programs of its own.
actor TwoLanes {
  static let shared = TwoLanes()

  private var free = 2
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func enter() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func leave() {
    guard waiting.isEmpty else { return waiting.removeFirst().resume() }
    free += 1
  }
}
