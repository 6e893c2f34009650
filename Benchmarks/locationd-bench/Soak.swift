// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Foundation
internal import Glibc
internal import LinuxIO
internal import LocationTestSupport

/// A thousand subscribers that stay, a hundred a second that come and go, ten fixes a second, for
/// as long as asked: descriptors and memory stay flat, and who keeps up gets every location.
enum Soak {
  private static let staying = 1000
  private static let hertz = 10.0
  /// Those that come with each fix; each stays for a second.
  private static let coming = 10
  /// Fixes between two counts.
  private static let round = 100
  /// Resident bytes that may come after the first tenth of the time: the allocator's breath.
  private static let allowance = 2 << 20

  private struct Sample {
    let descriptors: Int
    let resident: Int
  }

  static func run(seconds: Double) throws {
    let scene = try Scene()
    let readers = try scene.subscribe(staying)
    defer { readers.end() }
    let start = monotonic()
    let descriptors = sample(scene).descriptors
    var settled: Sample?
    var comers: [OwnedComer] = []
    var (fixes, came, delivered) = (0, 0, 0)
    var samples: [Sample] = []
    print("     s     fixes   came  descriptors  resident KiB")
    while Double(monotonic() - start) / 1e9 < seconds {
      // Ends when each of those that stay has each location of the round, and fails when one is
      // missing.
      let window = try readers.window(messages: round, server: scene.pid) {
        let first = monotonic()
        for index in 0..<round {
          sleep(until: first + Int64(Double(index) / hertz * 1e9))
          try scene.send(scene.drive.next())
          comers.append(contentsOf: try (0..<coming).map { _ in try OwnedComer(scene.address) })
          came += coming
          comers.removeFirst(max(0, comers.count - coming * Int(hertz)))
        }
      }
      fixes += round
      delivered += window.frames
      let now = sample(scene)
      samples.append(now)
      let elapsed = Double(monotonic() - start) / 1e9
      print(row(elapsed, fixes, came, now.descriptors, now.resident / 1024))
      if settled == nil, elapsed >= seconds / 10 { settled = now }
      if let settled, now.resident > settled.resident + allowance {
        throw SceneError("memory grows: \(settled.resident) to \(now.resident) bytes")
      }
    }
    comers = []
    try readers.waitForQuiet()
    let end = sample(scene)
    guard end.descriptors == descriptors else {
      throw SceneError("\(descriptors) descriptors became \(end.descriptors)")
    }
    let expected = fixes * staying
    print(
      """

      time         \(Int(Double(monotonic() - start) / 1e9)) s
      subscribers  \(staying) stayed, \(came) came and went
      locations    \(fixes), \(delivered) of \(expected) deliveries, \(expected - delivered) lost
      descriptors  \(descriptors) at the start, \(most(samples, \.descriptors)) at most, \
      \(end.descriptors) at the end
      resident     \(kib(settled?.resident)) after a tenth of the time, \
      \(kib(most(samples, \.resident))) at most, \(kib(end.resident)) at the end
      """
    )
    guard delivered == expected else { throw SceneError("\(expected - delivered) were lost") }
  }

  private static func most(_ samples: [Sample], _ value: (Sample) -> Int) -> Int {
    samples.map(value).max() ?? 0
  }

  private static func kib(_ bytes: Int?) -> String { "\((bytes ?? 0) / 1024) KiB" }

  private static func sample(_ scene: Scene) -> Sample {
    let folder = "/proc/\(scene.pid)/fd"
    return Sample(
      descriptors: (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0,
      resident: ProcessFigures.residentBytes(scene.pid)
    )
  }

  private static func row(_ elapsed: Double, _ numbers: Int...) -> String {
    zip([6, 10, 7, 13, 14], [Int(elapsed)] + numbers)
      .map { width, number in
        String(repeating: " ", count: max(1, width - "\(number)".count)) + "\(number)"
      }
      .joined()
  }
}

/// A subscriber that comes, asks for locations, and reads none of them until it goes.
private final class OwnedComer {
  private let socket: OwnedDescriptor

  init(_ address: String) throws {
    socket = try connectUnix(path: String(address.dropFirst("unix:".count)))
    _ = Descriptor.sendFrame(socket.raw, Array(Readers.start.utf8), from: 0)
  }
}
