// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// The grid that hides one user's place: cells of about 4 km by 4 km that cover the earth.
///
/// Bands of equal latitude, each cut into columns, with a cap at either pole. The bands are
/// displaced by an amount that only the installation's secret and the user determine, and the
/// columns of each band by another, so that nobody else knows where the cells' sides are.
package struct ReducedGrid: Hashable, Sendable {
  /// One cell; equal for equal places, whatever the session or the day.
  package struct Cell: Hashable, Sendable {
    var band: Int
    var column: Int
  }

  private let hash: KeyedHash
  private let uid: UInt32
  /// Degrees of latitude from the south pole to the first band, half to one and a half bands.
  private let southCap: Double

  private static let bandHeight = 180.0 / 5000
  /// Between the caps.
  private static let bandCount = 4998
  /// Of a cell's size to each side: how far a place may lie outside before its cell changes.
  private static let overlap = 0.1

  package init(uid: UInt32, secret: KeyedHash) {
    hash = secret
    self.uid = uid
    southCap = (0.5 + secret.fraction(of: UInt64(uid), 0)) * Self.bandHeight
  }

  /// The cell that holds the place.
  package func cell(of coordinate: Coordinate) -> Cell {
    let height = (coordinate.latitude + 90 - southCap) / Self.bandHeight
    guard height >= 0 else { return Cell(band: -1, column: 0) }
    guard height < Double(Self.bandCount) else { return Cell(band: Self.bandCount, column: 0) }
    let band = Int(height)
    let columns = columnCount(band)
    let position = (coordinate.longitude + 180) / 360 * Double(columns) + displacement(band)
    return Cell(band: band, column: Int(position) % columns)
  }

  /// Whether the place is in the cell or close enough to it for the cell to stand.
  package func isNear(_ coordinate: Coordinate, _ cell: Cell) -> Bool {
    let (south, north) = latitudes(cell.band)
    let leave = Self.overlap * Self.bandHeight
    guard (south - leave...north + leave).contains(coordinate.latitude) else { return false }
    guard !isCap(cell.band) else { return true }
    let width = 360 / Double(columnCount(cell.band))
    let away = remainder(coordinate.longitude - centerLongitude(cell), 360)
    return abs(away) <= width * (0.5 + Self.overlap)
  }

  /// The middle of the cell; at a cap, the pole.
  package func center(of cell: Cell) -> Coordinate? {
    let (south, north) = latitudes(cell.band)
    if cell.band < 0 { return Coordinate(latitude: -90, longitude: 0) }
    if cell.band >= Self.bandCount { return Coordinate(latitude: 90, longitude: 0) }
    return Coordinate(latitude: (south + north) / 2, longitude: centerLongitude(cell))
  }

  /// Metres around the middle that hold the cell and what may still count as in it.
  package func radius(of cell: Cell) -> Double {
    guard let center = center(of: cell) else { return 0 }
    let (south, north) = latitudes(cell.band)
    let leave = Self.overlap * Self.bandHeight
    let width = isCap(cell.band) ? 0 : 360 / Double(columnCount(cell.band))
    let edge = remainder(center.longitude + width * (0.5 + Self.overlap), 360)
    let farthest = [south - leave, north + leave].compactMap { latitude in
      Coordinate(latitude: min(max(latitude, -90), 90), longitude: edge)
    }.reduce(0) { max($0, Geodesic.distance(from: center, to: $1)) }
    return (farthest / 100).rounded(.up) * 100
  }

  private func isCap(_ band: Int) -> Bool {
    band < 0 || band >= Self.bandCount
  }

  private func latitudes(_ band: Int) -> (south: Double, north: Double) {
    let start = southCap - 90
    if band < 0 { return (-90, start) }
    let south = start + Double(band) * Self.bandHeight
    return (south, band >= Self.bandCount ? 90 : south + Self.bandHeight)
  }

  /// As many as make the columns about as wide as the band is high.
  private func columnCount(_ band: Int) -> Int {
    let (south, north) = latitudes(band)
    let around = 360 * cos((south + north) / 2 * .pi / 180)
    return max(3, Int(around / Self.bandHeight))
  }

  /// Columns, 0 ≤ value < 1.
  private func displacement(_ band: Int) -> Double {
    hash.fraction(of: UInt64(uid), UInt64(band) + 1)
  }

  private func centerLongitude(_ cell: Cell) -> Double {
    let columns = Double(columnCount(cell.band))
    let position = (Double(cell.column) + 0.5 - displacement(cell.band)) / columns
    return remainder(position * 360 - 180, 360)
  }
}
