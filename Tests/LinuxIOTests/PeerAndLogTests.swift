// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Foundation
import Glibc
import Testing

@testable import LinuxIO

@Suite struct PeerTests {
  @Test func `the credentials of a peer name its supplementary groups`() throws {
    let pair = try Pair()
    let peer = try peerCredentials(pair.near)
    var groups = [gid_t](repeating: 0, count: 65_536)
    let count = Int(getgroups(Int32(groups.count), &groups))
    #expect(Set(peer.groups) == Set(groups[..<count]))
    #expect(peer.gid == getgid())
  }

  @Test func `the program of a peer is read from the kernel`() throws {
    let pair = try Pair()
    let process = PeerProcess(pair.near, try peerCredentials(pair.near))
    #expect(process.executable == executable(ofProcess: getpid()))
    #expect(try process.executable.get().hasPrefix("/"))
  }

  @Test func `a program that was replaced keeps its path`() throws {
    #expect(programPath("/usr/bin/gone (deleted)") == "/usr/bin/gone")
    #expect(programPath("/usr/bin/gone") == "/usr/bin/gone")
    let odd = "/tmp/locationd-\(getpid()) (deleted)"
    #expect(FileManager.default.createFile(atPath: odd, contents: nil))
    defer { try? FileManager.default.removeItem(atPath: odd) }
    #expect(programPath(odd) == odd)
  }

  @Test func `a peer of another pid namespace has no program`() throws {
    let pair = try Pair()
    let stranger = PeerCredentials(pid: 0, uid: 65_534, gid: 65_534, groups: [])
    let process = PeerProcess(pair.near, stranger)
    #expect(process.unit == nil && process.userUnit == nil)
    #expect(process.executable == .failure(SystemError("pidfd", ESRCH)))
  }

  @Test func `users and groups are found by name and number`() {
    #expect(UserDatabase.userName(0) == "root")
    #expect(UserDatabase.groupName(0) == "root")
    #expect(UserDatabase.uid(named: "root") == 0)
    #expect(UserDatabase.gid(named: "root") == 0)
    #expect(UserDatabase.uid(named: "no-such-user") == nil)
    #expect(UserDatabase.uid(named: "root\0x") == nil)
    #expect(UserDatabase.userName(4_000_000_000) == nil)
  }

  @Test func `without a service manager nothing is inherited or told`() throws {
    #expect(try ServiceManager.inheritedSockets() == [])
    #expect(ServiceManager.watchdogInterval() == nil)
    #expect(!ServiceManager.notify("READY=1"))
  }

  @Test func `a system error names the call, the reason and the number`() {
    let error = SystemError("bind", EADDRINUSE)
    #expect(error.description == "bind: Address already in use (98)")
  }
}

@Suite struct LogTests {
  private func text(_ pair: Pair) -> String {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    guard case .bytes(let count) = Descriptor.receive(pair.far, into: &buffer) else { return "" }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }

  @Test func `a line has the priority of its level, and the threshold holds`() throws {
    let pair = try Pair()
    let log = Log(threshold: .notice, descriptor: pair.near, prefixed: true)
    log.error("e")
    log.warning("w")
    log.notice("n")
    log.info("i")
    log.debug("d")
    #expect(text(pair) == "<3>e\n<4>w\n<5>n\n")
  }

  @Test func `a text cannot forge another line`() throws {
    let pair = try Pair()
    let log = Log(threshold: .debug, descriptor: pair.near, prefixed: false)
    log.info("name 'a\n<0>panic\u{1B}[2J' 48° N")
    #expect(text(pair) == "info: name 'a\\x0a<0>panic\\x1b[2J' 48° N\n")
  }

  @Test func `a full pipe costs lines, not time, and the loss is told`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let reader = OwnedDescriptor(ends[0])
    let writer = OwnedDescriptor(ends[1])
    let log = Log(threshold: .info, descriptor: writer.raw, prefixed: true)
    let line = String(repeating: "x", count: 4_000)
    for _ in 0..<20 { log.info(line) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    let first = read(reader.raw, &buffer, buffer.count)
    #expect(first == 16 * 4_004)
    log.info("next")
    let rest = read(reader.raw, &buffer, buffer.count)
    let told = String(decoding: buffer[..<rest], as: UTF8.self)
    #expect(told == "<4>4 log lines were lost: nobody read them\n<6>next\n")
  }

  @Test func `repeats are held back and counted`() {
    var limiter = RepeatLimiter(interval: 10)
    #expect(limiter.judge("a", at: 0) == .write(heldBack: 0))
    #expect(limiter.judge("a", at: 5) == .holdBack)
    #expect(limiter.judge("b", at: 5) == .write(heldBack: 0))
    #expect(limiter.judge("a", at: 9) == .holdBack)
    #expect(limiter.judge("a", at: 10) == .write(heldBack: 2))
    #expect(limiter.judge("a", at: 20) == .write(heldBack: 0))
  }
}
