// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LinuxIO
import Testing

// The umask belongs to the whole process.
@Suite(.serialized) struct SocketTests {
  let folder: Folder

  final class Folder {
    let owner: TemporaryFolder
    var path: String { owner.path }
    init() throws { owner = try TemporaryFolder() }
  }

  init() throws { folder = try Folder() }

  private func status(_ path: String) throws -> stat {
    var status = stat()
    try #require(lstat(path, &status) == 0)
    return status
  }

  @Test(arguments: [0o000, 0o022, 0o077, 0o777] as [mode_t], [0o666, 0o660, 0o600] as [UInt32])
  func `a socket has its mode under any umask`(mask: mode_t, mode: UInt32) throws {
    let path = "\(folder.path)/a.sock"
    let old = umask(mask)
    defer { umask(old) }
    let bound = try listenUnix(path: path, mode: mode)
    #expect(try status(path).st_mode & 0o7777 == mode)
    #expect(umask(mask) == mask)
    #expect(bound.file.unlinkIfOurs())
  }

  @Test func `a dead socket is replaced, a live one is refused and untouched`() throws {
    let path = "\(folder.path)/a.sock"
    let first = try listenUnix(path: path, mode: 0o666)
    let inode = try status(path).st_ino
    #expect(throws: SocketPathError.inUse(path: path)) {
      _ = try listenUnix(path: path, mode: 0o600)
    }
    #expect(try status(path).st_ino == inode)
    _ = first.intoDescriptor()
    let second = try listenUnix(path: path, mode: 0o600)
    #expect(try status(path).st_mode & 0o777 == 0o600)
    _ = try connectUnix(path: path)
    #expect(second.file.unlinkIfOurs())
    #expect(!second.file.unlinkIfOurs())
  }

  @Test func `anything but a socket is refused and untouched`() throws {
    let path = "\(folder.path)/a.sock"
    close(open(path, O_CREAT | O_WRONLY, 0o640))
    #expect(throws: SocketPathError.occupied(path: path, by: "regular file")) {
      _ = try listenUnix(path: path, mode: 0o666)
    }
    let link = "\(folder.path)/link.sock"
    symlink("\(folder.path)/nothing", link)
    #expect(throws: SocketPathError.occupied(path: link, by: "symbolic link")) {
      _ = try listenUnix(path: link, mode: 0o666)
    }
    #expect(throws: SocketPathError.occupied(path: folder.path, by: "folder")) {
      _ = try listenUnix(path: folder.path, mode: 0o666)
    }
    #expect(try status(path).st_mode == S_IFREG | 0o640)
    #expect(try status(link).st_mode & S_IFMT == S_IFLNK)
  }

  @Test func `a path of 107 bytes works and one of 108 is refused with the limit`() throws {
    let stem = "\(folder.path)/"
    let longest = stem + String(repeating: "a", count: 107 - stem.utf8.count)
    let bound = try listenUnix(path: longest, mode: 0o666)
    _ = try connectUnix(path: longest)
    #expect(bound.file.unlinkIfOurs())
    #expect(throws: SocketPathError.length(path: longest + "a", bytes: 108, limit: 107)) {
      _ = try listenUnix(path: longest + "a", mode: 0o666)
    }
  }

  @Test func `accepted peers come with their credentials, at most 64 in a turn`() throws {
    let loop = try EventLoop()
    let bound = try listenUnix(path: "\(folder.path)/a.sock", mode: 0o666)
    let path = bound.path
    let peers = Record<PeerCredentials?>()
    let listener = try Listener(loop, bound.intoDescriptor()) { _, peer in
      peers.values.append(peer)
    }
    let clients = Record<Int32>()
    defer { for client in clients.values { close(client) } }
    for _ in 0..<70 { clients.values.append(try connectUnix(path: path).release()) }
    loop.turn(timeout: 0)
    #expect(peers.values.count == 64)
    loop.turn(timeout: 0)
    #expect(peers.values.count == 70)
    let peer = try #require(peers.values.first ?? nil)
    #expect(peer.pid == getpid() && peer.uid == getuid() && peer.gid == getgid())
    listener.close()
    listener.close()
    #expect(loop.watchCount == 0)
  }

  @Test func `a TCP peer has no credentials`() throws {
    let loop = try EventLoop()
    let socket = try listenTCP(ListenAddress(parsing: "127.0.0.1:0"))
    let port = try localPort(socket.raw)
    let seen = Record<Bool>()
    let listener = try Listener(loop, socket) { _, peer in seen.values.append(peer == nil) }
    let client = try connectTCP(ListenAddress(parsing: "127.0.0.1:\(port)"))
    #expect(loop.turn { !seen.values.isEmpty })
    #expect(seen.values == [true])
    _ = client.raw
    listener.close()
  }

  @Test(arguments: [
    ("127.0.0.1:2947", "127.0.0.1", 2947, true), ("[::1]:65535", "::1", 65535, true),
    ("0.0.0.0:0", "0.0.0.0", 0, false),
  ])
  func `a numeric address is parsed`(text: String, host: String, port: UInt16, loopback: Bool)
    throws
  {
    let address = try ListenAddress(parsing: text)
    #expect(address.host == host && address.port == port && address.isLoopback == loopback)
    #expect(address.description == text)
  }

  @Test(arguments: [
    "", ":2947", "2947", "localhost:2947", "::1:2947", "[::1]", "127.0.0.1:65536", "127.0.0.1:",
    "127.0.0.1:-1", "127.0.0.1:+1", "[]:1", "[127.0.0.1]:1", "1.2.3:4", "127.0.0.1:0x10",
    "127.0.0.1\0x:1", "127.0.0.1:99999999999999999999",
  ])
  func `another address is refused and named`(text: String) {
    let error = #expect(throws: ListenAddress.Invalid.self) {
      _ = try ListenAddress(parsing: text)
    }
    #expect(error?.text == text)
  }

  @Test func `a full socket takes part of a frame, then would block`() throws {
    let pair = try Pair()
    let frame = [UInt8](repeating: 7, count: 4_000_000)
    guard case .bytes(let count) = Descriptor.sendFrame(pair.near, frame, from: 0) else {
      Issue.record("nothing was sent")
      return
    }
    #expect(count > 0 && count < frame.count)
    #expect(Descriptor.sendFrame(pair.near, frame, from: count) == .wouldBlock)
    pair.closeFar()
    #expect(Descriptor.sendFrame(pair.near, frame, from: 0) == .failed(SystemError("send", EPIPE)))
    #expect(Descriptor.sendFrame(pair.near, frame, from: frame.count) == .bytes(0))
  }

  @Test func `a read tells bytes, nothing yet and the end apart`() throws {
    let pair = try Pair()
    var buffer = [UInt8](repeating: 0, count: 8)
    #expect(Descriptor.receive(pair.near, into: &buffer) == .wouldBlock)
    _ = Descriptor.sendFrame(pair.far, [1, 2], from: 0)
    #expect(Descriptor.receive(pair.near, into: &buffer, from: 3) == .bytes(2))
    #expect(buffer == [0, 0, 0, 1, 2, 0, 0, 0])
    pair.closeFar()
    #expect(Descriptor.receive(pair.near, into: &buffer) == .closed)
  }
}
