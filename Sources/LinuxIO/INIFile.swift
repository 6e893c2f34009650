// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CInih
internal import Glibc

/// One `key = value` of an INI file, with where it stands.
package struct INIEntry: Hashable, Sendable {
  package let file: String
  package let line: Int
  package let section: String
  package let key: String
  package let value: String
}

/// Why an INI file was refused; names the file and, where there is one, the line.
package struct INIError: Error, Hashable, Sendable, CustomStringConvertible {
  package let file: String
  package let line: Int?
  package let reason: String

  package init(file: String, line: Int?, reason: String) {
    self.file = file
    self.line = line
    self.reason = reason
  }

  package var description: String {
    line.map { "\(file):\($0): \(reason)" } ?? "\(file): \(reason)"
  }
}

/// Reads INI files with inih.
///
/// At start and reload only: it waits for the disk.
package enum INIFile {
  /// The longest line that inih takes, in bytes.
  private static let longestLine = 198

  /// Whether there is anything at the path.
  package static func exists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
  }

  /// The entries of a file in order.
  package static func read(_ path: String) throws(INIError) -> [INIEntry] {
    let file = unsafe try open(path)
    defer { unsafe fclose(file) }
    let collector = unsafe Collector(path: path, file: file)
    let status = collector.parse()
    if collector.overlongLine > 0 {
      throw INIError(
        file: path,
        line: collector.overlongLine,
        reason: "longer than \(longestLine) bytes"
      )
    }
    if collector.binaryLine > 0 {
      throw INIError(file: path, line: collector.binaryLine, reason: "a NUL byte")
    }
    guard unsafe ferror(file) == 0 else {
      throw INIError(file: path, line: nil, reason: unsafe String(cString: strerror(errno)))
    }
    guard status == 0 else {
      throw INIError(
        file: path,
        line: status > 0 ? status : nil,
        reason: "not a [section], a comment or key = value"
      )
    }
    return collector.entries
  }

  private static func open(_ path: String) throws(INIError) -> UnsafeMutablePointer<FILE> {
    // Non-blocking: a pipe would be waited for, and with it all that the caller serves.
    let raw = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    var status = stat()
    if raw >= 0, unsafe fstat(raw, &status) == 0, status.st_mode & S_IFMT == S_IFIFO {
      close(raw)
      throw INIError(file: path, line: nil, reason: "a pipe, not a file")
    }
    guard raw >= 0, let file = unsafe fdopen(raw, "r") else {
      throw INIError(file: path, line: nil, reason: unsafe String(cString: strerror(errno)))
    }
    return unsafe file
  }

  /// A file and its drop-ins: the `.conf` files of the folder `PATH.d`, in byte order.
  ///
  /// The folder may be missing, and so may the file if it `isOptional`. What is there and cannot be
  /// read is refused: it may be what keeps somebody out.
  package static func readWithDropIns(
    _ path: String,
    isOptional: Bool = false
  ) throws(INIError) -> [INIEntry] {
    var entries = isOptional && isAbsent(path) ? [] : try read(path)
    for name in try names(in: "\(path).d") where name.hasSuffix(".conf") && !name.hasPrefix(".") {
      entries += try read("\(path).d/\(name)")
    }
    return entries
  }

  private static func isAbsent(_ path: String) -> Bool {
    unsafe access(path, F_OK) != 0 && errno == ENOENT
  }

  private static func names(in folder: String) throws(INIError) -> [String] {
    guard let handle = unsafe opendir(folder) else {
      guard errno != ENOENT else { return [] }
      throw INIError(file: folder, line: nil, reason: unsafe String(cString: strerror(errno)))
    }
    defer { unsafe closedir(handle) }
    var names: [String] = []
    errno = 0
    while let entry = unsafe readdir(handle) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
      errno = 0
    }
    guard errno == 0 else {
      throw INIError(file: folder, line: nil, reason: unsafe String(cString: strerror(errno)))
    }
    return names.sorted()
  }
}

/// What the callbacks of one parse share.
@safe private final class Collector {
  let path: String
  private(set) var entries: [INIEntry] = []
  /// On the heap, because inih's callbacks read it while inih holds it.
  private let stream: UnsafeMutablePointer<cinih_stream>

  init(path: String, file: UnsafeMutablePointer<FILE>) {
    self.path = path
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(
      to: cinih_stream(file: file, line: 0, overlong_line: 0, binary_line: 0)
    )
  }

  deinit {
    unsafe stream.deallocate()
  }

  var overlongLine: Int { unsafe Int(stream.pointee.overlong_line) }
  var binaryLine: Int { unsafe Int(stream.pointee.binary_line) }

  func parse() -> Int {
    unsafe Int(cinih_parse(stream, Self.take, Unmanaged.passUnretained(self).toOpaque()))
  }

  private func add(section: String, key: String, value: String) {
    unsafe entries.append(
      INIEntry(
        file: path,
        line: Int(stream.pointee.line),
        section: section,
        key: key,
        value: value
      )
    )
  }

  private static let take: ini_handler = { user, section, key, value in
    guard let user = unsafe user, let section = unsafe section, let key = unsafe key,
      let value = unsafe value
    else { return 0 }
    let collector = unsafe Unmanaged<Collector>.fromOpaque(user).takeUnretainedValue()
    unsafe collector.add(
      section: String(cString: section),
      key: String(cString: key),
      value: String(cString: value)
    )
    return 1
  }
}
