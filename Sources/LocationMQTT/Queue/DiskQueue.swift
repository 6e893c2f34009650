// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO

/// The messages of a queue in one SQLite file, in the order of their numbers.
///
/// What was appended is durable once `commit` has returned: write-ahead log, synchronous FULL.
final class DiskQueue {
  private let database: Database
  private let insertion: Statement
  private let deletion: Statement
  private let selection: Statement
  private let ages: Statement
  /// How many messages the file holds, those of the open transaction among them.
  private(set) var count = 0
  /// The number of the last of them.
  private(set) var lastID: Int64 = 0

  /// Of the file's tables and what their columns mean.
  private static let version: Int64 = 1

  /// Opens a file or makes it; the first message gets a number after `last`.
  init(path: String, numberedAfter last: Int64 = 0) throws(DatabaseError) {
    database = try Database(path: path)
    // Exclusive: two publishers of one queue would send everything twice.
    try database.execute(
      """
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA wal_autocheckpoint = 256;
      PRAGMA cache_size = -512;
      """
    )
    let version = try database.version()
    guard version <= Self.version else { throw Database.foreign(version) }
    try database.execute(
      """
      PRAGMA user_version = \(Self.version);
      CREATE TABLE IF NOT EXISTS messages (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind INTEGER NOT NULL, time INTEGER NOT NULL, retained INTEGER NOT NULL,
        topic TEXT NOT NULL, payload BLOB NOT NULL);
      """
    )
    try database.execute(
      """
      INSERT INTO sqlite_sequence (name, seq) SELECT 'messages', \(last)
        WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'messages');
      UPDATE sqlite_sequence SET seq = max(seq, \(last)) WHERE name = 'messages';
      """
    )
    insertion = try database.prepare(
      "INSERT INTO messages (kind, time, retained, topic, payload) VALUES (?, ?, ?, ?, ?)"
    )
    deletion = try database.prepare("DELETE FROM messages WHERE id = ?")
    selection = try database.prepare(
      "SELECT id, kind, time, retained, topic, payload FROM messages WHERE id > ? ORDER BY id LIMIT ?"
    )
    ages = try database.prepare(
      "DELETE FROM messages WHERE kind = 0 AND id > ? AND time < ?"
    )
    try measure()
  }

  private func measure() throws(DatabaseError) {
    try database.prepare("SELECT count(*), coalesce(max(id), 0) FROM messages").run {
      count = Int($0.integer(0))
      lastID = $0.integer(1)
    }
  }

  /// The time of the oldest message, in milliseconds since 1970.
  func oldestTime() throws(DatabaseError) -> Int64? {
    var time: Int64?
    try database.prepare("SELECT time FROM messages ORDER BY id LIMIT 1").run {
      time = $0.integer(0)
    }
    return time
  }

  /// The time of the newest location, in milliseconds since 1970.
  func newestTime() throws(DatabaseError) -> Int64? {
    var time: Int64?
    try database.prepare("SELECT max(time) FROM messages WHERE kind = 0 HAVING count(*) > 0").run {
      time = $0.integer(0)
    }
    return time
  }

  /// Adds a message at the end of the open transaction.
  func append(_ message: QueuedMessage) throws(DatabaseError) {
    try begin()
    insertion.bind(1, message.kind.rawValue)
    insertion.bind(2, message.time)
    insertion.bind(3, message.isRetained ? 1 : 0)
    insertion.bind(4, message.topic)
    insertion.bind(5, message.payload)
    try insertion.run()
    count += 1
    lastID = database.lastRow
  }

  func remove(_ ids: [Int64]) throws(DatabaseError) {
    try begin()
    for id in ids {
      deletion.bind(1, id)
      try deletion.run()
      count -= database.changes
    }
  }

  /// Makes everything durable that was appended and removed since the last time.
  func commit() throws(DatabaseError) {
    guard database.isInTransaction else { return }
    try database.execute("COMMIT")
  }

  /// Gives up what was appended and removed since the last commit.
  func rollBack() {
    if database.isInTransaction { try? database.execute("ROLLBACK") }
    try? measure()
  }

  private func begin() throws(DatabaseError) {
    if !database.isInTransaction { try database.execute("BEGIN IMMEDIATE") }
  }

  /// The messages after a number, oldest first.
  func messages(after id: Int64, limit: Int) throws(DatabaseError) -> [(id: Int64, QueuedMessage)] {
    var found: [(id: Int64, QueuedMessage)] = []
    selection.bind(1, id)
    selection.bind(2, Int64(limit))
    try selection.run { row in
      let message = QueuedMessage(
        kind: QueuedMessage.Kind(rawValue: row.integer(1)) ?? .event,
        topic: row.text(4),
        payload: row.bytes(5),
        isRetained: row.integer(3) != 0,
        time: row.integer(2)
      )
      found.append((row.integer(0), message))
    }
    return found
  }

  /// Removes old locations after a number; tells how many.
  func expire(after id: Int64, before time: Int64) throws(DatabaseError) -> Int {
    try begin()
    ages.bind(1, id)
    ages.bind(2, time)
    try ages.run()
    count -= database.changes
    return database.changes
  }

  /// Thins out the locations after a number; tells how many went.
  func thin(after id: Int64) throws(DatabaseError) -> Int {
    let locations = try database.prepare(
      "SELECT id FROM messages WHERE kind = 0 AND id > ? ORDER BY id"
    )
    locations.bind(1, id)
    var ids: [Int64] = []
    try locations.run { ids.append($0.integer(0)) }
    let gone = QueuePolicy.thinned(ids)
    try remove(gone)
    return gone.count
  }
}
