// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LinuxIO
import Testing

@Suite struct ListenerExhaustionTests {
  // In a process of its own, for the limit on descriptors belongs to all of a process.
  @Test func `without descriptors a listener pauses, wakes nobody, and goes on when rearmed`() async
  {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let loop = try EventLoop()
      let bound = try listenUnix(path: "\(folder.path)/a.sock", mode: 0o600)
      let path = bound.path
      let accepted = Record<Int32>()
      let reasons = Record<Int32>()
      let listener = try Listener(loop, bound.intoDescriptor()) { connection, _ in
        accepted.values.append(connection.release())
      }
      listener.onPause = { reasons.values.append($0.code) }
      let client = try connectUnix(path: path)
      let next = dup(client.raw)
      close(next)
      var limit = rlimit(rlim_cur: rlim_t(next), rlim_max: 4_096)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)

      loop.turn(timeout: 0)
      #expect(reasons.values == [EMFILE] && listener.isPaused)
      let turns = Record<Int>()
      loop.beforeSleep.append { turns.values.append(1) }
      loop.turn(timeout: 20_000_000)
      #expect(turns.values.count == 1 && accepted.values == [])

      limit.rlim_cur = 4_096
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      listener.rearm()
      loop.turn(timeout: 0)
      #expect(accepted.values.count == 1 && !listener.isPaused && loop.timerCount == 0)
    }
  }

  @Test func `a signal is an event of the loop and kills nobody`() async {
    await #expect(processExitsWith: .success) {
      let loop = try EventLoop()
      let seen = Record<Int32>()
      let signals = try Signals(loop: loop, [SIGTERM, SIGHUP]) { seen.values.append($0) }
      Signals.ignoreSIGPIPE()
      // To this thread, for the runner's other threads do not block it.
      pthread_kill(pthread_self(), SIGTERM)
      pthread_kill(pthread_self(), SIGHUP)
      loop.turn(timeout: 0)
      #expect(seen.values.sorted() == [SIGHUP, SIGTERM])
      signals.close()
      #expect(loop.watchCount == 0)
    }
  }
}
