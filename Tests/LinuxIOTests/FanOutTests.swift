// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LinuxIO
import Testing

extension FanOut {
  /// One frame to each.
  fileprivate func send(_ frame: [UInt8], to descriptors: [Int32]) -> [Remainder] {
    var batch = Batch()
    batch.add(frame, to: descriptors)
    return send(batch)
  }
}

/// Frames to many sockets: what comes of each is the same by the ring and by system calls.
@Suite struct FanOutTests {
  private func received(_ pair: Pair) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    guard case .bytes(let count) = Descriptor.receive(pair.near, into: &buffer) else { return [] }
    return Array(buffer[..<count])
  }

  /// A pair whose far side takes no byte more.
  private func fullPair() throws -> Pair {
    let pair = try Pair()
    let filler = [UInt8](repeating: 1, count: 4096)
    while case .bytes = Descriptor.sendFrame(pair.far, filler, from: 0) {}
    return pair
  }

  @Test(arguments: FanOut.Mode.allCases)
  func `each socket gets the frame once`(_ mode: FanOut.Mode) throws {
    let sender = FanOut(mode, capacity: 64)
    let pairs = try (0..<150).map { _ in try Pair() }
    for round in 1...3 as ClosedRange<UInt8> {
      let frame = [UInt8](repeating: round, count: 600)
      #expect(sender.send(frame, to: pairs.map(\.far)) == [])
      for pair in pairs { #expect(received(pair) == frame) }
    }
  }

  @Test(arguments: FanOut.Mode.allCases)
  func `what a socket did not take is told with its place`(_ mode: FanOut.Mode) throws {
    let sender = FanOut(mode)
    let pairs = try (0..<40).map { _ in try Pair() }
    let full = try fullPair()
    let gone = try Pair()
    shutdown(gone.near, Int32(SHUT_RD))
    var descriptors = pairs.map(\.far)
    descriptors.insert(full.far, at: 3)
    descriptors.insert(gone.far, at: 7)
    descriptors.insert(-1, at: 20)
    let frame = [UInt8](repeating: 9, count: 600)
    let remainders = sender.send(frame, to: descriptors)
    #expect(remainders.map(\.place) == [3, 7, 20])
    #expect(
      remainders.map(\.result) == [
        .wouldBlock, .failed(SystemError("send", EPIPE)), .wouldBlock,
      ]
    )
    for pair in pairs { #expect(received(pair) == frame) }
  }

  @Test(arguments: FanOut.Mode.allCases)
  func `a frame larger than a socket's buffer is taken in part`(_ mode: FanOut.Mode) throws {
    let pairs = try (0..<40).map { _ in try Pair() }
    let frame = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 251) }
    let remainders = FanOut(mode).send(frame, to: pairs.map(\.far))
    #expect(remainders.map(\.place) == Array(0..<40))
    for (pair, remainder) in zip(pairs, remainders) {
      let bytes = received(pair)
      #expect(remainder.result == .bytes(bytes.count) && frame.starts(with: bytes))
      #expect(bytes.count > 4096)
    }
  }

  @Test(arguments: FanOut.Mode.allCases)
  func `a connection over TCP that takes a part of a frame is told of`(
    _ mode: FanOut.Mode
  ) throws {
    let listener = try listenTCP(ListenAddress(parsing: "127.0.0.1:0"))
    let near = try connectTCP(ListenAddress(parsing: "127.0.0.1:\(try localPort(listener.raw))"))
    let far = OwnedDescriptor(accept(listener.raw, nil, nil))
    var size: Int32 = 4608
    setsockopt(far.raw, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    let pair = try Pair()
    let sender = FanOut(mode)
    var sent: [UInt8] = []
    var last = WriteResult.bytes(0)
    // Until its buffers are full, in the middle of a frame.
    while last != .wouldBlock {
      let frame = (0..<100_000).map { UInt8(truncatingIfNeeded: ($0 + sent.count) / 251) }
      let remainders = sender.send(frame, to: [pair.far, far.raw])
      #expect(received(pair) == frame)
      last = remainders.first?.result ?? .bytes(frame.count)
      if case .bytes(let count) = last { sent += frame[..<count] }
    }
    var taken: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var entry = pollfd(fd: near.raw, events: Int16(POLLIN), revents: 0)
    while taken.count < sent.count, poll(&entry, 1, 5000) == 1,
      case .bytes(let count) = Descriptor.receive(near.raw, into: &buffer)
    {
      taken += buffer[..<count]
    }
    #expect(taken == sent && sent.count % 100_000 != 0)
  }

  @Test(arguments: FanOut.Mode.allCases)
  func `each socket gets its own of many frames`(_ mode: FanOut.Mode) throws {
    let sender = FanOut(mode, capacity: 64)
    let pairs = try (0..<150).map { _ in try Pair() }
    // Of 1 to 50 sockets, so that some share a system call and some are torn apart by its end.
    let frames = [(1, 50), (700, 1), (30, 49), (2000, 30), (5, 20)]
    var batch = FanOut.Batch()
    var expected: [[UInt8]] = []
    for (index, (length, count)) in frames.enumerated() {
      let frame = [UInt8](repeating: UInt8(index + 1), count: length)
      batch.add(frame, to: pairs[expected.count...].prefix(count).map(\.far))
      expected += [[UInt8]](repeating: frame, count: count)
    }
    #expect(sender.send(batch) == [])
    #expect(pairs.map { received($0) } == expected)
  }

  @Test(arguments: FanOut.Mode.allCases)
  func `what is left of a frame is told by the length of that frame`(_ mode: FanOut.Mode) throws {
    let sender = FanOut(mode)
    let pairs = try (0..<40).map { _ in try Pair() }
    let full = try fullPair()
    var batch = FanOut.Batch()
    batch.add([1, 2], to: [-1] + pairs[..<20].map(\.far))
    batch.add([3, 4, 5], to: pairs[20...].map(\.far) + [full.far])
    let remainders = sender.send(batch)
    #expect(remainders.map(\.place) == [0, 41])
    #expect(remainders.map(\.result) == [.wouldBlock, .wouldBlock])
    for pair in pairs[..<20] { #expect(received(pair) == [1, 2]) }
    for pair in pairs[20...] { #expect(received(pair) == [3, 4, 5]) }
  }

  @Test(arguments: FanOut.Mode.allCases)
  func `of any mix of frames each socket has as much as is told`(_ mode: FanOut.Mode) throws {
    let sender = FanOut(mode, capacity: 16)
    for round in 0..<12 {
      var batch = FanOut.Batch()
      var sockets: [(pair: Pair, frame: [UInt8], waits: Bool)] = []
      var gone: [Int] = []
      // Longer than a socket takes at once, and as short as can be, side by side.
      for (index, length) in [1, 400_000, 30, 300_000, 2, 5000].enumerated() {
        let frame = (0..<length).map { UInt8(truncatingIfNeeded: $0 / 251 + index) }
        let count = (round * 7 + index * 5) % 13
        let members = try (0..<count).map { _ in (pair: try Pair(), frame: frame, waits: false) }
        for place in members.indices where (place + round) % 6 == 5 {
          shutdown(members[place].pair.near, Int32(SHUT_RD))
          gone.append(sockets.count + place)
        }
        sockets += members.enumerated().map { place, member in
          (member.pair, member.frame, (place + round) % 6 == 4)
        }
        let fds = sockets.suffix(count).map { $0.waits ? -1 : $0.pair.far }
        batch.add(frame, to: fds)
      }
      let remainders = sender.send(batch)
      #expect(remainders.map(\.place) == remainders.map(\.place).sorted())
      var left: [Int: WriteResult] = [:]
      for remainder in remainders { left[remainder.place] = remainder.result }
      #expect(left.count == remainders.count)
      for (place, socket) in sockets.enumerated() {
        let taken = received(socket.pair)
        switch left[place] ?? .bytes(socket.frame.count) {
        case .bytes(let count):
          #expect(taken.count == count && socket.frame.starts(with: taken))
          #expect(count == socket.frame.count || socket.frame.count > 100_000)
          #expect((left[place] == nil) == (count == socket.frame.count))
        case .wouldBlock: #expect(socket.waits && taken.isEmpty)
        case .failed(let error):
          #expect(gone.contains(place) && error == SystemError("send", EPIPE))
        }
        #expect(!gone.contains(place) || left[place] != nil)
        #expect(!socket.waits || left[place] == .wouldBlock)
      }
    }
  }

  @Test func `there is a ring, or a reason why not`() {
    let sender = FanOut(.ring)
    #expect(sender.hasRing == (sender.refusal == nil))
    #expect(!FanOut(.calls).hasRing && FanOut(.calls).refusal == nil)
  }
}
