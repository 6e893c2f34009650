// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationCore
internal import LocationServer
internal import LocationTestSupport
internal import Testing

/// The values in config/locationd.conf are the ones that hold without it.
struct DefaultsTests {
  private static func value(_ section: String, _ key: String) throws -> Double {
    let file = "\(Project.root)/config/locationd.conf"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let part = try #require(text.components(separatedBy: "\n[\(section)]\n").last)
    let line = try #require(part.split(separator: "\n").first { $0.hasPrefix("\(key) = ") })
    return try #require(Double(line.dropFirst(key.count + 3)))
  }

  @Test func `limits and source in the shipped file are the defaults of the code`() throws {
    let settings = ServiceSettings()
    #expect(try Self.value("source", "stale-after") == settings.source.staleAfter)
    #expect(try Self.value("source", "default-accuracy") == settings.source.defaultAccuracy)
    #expect(
      try Self.value("source", "minimum-course-speed") == settings.source.minimumCourseSpeed
    )
    #expect(try Self.value("limits", "sessions") == Double(settings.limits.sessions))
    #expect(
      try Self.value("limits", "sessions-per-user") == Double(settings.limits.sessionsPerUser)
    )
    #expect(try Self.value("limits", "events") == Double(settings.limits.events))
    #expect(try Self.value("limits", "reply-bytes") == Double(settings.limits.replyBytes))
    #expect(try Self.value("limits", "stall-timeout") == settings.limits.stallTimeout)
    #expect(try Self.value("limits", "regions") == Double(settings.limits.regions))
  }
}
