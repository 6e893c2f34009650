// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CSQLite
internal import LinuxIO

/// What SQLite refused, by its own code and sentence.
package struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
  package let code: Int32
  package let description: String

  /// Whether the file is not, or no longer, a database.
  var isCorrupt: Bool { code & 0xFF == SQLITE_CORRUPT || code & 0xFF == SQLITE_NOTADB }
  /// Whether the file is a database, but not one of this version.
  var isForeign: Bool { code & 0xFF == SQLITE_ERROR }
  /// Whether another process has the file.
  var isBusy: Bool { code & 0xFF == SQLITE_BUSY || code & 0xFF == SQLITE_LOCKED }
}

/// One database file; every call waits for the disk.
@safe final class Database {
  /// SQLite's own word for one without a file.
  static let memory = ":memory:"

  private let raw: OpaquePointer

  /// Opens a file or makes it, for this user alone; so are the files that SQLite puts beside it.
  init(path: String) throws(DatabaseError) {
    var place = path
    if path != Self.memory {
      // What cannot be made is told below. Those beside it get the mode of the first when they are new.
      makePrivate(path, isMade: true)
      for ending in ["-wal", "-shm", "-journal"] { makePrivate(path + ending) }
      // SQLite would follow no link of the folder either, and systemd's state folders are links.
      place = withoutLinkedFolder(path)
    }
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW
    let code = unsafe sqlite3_open_v2(place, &opened, flags, nil)
    guard code == SQLITE_OK, let raw = unsafe opened else {
      let reason = unsafe String(cString: sqlite3_errstr(code))
      _ = unsafe sqlite3_close_v2(opened)
      throw DatabaseError(code: code, description: reason)
    }
    unsafe self.raw = unsafe raw
    unsafe sqlite3_extended_result_codes(raw, 1)
  }

  deinit { _ = unsafe sqlite3_close_v2(raw) }

  var changes: Int { unsafe Int(sqlite3_changes(raw)) }
  var lastRow: Int64 { unsafe sqlite3_last_insert_rowid(raw) }
  /// Whether a transaction is open; some failures end it.
  var isInTransaction: Bool { unsafe sqlite3_get_autocommit(raw) == 0 }

  func execute(_ sql: String) throws(DatabaseError) {
    try check(unsafe sqlite3_exec(raw, sql, nil, nil, nil))
  }

  /// A number that SQLite keeps in the file for its user.
  func version() throws(DatabaseError) -> Int64 {
    var version: Int64 = 0
    try prepare("PRAGMA user_version").run { version = $0.integer(0) }
    return version
  }

  func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    var statement: OpaquePointer?
    try check(unsafe sqlite3_prepare_v3(raw, sql, -1, 0, &statement, nil))
    guard let prepared = unsafe statement else {
      throw DatabaseError(code: SQLITE_MISUSE, description: "no statement")
    }
    return unsafe Statement(prepared, self)
  }

  /// The refusal of a file that another version of this program has made.
  static func foreign(_ version: Int64) -> DatabaseError {
    DatabaseError(code: SQLITE_ERROR, description: "version \(version) of the queue is unknown")
  }

  fileprivate func check(_ code: Int32) throws(DatabaseError) {
    guard code != SQLITE_OK, code != SQLITE_ROW, code != SQLITE_DONE else { return }
    let sentence = unsafe String(cString: sqlite3_errmsg(raw))
    let cause = unsafe sqlite3_system_errno(raw)
    let isSystems = [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL].contains(code & 0xFF)
    guard isSystems, cause != 0 else { throw DatabaseError(code: code, description: sentence) }
    throw DatabaseError(code: code, description: "\(SystemError(sentence, cause))")
  }
}

/// A prepared statement, used again and again.
@safe final class Statement {
  private let raw: OpaquePointer
  /// Keeps the file open as long as its statements.
  private let database: Database

  fileprivate init(_ raw: OpaquePointer, _ database: Database) {
    unsafe self.raw = unsafe raw
    self.database = database
  }

  deinit { _ = unsafe sqlite3_finalize(raw) }

  /// Sets parameter `index`, from 1.
  func bind(_ index: Int32, _ value: Int64) {
    _ = unsafe sqlite3_bind_int64(raw, index, value)
  }

  func bind(_ index: Int32, _ text: String) {
    _ = unsafe csqlite_bind_text(raw, index, text)
  }

  func bind(_ index: Int32, _ bytes: [UInt8]) {
    _ = unsafe bytes.withUnsafeBytes { buffer in
      unsafe csqlite_bind_blob(raw, index, buffer.baseAddress, Int32(clamping: buffer.count))
    }
  }

  /// Runs it to its end, which resets it; rows are shown to `row` one by one.
  func run(_ row: (Statement) -> Void = { _ in }) throws(DatabaseError) {
    defer { _ = unsafe sqlite3_reset(raw) }
    while true {
      let code = unsafe sqlite3_step(raw)
      guard code == SQLITE_ROW else { return try database.check(code) }
      row(self)
    }
  }

  /// Column `index` of the present row, from 0.
  func integer(_ index: Int32) -> Int64 { unsafe sqlite3_column_int64(raw, index) }

  func text(_ index: Int32) -> String {
    guard let text = unsafe sqlite3_column_text(raw, index) else { return "" }
    return unsafe String(cString: text)
  }

  func bytes(_ index: Int32) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(raw, index) else { return [] }
    let count = unsafe Int(sqlite3_column_bytes(raw, index))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
