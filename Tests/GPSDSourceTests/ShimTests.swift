// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import Testing

@Suite struct ShimTests {
  @Test func `the shim compiles against libgps of API 11, 14 and 16`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let process = Process()
    let output = Pipe()
    process.executableURL = root.appending(path: "scripts/check-libgps-versions")
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    // The script's word for a header that could not be had, on a machine without a network.
    if process.terminationStatus == 77 { try Test.cancel(Comment(rawValue: text)) }
    #expect(process.terminationStatus == 0, Comment(rawValue: text))
    for number in [11, 14, 16] {
      for compiler in ["gcc", "clang"] {
        let line = text.split(separator: "\n").first {
          $0.hasPrefix("API \(number):") && $0.hasSuffix("\(compiler): ok")
        }
        #expect(line != nil, "API \(number), \(compiler)\n\(text)")
      }
    }
  }
}
