// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationTestSupport
internal import Testing

@testable internal import LocationServer

/// The section of docs/protocol.md on the control socket knows every method of it.
struct ControlDocumentTests {
  @Test(arguments: ControlMethod.allCases)
  func `every method of the control socket has an example`(method: ControlMethod) throws {
    let file = "\(Project.root)/docs/protocol.md"
    let document = try String(contentsOfFile: file, encoding: .utf8)
    let section = try #require(document.components(separatedBy: "\n## Control socket\n").last)
    #expect(section.contains("\"method\":\"\(method.rawValue)\""))
    #expect(section.contains("\n### ") && section.contains(method.rawValue))
  }
}
