// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LinuxIO
import LocationClient
import LocationTestSupport
import Testing

/// What a manager costs, in processes of their own: the limits are theirs.
@Suite struct ManyManagersTests {
  private static func limitDescriptors(to count: UInt) {
    var limit = rlimit(rlim_cur: count, rlim_max: count)
    precondition(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
  }

  /// So many managers that all want locations.
  private static func managers(
    _ count: Int,
    _ path: String,
    _ heard: Notebook<Int>,
    _ lost: Notebook<String>
  ) -> [LocationManager] {
    (0..<count).map { number in
      let manager = LocationManager(configuration: .init(socketPath: path))
      manager.closures.didUpdateLocations = { _ in heard.write(number) }
      manager.closures.didLoseConnection = { lost.write($0) }
      manager.startUpdatingLocation()
      return manager
    }
  }

  private static func count(_ folder: String) throws -> Int {
    guard let entries = opendir(folder) else { throw SceneError("no \(folder)") }
    defer { closedir(entries) }
    var count = 0
    while readdir(entries) != nil { count += 1 }
    // "." and "..", but not the descriptor that reads them.
    return count - 2
  }

  @Test func `a thousand managers share a thread and take one descriptor each`() async throws {
    let scene = try ClientScene()
    let path = scene.daemon.socketPath
    await #expect(processExitsWith: .success) { [path = path as String] in
      Self.limitDescriptors(to: 1100)
      let heard = Notebook<Int>()
      let lost = Notebook<String>()
      let first = Self.managers(1, path, heard, lost)
      try heard.wait("the first", seconds: 30) { !$0.isEmpty }
      let threads = try Self.count("/proc/self/task")
      let descriptors = try Self.count("/proc/self/fd")
      let more = Self.managers(999, path, heard, lost)
      try heard.wait("all", seconds: Project.isSanitized ? 300 : 60) { Set($0).count == 999 }
      #expect(try Self.count("/proc/self/task") <= threads + 2)
      #expect(try Self.count("/proc/self/fd") <= descriptors + 999 + 2)
      #expect(lost.all.isEmpty)
      withExtendedLifetime((first, more)) {}
    }
    withExtendedLifetime(scene) {}
  }

  @Test func `beyond the limit the loss is told, nothing ends, and room is used as it comes`()
    async throws
  {
    let scene = try ClientScene()
    let path = scene.daemon.socketPath
    await #expect(processExitsWith: .success) { [path = path as String] in
      Self.limitDescriptors(to: 96)
      let heard = Notebook<Int>()
      let lost = Notebook<String>()
      var managers = Self.managers(150, path, heard, lost)
      try lost.wait("a loss", seconds: 30) { !$0.isEmpty }
      #expect(lost.all.allSatisfy { $0.contains("Too many open files") })
      // Room for what libdispatch opens now and then, or it ends the process.
      #expect(try Self.count("/proc/self/fd") <= 89)
      // Waiting needs descriptors of its own, which are there.
      try await Task.sleep(for: .milliseconds(50))
      let late = heard.all.max() ?? 0
      managers.removeFirst(80)
      try heard.wait("one of the others", seconds: 30) { all in all.contains { $0 > late } }
      withExtendedLifetime(managers) {}
    }
    withExtendedLifetime(scene) {}
  }
}
