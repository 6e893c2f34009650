// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import Testing

@Suite struct OverrideNewCallbackTests {
  @Test(.timeLimit(.minutes(5)))
  func `a new callback passes every stage without a line changed in any`() throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    let script = Process()
    script.executableURL = root.appending(path: "scripts/check-new-callback")
    let output = Pipe()
    script.standardOutput = output
    script.standardError = output
    try script.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    script.waitUntilExit()
    #expect(
      String(decoding: text, as: UTF8.self) == "forwarded by 20 layers and the stage\n"
    )
    #expect(script.terminationStatus == 0)
  }
}
