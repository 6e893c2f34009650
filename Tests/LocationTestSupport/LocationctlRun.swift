// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// One run of the built locationctl, from start to end.
package struct LocationctlRun {
  package let exit: ChildProcess.Exit
  package let output: [String]
  package let errors: [String]

  package init(
    _ arguments: [String],
    environment: [String: String?],
    before deadline: Deadline
  ) throws {
    let process = try ChildProcess(
      try Project.program("locationctl"),
      arguments,
      environment: environment
    )
    var lines: [String] = []
    while let line = try process.nextLine(from: process.output, before: deadline) {
      lines.append(line)
    }
    output = lines
    errors = try process.errors.remainingLines(before: deadline)
    exit = try process.waitForExit(before: deadline)
  }

  /// The lines of output as JSON; those that are not an object are left out.
  package var objects: [JSONObject] { output.compactMap(JSONObject.init) }
}
