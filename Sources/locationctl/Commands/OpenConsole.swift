// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import FoundationEssentials
internal import LinuxIO

/// `console`: a program of its own, so that only who uses it needs an HTTP library.
enum OpenConsole {
  private static let name = "locationctl-console"

  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    guard !(invocation.has(.listen) && invocation.has(.unix)) else {
      throw .usage("--listen and --unix exclude each other")
    }
    var arguments: [String] = []
    if invocation.has(.open) { arguments.append("--open") }
    if invocation.has(.json) { arguments.append("--json") }
    for option in [Option.listen, .unix, .tiles] {
      guard let value = invocation.text(option) else { continue }
      arguments += ["--\(option.name)", value]
    }
    let program = try path()
    // The loader would say which file is missing, and nobody whose it is.
    if let answer = ProgramAnswer(running: program, ["--version"]), answer.code == 127 {
      throw .noSuchFile(
        "\(name) cannot be loaded, it needs libmicrohttpd: apt install libmicrohttpd12; if that is "
          + "there, ldd \(program) names what is missing"
      )
    }
    let error = replaceProgram(program, arguments)
    throw .noSuchFile("\(name) cannot be run: \(error)")
  }

  /// Beside this program, as after a build, or where the package has it.
  private static func path() throws(Failure) -> String {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folder =
      own.flatMap { own in
        own.lastIndex(of: "/").map { String(own[..<$0]) }
      } ?? "/usr/bin"
    let candidates = ["\(folder)/\(name)", "\(folder)/../libexec/locationd/\(name)"]
    guard let found = candidates.first(where: FileManager.default.isExecutableFile) else {
      throw .noSuchFile("\(candidates[1]) is missing")
    }
    return found
  }
}
