// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What a user with reduced accuracy is told: the middle of a cell, four times an hour at most.
///
/// Kept per user for as long as the daemon runs, not per session: a subscriber that comes back,
/// or opens ten sessions, sees the same cell at the same times and has nothing to average. A cell
/// stands until the place is a tenth of its size outside; so noise at its side does not show.
package struct ReducedAccuracy {
  /// Seconds between two updates.
  package static let interval = 900.0

  /// What the user was last told, while there is a fix.
  package var current: Location? { hasFix ? told : nil }

  private let grid: ReducedGrid
  private var cell: ReducedGrid.Cell?
  private var told: Location?
  /// When that was told first.
  package private(set) var toldAt = Instant(nanoseconds: 0)
  private var hasFix = false

  /// `secret` belongs to the installation and is kept across restarts.
  package init(uid: UInt32, secret: KeyedHash) {
    grid = ReducedGrid(uid: uid, secret: secret)
  }

  /// There is no fix.
  package mutating func interrupt() {
    hasFix = false
  }

  /// What it stands for was published anew.
  package mutating func renumber(like location: Location) {
    told = told?.numbered(like: location)
  }

  /// Takes in a location; returns what to tell the user now, if anything.
  ///
  /// When the fix comes back before the time, what was told before is told again, for a receiver
  /// that loses its fix each minute must not make a cell's side visible. A discontinuous location
  /// (override set or cleared) is told at once.
  package mutating func update(_ location: Location, now: Instant) -> Location? {
    let returned = !hasFix
    hasFix = true
    let isDue = told == nil || location.fix.isDiscontinuous || now - toldAt >= Self.interval
    guard isDue else { return returned ? told : nil }
    guard let coarse = coarsen(location) else { return nil }
    told = coarse
    toldAt = now
    return coarse
  }

  private mutating func coarsen(_ location: Location) -> Location? {
    let fix = location.fix
    var next = grid.cell(of: fix.coordinate)
    if let cell, grid.isNear(fix.coordinate, cell) { next = cell }
    cell = next
    guard let center = grid.center(of: next) else { return nil }
    // A location kilometres wide makes the circle wider; in whole kilometres, to say no more.
    let own = fix.horizontalAccuracy >= 1000 ? (fix.horizontalAccuracy / 1000).rounded(.up) : 0
    return location.coarsened(
      to: center,
      horizontalAccuracy: grid.radius(of: next) + own * 1000
    )
  }
}
