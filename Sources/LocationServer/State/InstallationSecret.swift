// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore

extension LocationService {
  private static let secretFile = "secret.json"

  /// The secret of this installation; made on the first run, and anew if it cannot be kept.
  func loadSecret() -> KeyedHash {
    if case .value(let kept) = state.load([Int64].self, from: Self.secretFile, log: log),
      kept.count == 2
    {
      return KeyedHash(UInt64(bitPattern: kept[0]), UInt64(bitPattern: kept[1]))
    }
    var generator = SystemRandomNumberGenerator()
    let halves = [generator.next(), generator.next()] as [UInt64]
    // One that is there and cannot be read for now stays for the next run: cells that are drawn again
    // and again would tell more than one of them.
    if state.shortage == nil { _ = keep(halves.map { Int64(bitPattern: $0) }, in: Self.secretFile) }
    return KeyedHash(halves[0], halves[1])
  }
}
