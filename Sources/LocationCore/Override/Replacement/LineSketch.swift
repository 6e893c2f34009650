// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// A way with fewer points, to be drawn: after Douglas and Peucker, the worst point first.
package enum LineSketch {
  /// Points of a part that are looked at together, so that none makes more work than others.
  private static let stretch = 1024
  /// Squared degrees, of a centimetre; nearer points lie on the way.
  private static let leastError = 1e-14

  /// The same parts with at most so many points; of more parts than there is room for, some.
  ///
  /// Every part that is left keeps its ends.
  package static func parts(of parts: [[Coordinate]], atMost capacity: Int) -> [[Coordinate]] {
    let filled = parts.filter { !$0.isEmpty }
    guard filled.reduce(0, { $0 + $1.count }) > capacity else { return filled }
    let room = max(capacity / 2, 1)
    let step = (filled.count + room - 1) / room
    let chosen = stride(from: 0, to: filled.count, by: step).map { filled[$0] }
    let length = max(stretch, 8 * chosen.reduce(0) { $0 + $1.count } / room)
    var kept = chosen.map { points in
      Set(stride(from: 0, to: points.count, by: length)).union([points.count - 1])
    }
    var count = kept.reduce(0) { $0 + $1.count }
    var heap = SpanHeap()
    func add(_ part: Int, _ first: Int, _ last: Int) {
      guard last - first > 1 else { return }
      heap.push(worst(in: chosen[part], first, last, part))
    }
    for (part, points) in chosen.enumerated() {
      for first in stride(from: 0, to: points.count - 1, by: length) {
        add(part, first, min(first + length, points.count - 1))
      }
    }
    while count < capacity, let span = heap.pop(), span.error > leastError {
      kept[span.part].insert(span.worst)
      count += 1
      add(span.part, span.first, span.worst)
      add(span.part, span.worst, span.last)
    }
    return zip(chosen, kept).map { points, indices in indices.sorted().map { points[$0] } }
  }

  /// The point between two others that lies farthest from the straight way between them.
  private static func worst(
    in points: [Coordinate],
    _ first: Int,
    _ last: Int,
    _ part: Int
  ) -> SpanHeap.Span {
    let origin = points[first]
    let scale = max(cos(origin.latitude * .pi / 180), 0.01)
    func place(_ point: Coordinate) -> (x: Double, y: Double) {
      // The shorter way around the world.
      let east = (point.longitude - origin.longitude).remainder(dividingBy: 360)
      return (east * scale, point.latitude - origin.latitude)
    }
    let end = place(points[last])
    let length = end.x * end.x + end.y * end.y
    var span = SpanHeap.Span(part: part, first: first, last: last, worst: first + 1, error: 0)
    for index in first + 1..<last {
      let here = place(points[index])
      let way = length > 0 ? (here.x * end.x + here.y * end.y) / length : 0
      let along = min(max(way, 0), 1)
      let (x, y) = (here.x - along * end.x, here.y - along * end.y)
      let error = x * x + y * y
      if error > span.error { (span.worst, span.error) = (index, error) }
    }
    return span
  }
}

/// Spans of a line, the one with the worst point on top.
private struct SpanHeap {
  struct Span {
    var part: Int
    var first: Int
    var last: Int
    var worst: Int
    /// Squared degrees.
    var error: Double
  }

  private var spans: [Span] = []

  mutating func push(_ span: Span) {
    spans.append(span)
    var index = spans.count - 1
    while index > 0, spans[(index - 1) / 2].error < spans[index].error {
      spans.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func pop() -> Span? {
    guard let top = spans.first, let last = spans.popLast() else { return nil }
    guard !spans.isEmpty else { return top }
    spans[0] = last
    var index = 0
    while true {
      var largest = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < spans.count && spans[child].error > spans[largest].error {
        largest = child
      }
      guard largest != index else { return top }
      spans.swapAt(index, largest)
      index = largest
    }
  }
}
