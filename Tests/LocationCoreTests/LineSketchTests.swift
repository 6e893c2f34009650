// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Testing

@testable import LocationCore

/// Lines with fewer points.
@Suite struct LineSketchTests {
  private static func line(_ points: [(Double, Double)]) -> [Coordinate] {
    points.map { coordinate($0.0, $0.1) }
  }

  @Test func `a line that fits stays as it is, but for parts without points`() {
    let parts = [Self.line([(0, 0), (0, 1), (0, 2)]), [], Self.line([(5, 5)])]
    #expect(LineSketch.parts(of: parts, atMost: 4) == [parts[0], parts[2]])
  }

  @Test func `points on the straight way go first, corners last`() {
    var points = (0...100).map { (0.0, Double($0) / 100) }
    points += (1...100).map { (Double($0) / 100, 1.0) }
    points[50].0 = 0.01
    let line = Self.line(points)
    #expect(
      LineSketch.parts(of: [line], atMost: 3) == [Self.line([(0, 0), (0, 1), (1, 1)])]
    )
    #expect(
      LineSketch.parts(of: [line], atMost: 4)
        == [Self.line([(0, 0), (0.01, 0.5), (0, 1), (1, 1)])]
    )
  }

  @Test func `what says nothing is left out even where there is room`() {
    let line = Self.line((0...1000).map { (0, Double($0) / 1000) })
    #expect(LineSketch.parts(of: [line], atMost: 500) == [Self.line([(0, 0), (0, 1)])])
  }

  @Test func `a way over 180° is as short as it is`() {
    let line = Self.line([(0, 179.8), (0.001, 179.9), (0, -179.9), (0.3, -179.8), (0, -179.7)])
    #expect(
      LineSketch.parts(of: [line], atMost: 4)
        == [Self.line([(0, 179.8), (0, -179.9), (0.3, -179.8), (0, -179.7)])]
    )
  }

  @Test func `a way back to its beginning keeps its farthest point`() {
    let line = Self.line([(0, 0), (1, 1), (3, 3), (2, 1), (0, 0)])
    #expect(
      LineSketch.parts(of: [line], atMost: 3) == [Self.line([(0, 0), (3, 3), (0, 0)])]
    )
  }

  @Test(arguments: [(1, 1), (10, 512), (3000, 512), (100_000, 4096)])
  func `parts keep their ends, and all are bounded`(count: Int, capacity: Int) {
    let parts = (0..<count).map { number in
      Self.line((0..<3).map { (Double(number % 80), Double($0 * $0)) })
    }
    let found = LineSketch.parts(of: parts, atMost: capacity)
    #expect(found.reduce(0) { $0 + $1.count } <= max(capacity, 2))
    #expect(found.allSatisfy { $0.first?.longitude == 0 && $0.last?.longitude == 4 })
    #expect(!found.isEmpty)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a spiral of a hundred thousand points takes its time and no more`() {
    let spiral = (0..<100_000).map { step -> (Double, Double) in
      let way = Double(step) / 1250
      let angle = Double(step % 4) * .pi / 2
      return (way * angle / 8, way * (3 - angle) / 8)
    }
    let found = LineSketch.parts(of: [Self.line(spiral)], atMost: 4096)
    #expect((2...4096).contains(found[0].count))
  }
}
