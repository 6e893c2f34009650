// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CLinux
internal import Glibc

/// Opens a listening Unix socket at a path: non-blocking, close-on-exec, in the given mode.
///
/// The mode holds from the file's first moment under any umask. A socket file that nobody
/// listens on is replaced; a live one and anything that is not a socket are refused. With a
/// group the file is handed to it before the first connection is possible. At start it waits, up
/// to a second, for another process that starts in the same folder.
package func listenUnix(
  path: String,
  mode: UInt32,
  group: UInt32? = nil,
  atStart: Bool = true
) throws(SocketPathError) -> BoundSocket {
  try checkSocketPath(path)
  // Held until the socket listens, so that of two starting instances one sees the other.
  let lock = lockFolder(of: path, tries: atStart ? 100 : 1)
  try makeRoom(at: path)
  let raw = clinux_socket(AF_UNIX, 1)
  guard raw >= 0 else { throw .system(.last("socket")) }
  let owned = OwnedDescriptor(raw)
  guard unsafe clinux_bind_unix(raw, path, mode & 0o777) == 0 else {
    let error = SystemError.last("bind \(path)")
    throw error.code == EADDRINUSE ? .inUse(path: path) : .refused(path, error)
  }
  guard let entry = PathEntry(path) else { throw .system(.last("lstat \(path)")) }
  let file = SocketFile(path: path, device: entry.device, inode: entry.inode)
  do throws(SystemError) {
    if let group, unsafe lchown(path, UInt32.max, group) != 0 { throw .last("chown \(path)") }
    guard listen(raw, SOMAXCONN) == 0 else { throw .last("listen \(path)") }
  } catch {
    file.unlinkIfOurs()
    throw .system(error)
  }
  _ = lock
  return BoundSocket(file: file, descriptor: owned)
}

/// Connects to a Unix socket; only later calls are affected by `nonBlocking`.
package func connectUnix(
  path: String,
  nonBlocking: Bool = false
) throws(SocketPathError) -> OwnedDescriptor {
  try checkSocketPath(path)
  let raw = clinux_socket(AF_UNIX, 0)
  guard raw >= 0 else { throw .system(.last("socket")) }
  let owned = OwnedDescriptor(raw)
  while unsafe clinux_connect_unix(raw, path) != 0 {
    guard errno == EINTR else { throw .system(.last("connect \(path)")) }
  }
  do throws(SystemError) {
    if nonBlocking { try Descriptor.setNonBlocking(raw) }
  } catch { throw .system(error) }
  return owned
}

/// A connected pair of Unix stream sockets, both non-blocking.
package func socketPair() throws(SystemError) -> (Int32, Int32) {
  var pair: [Int32] = [-1, -1]
  guard unsafe clinux_socketpair(&pair) == 0 else { throw .last("socketpair") }
  return (pair[0], pair[1])
}

/// Throws unless the path can be a Unix socket's.
package func checkSocketPath(_ path: String) throws(SocketPathError) {
  let bytes = path.utf8.count
  let limit = Int(clinux_unix_path_capacity()) - 1
  guard (1...limit).contains(bytes) else {
    throw .length(path: path, bytes: bytes, limit: limit)
  }
  guard !path.utf8.contains(0) else { throw .zeroByte(path: path) }
}

/// Sees to it that nothing stands at the path, by removing a dead socket and nothing else.
private func makeRoom(at path: String) throws(SocketPathError) {
  guard let entry = PathEntry(path) else {
    guard errno == ENOENT else { throw .refused(path, .last("lstat \(path)")) }
    return
  }
  guard entry.kind == .socket else { throw .occupied(path: path, by: entry.kind.rawValue) }
  let probe = clinux_socket(AF_UNIX, 1)
  guard probe >= 0 else { throw .system(.last("socket")) }
  let owned = OwnedDescriptor(probe)
  let result = unsafe clinux_connect_unix(probe, path)
  let code = errno
  _ = owned.raw
  // Only a refusal proves that nobody listens; a full backlog or missing rights do not.
  guard result != 0, code == ECONNREFUSED else { throw .inUse(path: path) }
  let file = SocketFile(path: path, device: entry.device, inode: entry.inode)
  guard file.unlinkIfOurs() else { throw .refused(path, .last("unlink \(path)")) }
}

/// Locks the folder for as long as the descriptor lives.
///
/// Anyone who can read the folder can hold such a lock, so after a second the start goes on
/// without it: the lock decides races between honest instances and must not be a way to stop one.
private func lockFolder(of path: String, tries: Int) -> OwnedDescriptor? {
  let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
  let raw = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard raw >= 0 else { return nil }
  let owned = OwnedDescriptor(raw)
  for left in (0..<tries).reversed() {
    if flock(raw, LOCK_EX | LOCK_NB) == 0 || left == 0 { break }
    usleep(10_000)
  }
  return owned
}
