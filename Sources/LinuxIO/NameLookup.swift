// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// A user or a group by its name.
package enum AccountName: Hashable, Sendable {
  case user(String)
  case group(String)
}

/// What the user database says of a name.
package enum AccountAnswer: Hashable, Sendable {
  case number(UInt32)
  /// There is no such user or group.
  case absent
  /// The database failed, or did not answer in time.
  case failed
}

/// Asks the user database on helper threads, because it may ask the network, or nobody at all.
///
/// Loop thread only. A thread shares nothing with the loop but a pair of sockets, through which its
/// answers come; one that is stuck keeps its end of it, and there are four at most.
package final class NameLookup {
  package typealias Answers = [AccountName: AccountAnswer]

  /// Threads at the same time, also of those that were given up.
  private static let limit = 4

  private final class Pending {
    let names: [AccountName]
    let socket: OwnedDescriptor
    var bytes: [UInt8] = []
    var token: EventLoop.Token?
    var timer: EventLoop.Timer?
    var completion: ((Answers) -> Void)?

    init(_ names: [AccountName], _ socket: consuming OwnedDescriptor) {
      self.names = names
      self.socket = socket
    }
  }

  private let loop: EventLoop
  private let patience: Int64
  private let look: @Sendable (AccountName) -> AccountAnswer
  private var pending: [Int32: Pending] = [:]

  /// `patience` is how many nanoseconds an answer may take.
  package init(
    _ loop: EventLoop,
    patience: Int64 = 4_000_000_000,
    look: @escaping @Sendable (AccountName) -> AccountAnswer = { UserDatabase.look($0) }
  ) {
    self.loop = loop
    self.patience = patience
    self.look = look
  }

  deinit {
    for each in pending.values { settle(each, reading: false) }
  }

  /// Calls back in a later turn, or at once if no thread can be had.
  package func find(_ names: Set<AccountName>, then completion: @escaping (Answers) -> Void) {
    let names = Array(names)
    do throws(SystemError) {
      guard pending.count < Self.limit else { throw SystemError("user database", EAGAIN) }
      try start(names, completion)
    } catch {
      completion(Self.answers([], to: names))
    }
  }

  private func start(
    _ names: [AccountName],
    _ completion: @escaping (Answers) -> Void
  ) throws(SystemError) {
    let (near, far) = try socketPair()
    let each = Pending(names, OwnedDescriptor(near))
    do throws(SystemError) {
      each.token = try loop.watch(near, .readable) { [weak self] _ in self?.read(near) }
      try startThread { [look] in
        Self.answer(names, by: look, into: far)
      }
    } catch {
      if let token = each.token { loop.unwatch(token) }
      Glibc.close(far)
      throw error
    }
    each.completion = completion
    each.timer = loop.schedule(at: loop.now.monotonic + patience) { [weak self] in
      self?.giveUp(near)
    }
    pending[near] = each
  }

  /// On the thread, which owns that end of the pair.
  private static func answer(
    _ names: [AccountName],
    by look: (AccountName) -> AccountAnswer,
    into socket: Int32
  ) {
    let owned = OwnedDescriptor(socket)
    var bytes: [UInt8] = []
    for name in names {
      switch look(name) {
      case .number(let number):
        bytes += [1] + (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
      case .absent: bytes += [2, 0, 0, 0, 0]
      case .failed: bytes += [3, 0, 0, 0, 0]
      }
    }
    // An empty socket takes the answers to tens of thousands of names at once.
    _ = Descriptor.sendFrame(owned.raw, bytes, from: 0)
  }

  private func read(_ descriptor: Int32) {
    guard let each = pending[descriptor] else { return }
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      switch Descriptor.receive(descriptor, into: &buffer) {
      case .bytes(let count): each.bytes += buffer[..<count]
      case .wouldBlock: return
      case .closed, .failed:
        pending[descriptor] = nil
        return settle(each, reading: true)
      }
    }
  }

  /// The thread may be stuck for ever; until it ends it counts.
  private func giveUp(_ descriptor: Int32) {
    guard let each = pending[descriptor], let completion = each.completion else { return }
    each.completion = nil
    each.timer = nil
    completion(Self.answers([], to: each.names))
  }

  private func settle(_ each: Pending, reading: Bool) {
    if let token = each.token { loop.unwatch(token) }
    if let timer = each.timer { loop.cancel(timer) }
    guard reading, let completion = each.completion else { return }
    each.completion = nil
    completion(Self.answers(each.bytes, to: each.names))
  }

  private static func answers(_ bytes: [UInt8], to names: [AccountName]) -> Answers {
    var answers: Answers = [:]
    for (index, name) in names.enumerated() {
      let record = bytes.dropFirst(index * 5).prefix(5)
      switch record.first {
      case 1 where record.count == 5:
        answers[name] = .number(record.dropFirst().reversed().reduce(0) { $0 << 8 | UInt32($1) })
      case 2: answers[name] = .absent
      default: answers[name] = .failed
      }
    }
    return answers
  }
}
