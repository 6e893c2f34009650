// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationTestSupport

/// A terminal of its own for a program that draws.
final class ScreenTerminal {
  private let tmux: String
  private let folder: TemporaryFolder

  /// Runs a command of the shell on a screen of that size.
  init(
    _ command: String,
    environment: [String: String] = [:],
    columns: Int = 120,
    rows: Int = 60
  ) throws {
    tmux = try Project.requiredProgram("tmux")
    folder = try TemporaryFolder()
    let variables = environment.sorted(by: <).flatMap { ["-e", "\($0.key)=\($0.value)"] }
    _ = try run(
      ["-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"] + variables
        + [command]
    )
  }

  deinit { _ = try? run(["kill-server"]) }

  /// Waits until one line on the screen suits.
  func wait(for what: String, _ suits: (String) -> Bool) throws {
    var screen: [String] = []
    do {
      _ = try Deadline(in: 15).wait(for: what) { () -> Bool? in
        screen = try lines()
        return screen.contains(where: suits) ? true : nil
      }
    } catch is TimedOut {
      throw TimedOut(what, seen: screen.filter { !$0.isEmpty })
    }
  }

  /// Presses keys by tmux's names.
  func press(_ keys: String...) throws { _ = try run(["send-keys"] + keys) }

  /// Makes the window another one.
  func resize(columns: Int, rows: Int) throws {
    _ = try run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// What stands on the screen now.
  func lines() throws -> [String] { try run(["capture-pane", "-p"]) }

  private func run(_ arguments: [String]) throws -> [String] {
    let child = try ChildProcess(tmux, ["-S", folder.path("tmux")] + arguments)
    let lines = try child.output.remainingLines(before: Deadline(in: 5))
    _ = try child.waitForExit(before: Deadline(in: 5))
    return lines
  }
}
