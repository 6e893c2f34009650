// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

extension Sequence<Session> {
  /// By their numbers, which all sockets share: those of one moment have no order by their time.
  var oldestFirst: [Session] {
    map { (number: Int($0.id.dropFirst()) ?? .max, session: $0) }
      .sorted { $0.number < $1.number }
      .map(\.session)
  }
}
