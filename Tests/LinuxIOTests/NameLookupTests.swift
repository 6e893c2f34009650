// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import Testing

@testable import LinuxIO

/// Users and groups are looked up while the loop turns, whatever their database does.
@Suite struct NameLookupTests {
  @Test func `names are answered in a later turn`() throws {
    let loop = try EventLoop()
    let lookup = NameLookup(loop)
    var found: NameLookup.Answers?
    lookup.find([.user("root"), .group("root"), .user("no-such-user")]) { found = $0 }
    #expect(found == nil)
    #expect(loop.turn(until: { found != nil }))
    #expect(
      found == [
        .user("root"): .number(0), .group("root"): .number(0), .user("no-such-user"): .absent,
      ]
    )
  }

  @Test func `a database that does not answer costs its patience and four threads at most`() throws
  {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let (gate, opener) = (ends[0], ends[1])
    defer { close(gate) }
    let loop = try EventLoop()
    let lookup = NameLookup(loop, patience: 1_000_000) { _ in
      var byte: UInt8 = 0
      return read(gate, &byte, 1) == 0 ? .number(7) : .failed
    }
    var answers: [NameLookup.Answers] = []
    for _ in 0..<4 { lookup.find([.user("ghost")]) { answers.append($0) } }
    #expect(answers == [])
    lookup.find([.user("ghost")]) { answers.append($0) }
    #expect(answers == [[.user("ghost"): .failed]])
    #expect(loop.turn(until: { answers.count == 5 }))
    #expect(answers == Array(repeating: [.user("ghost"): .failed], count: 5))
    // They still count until their threads end; then there is room again.
    close(opener)
    var late: NameLookup.Answers?
    var isAsked = false
    let hasRoom = loop.turn(until: {
      if late?[.user("ghost")] == .number(7) { return true }
      if late != nil { isAsked = false }
      late = nil
      guard !isAsked else { return false }
      isAsked = true
      lookup.find([.user("ghost")]) { late = $0 }
      return false
    })
    #expect(hasRoom)
    #expect(answers.count == 5)
  }
}
