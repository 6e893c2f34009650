// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A picture as steps that any format can draw, in points from its upper left corner.
struct Drawing: Hashable {
  struct Point: Hashable {
    var x: Double
    var y: Double
  }

  struct Rectangle: Hashable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  struct Colour: Hashable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    static let ink = Colour(red: 0x1A, green: 0x1C, blue: 0x1E)
    static let muted = Colour(red: 0x56, green: 0x5B, blue: 0x61)
    static let grid = Colour(red: 0xD3, green: 0xD7, blue: 0xDB)
    static let water = Colour(red: 0xDF, green: 0xE9, blue: 0xF0)
    static let land = Colour(red: 0xF4, green: 0xF1, blue: 0xE8)
    static let track = Colour(red: 0x0B, green: 0x5F, blue: 0xA5)
    static let start = Colour(red: 0x1B, green: 0x6E, blue: 0x33)
    static let end = Colour(red: 0xA3, green: 0x26, blue: 0x1B)
  }

  enum Anchor: Double {
    case start = 0
    case middle = 0.5
    case end = 1
  }

  enum Step: Hashable {
    case lines([[Point]], Colour, width: Double)
    case areas([[Point]], Colour)
    case disc(Point, radius: Double, Colour)
    /// On its base line.
    case text(String, Point, size: Double, Anchor, Colour)
    case clip(Rectangle)
    case unclip
  }

  var title: String
  var width: Int
  var height: Int
  var steps: [Step] = []
}
