// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import LocationTestSupport
internal import Testing

/// The package of `make deb` in a Debian that boots, checked from inside; see scripts/boot-test.
///
/// The parts that take long have time limits of their own in the script.
@Suite(.serialized) struct BootTests {
  /// The checks of scripts/boot-checks, each by the sentence that tells its result.
  static let sentences: [String] = {
    let text = try? String(contentsOfFile: "\(Project.root)/scripts/boot-checks", encoding: .utf8)
    return (text ?? "").split(separator: "\n").filter { $0.hasPrefix("check ") }
      .compactMap { $0.split(separator: "'").last.map(String.init) }
  }()

  private static let run = Result { try BootRun() }

  private static var package: String? {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "\(Project.root)/.build/deb")
    return names?.first { $0.hasPrefix("locationd_") && $0.hasSuffix(".deb") }
  }

  @Test(.enabled(if: package != nil, "there is no package; make deb"), arguments: sentences)
  func `in a Debian that boots`(sentence: String) throws {
    let run = try Self.run.get()
    if let reason = run.whySkipped { try Test.cancel("\(reason)") }
    #expect(
      run.results.contains { $0.hasPrefix("ok - \(sentence) (") },
      "\(run.results.filter { $0.hasPrefix("not ok") }), \(run.notes.suffix(60))"
    )
  }

  /// Test cases that are cancelled look like those that passed; a warning does not.
  @Test(.enabled(if: package != nil, "there is no package; make deb"))
  func `what this machine cannot boot is said`() throws {
    guard let reason = try Self.run.get().whySkipped else { return }
    Issue.record("no Debian was booted; \(reason)", severity: .warning)
  }

  @Test func `no check is left out`() {
    #expect(Self.sentences.count >= 23)
  }
}

/// One run of scripts/boot-test.
private struct BootRun: Sendable {
  let results: [String]
  let notes: [String]
  let whySkipped: String?

  init() throws {
    let process = try ChildProcess("\(Project.root)/scripts/boot-test", leadsGroup: true)
    // More than all limits of the script together, so that it always tidies up by itself.
    let deadline = Deadline(in: 510)
    var results: [String] = []
    while let line = try process.nextLine(from: process.output, before: deadline) {
      results.append(line)
    }
    self.results = results
    notes = try process.errors.remainingLines(before: deadline)
    let exit = try process.waitForExit(before: deadline)
    whySkipped = exit == .code(77) ? notes.last ?? "skipped" : nil
  }
}
