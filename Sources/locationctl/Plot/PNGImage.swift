// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CCairo
internal import Glibc

/// A drawing as PNG, by cairo.
enum PNGImage {
  /// Nil if libcairo is missing, or fails.
  static func bytes(_ drawing: Drawing) -> [UInt8]? {
    guard
      let image = unsafe ccairo_open(
        Int32(clamping: drawing.width),
        Int32(clamping: drawing.height)
      )
    else { return nil }
    defer { unsafe ccairo_free(image) }
    for step in drawing.steps { unsafe draw(step, image) }
    var count = 0
    guard let png = unsafe ccairo_png(image, &count) else { return nil }
    defer { unsafe free(png) }
    return unsafe Array(UnsafeBufferPointer(start: png, count: count))
  }

  private static func draw(_ step: Drawing.Step, _ image: OpaquePointer) {
    func choose(_ colour: Drawing.Colour) {
      unsafe ccairo_colour(image, Int32(colour.red), Int32(colour.green), Int32(colour.blue), 1)
    }
    func trace(_ points: [Drawing.Point]) {
      guard let first = points.first else { return }
      unsafe ccairo_move(image, first.x, first.y)
      for point in points.dropFirst() { unsafe ccairo_line(image, point.x, point.y) }
      // A single point is a line without length, which is drawn as a dot.
      if points.count == 1 { unsafe ccairo_line(image, first.x, first.y) }
    }
    switch step {
    case .lines(let lines, let colour, let width):
      choose(colour)
      for line in lines { trace(line) }
      unsafe ccairo_stroke(image, width)
    case .areas(let areas, let colour):
      choose(colour)
      for area in areas {
        trace(area)
        unsafe ccairo_close(image)
      }
      unsafe ccairo_fill(image)
    case .disc(let centre, let radius, let colour):
      choose(colour)
      unsafe ccairo_circle(image, centre.x, centre.y, radius)
      unsafe ccairo_fill(image)
    case .text(let text, let place, let size, let anchor, let colour):
      choose(colour)
      unsafe ccairo_text(image, place.x, place.y, size, anchor.rawValue, text)
    case .clip(let area): unsafe ccairo_clip(image, area.x, area.y, area.width, area.height)
    case .unclip: unsafe ccairo_clip(image, 0, 0, 0, 0)
    }
  }
}
