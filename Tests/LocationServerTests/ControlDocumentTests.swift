// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationTestSupport
internal import Testing

@testable internal import LocationServer

/// The section of docs/protocol.md on the control socket knows every method of it.
struct ControlDocumentTests {
  @Test(arguments: ControlMethod.allCases)
  func `every method of the control socket has an example and stands in the manual`(
    method: ControlMethod
  ) throws {
    let file = "\(Project.root)/docs/protocol.md"
    let document = try String(contentsOfFile: file, encoding: .utf8)
    let section = try #require(document.components(separatedBy: "\n## Control socket\n").last)
    #expect(section.contains("\"method\":\"\(method.rawValue)\""))
    let page = "\(Project.root)/docs/man/locationd-protocol.7"
    let manual = try String(contentsOfFile: page, encoding: .utf8)
    let items = manual.split(separator: "\n").filter { $0.hasPrefix(".It Ic ") }
    #expect(items.contains { $0.split(separator: " ").contains { $0 == method.rawValue } })
  }
}
