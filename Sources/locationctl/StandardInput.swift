// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO

/// Standard input, waited for in the loop so that signals and the daemon are heard meanwhile.
final class StandardInput {
  private let file: InputFile
  private let descriptor: Int32
  private let loop: EventLoop
  private let interruption: Interruption
  private var pending: [UInt8] = []
  private var scanned = 0
  private var isAtEnd = false
  private var lineNumber = 0
  /// Asked before and during each wait; false ends the input.
  var goOn: () throws(Failure) -> Bool = { () throws(Failure) in true }

  /// A line longer than this is no input of ours.
  static let longestLine = 65_536
  /// What some editors put before UTF-8.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  init(_ descriptor: Int32, _ loop: EventLoop, _ interruption: Interruption) {
    self.descriptor = descriptor
    self.loop = loop
    self.interruption = interruption
    file = InputFile(borrowing: descriptor)
  }

  var size: Int? { file.size }

  /// Replaces the content of `buffer` by what has arrived; an empty buffer means the end.
  func read(into buffer: inout [UInt8]) throws(Failure) {
    guard try waitUntilReadable() else {
      buffer.removeAll()
      return
    }
    do {
      try file.read(into: &buffer)
    } catch {
      throw .noSuchFile("standard input: \(error)")
    }
  }

  private func waitUntilReadable() throws(Failure) -> Bool {
    guard try goOn() else { return false }
    var isReady = false
    // A regular file cannot be watched, and never makes its reader wait.
    guard let token = try? loop.watch(descriptor, .readable, handler: { _ in isReady = true })
    else { return true }
    defer { loop.unwatch(token) }
    // What waits already is taken before anybody is asked again.
    loop.turn(timeout: 0)
    while !isReady {
      if let signal = interruption.signal { throw .interrupted(by: signal) }
      guard try goOn() else { return false }
      loop.turn(timeout: nil)
    }
    if let signal = interruption.signal { throw .interrupted(by: signal) }
    return true
  }
}

extension StandardInput {
  /// A line without its end, and its number from 1.
  struct Line {
    var number: Int
    var text: String
  }

  /// The lines that have arrived, at least one and at most `limit`; none at the end.
  func lines(upTo limit: Int) throws(Failure) -> [Line] {
    var lines: [Line] = []
    while true {
      while lines.count < limit, let line = try takeLine() { lines.append(line) }
      guard lines.isEmpty, !isAtEnd else { return lines }
      var piece: [UInt8] = []
      try read(into: &piece)
      if piece.isEmpty { isAtEnd = true }
      pending += piece
    }
  }

  /// Takes in what has arrived, without waiting, and tells whether nothing is left to come.
  func hasEnded() throws(Failure) -> Bool {
    guard !isAtEnd, pending.count <= Self.longestLine else { return isAtEnd && pending.isEmpty }
    var isReady = false
    if let token = try? loop.watch(descriptor, .readable, handler: { _ in isReady = true }) {
      loop.turn(timeout: 0)
      loop.unwatch(token)
    } else {
      // A regular file never makes its reader wait.
      isReady = true
    }
    guard isReady else { return false }
    var piece: [UInt8] = []
    try read(into: &piece)
    if piece.isEmpty { isAtEnd = true }
    pending += piece
    return isAtEnd && pending.isEmpty
  }

  private func takeLine() throws(Failure) -> Line? {
    let rest = pending[scanned...]
    let end = rest.firstIndex(of: UInt8(ascii: "\n"))
    guard end != nil || isAtEnd && !rest.isEmpty || rest.count > Self.longestLine else {
      compact()
      return nil
    }
    var line = rest[..<(end ?? rest.endIndex)]
    lineNumber += 1
    guard line.count <= Self.longestLine else {
      throw .badData("standard input, line \(lineNumber): longer than \(Self.longestLine) bytes")
    }
    scanned = end.map { $0 + 1 } ?? pending.endIndex
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    if lineNumber == 1, line.starts(with: Self.byteOrderMark) { line.removeFirst(3) }
    return Line(number: lineNumber, text: String(decoding: line, as: UTF8.self))
  }

  private func compact() {
    pending.removeFirst(scanned)
    scanned = 0
  }
}
