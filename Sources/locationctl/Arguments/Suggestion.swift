// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The likeliest name behind a mistyped one, if any is close.
func closest(to word: String, among names: [String]) -> String? {
  guard !word.isEmpty, word.utf8.count <= 40 else { return nil }
  let ranked = names.map { (name: $0, distance: editDistance(word, $0)) }
  guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
  return best.distance <= max(1, word.count / 3) ? best.name : nil
}

/// Levenshtein distance in bytes.
private func editDistance(_ left: String, _ right: String) -> Int {
  let target = Array(right.utf8)
  var row = Array(0...target.count)
  for (index, byte) in left.utf8.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for column in target.indices {
      let substitution = diagonal + (byte == target[column] ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(substitution, diagonal + 1, row[column] + 1)
    }
  }
  return row[target.count]
}
