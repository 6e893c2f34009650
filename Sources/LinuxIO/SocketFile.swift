// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// Why no socket can be bound at a path; whatever is there stays untouched.
package enum SocketPathError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path has so many bytes; the allowed range is 1 to `limit`.
  case length(path: String, bytes: Int, limit: Int)
  /// The path has a zero byte.
  case zeroByte(path: String)
  /// Something that is not a socket is there.
  case occupied(path: String, by: String)
  /// Another process accepts connections there.
  case inUse(path: String)
  /// Its folder is missing, is none, or is closed to this user.
  case folder(path: String, SystemError)
  case system(SystemError)

  /// Whether another try would end in the same way until somebody changes something.
  package var isPermanent: Bool {
    switch self {
    case .length, .zeroByte, .occupied, .folder: true
    case .inUse, .system: false
    }
  }

  /// What a call refused, told of the folder where it is the folder's fault.
  static func refused(_ path: String, _ error: SystemError) -> SocketPathError {
    switch error.code {
    case ENOENT, ENOTDIR, EACCES, EPERM, EROFS, ELOOP: .folder(path: path, error)
    default: .system(error)
    }
  }

  package var description: String {
    switch self {
    case .length(let path, let bytes, let limit):
      "socket path '\(path)': \(bytes) bytes, allowed are 1 to \(limit)"
    case .zeroByte(let path): "socket path '\(path)': has a zero byte"
    case .occupied(let path, let kind): "socket path '\(path)': a \(kind) is there"
    case .inUse(let path): "socket path '\(path)': another process is listening there"
    case .folder(let path, let error): "socket path '\(path)': \(Self.fault(error))"
    case .system(let error): "\(error)"
    }
  }

  private static func fault(_ error: SystemError) -> String {
    switch error.code {
    case ENOENT: "its folder does not exist, create it first"
    case ENOTDIR: "what should be its folder is none"
    case EACCES, EPERM: "this user may not write to its folder"
    case EROFS: "its folder is read-only"
    default: "its folder is not reached: \(error)"
    }
  }
}

/// A socket file that this process made, known by its device and inode.
package struct SocketFile: Hashable, Sendable {
  package let path: String
  let device: UInt64
  let inode: UInt64

  /// Removes the file unless another one has taken its place; tells whether it did.
  @discardableResult
  package func unlinkIfOurs() -> Bool {
    guard let entry = PathEntry(path), entry.kind == .socket, entry.device == device,
      entry.inode == inode
    else { return false }
    return unsafe unlink(path) == 0
  }
}

/// A listening Unix socket and the file it is bound to.
package struct BoundSocket: ~Copyable {
  package let file: SocketFile
  private let descriptor: OwnedDescriptor

  init(file: SocketFile, descriptor: consuming OwnedDescriptor) {
    self.file = file
    self.descriptor = descriptor
  }

  package var path: String { file.path }
  package var raw: Int32 { descriptor.raw }

  /// Gives the descriptor away, to a `Listener` for one; keep `file` to unlink it later.
  package consuming func intoDescriptor() -> OwnedDescriptor { descriptor }
}

/// What stands at a path, links not followed.
struct PathEntry {
  enum Kind: String {
    case socket
    case folder
    case link = "symbolic link"
    case file = "regular file"
    case other = "special file"
  }

  let kind: Kind
  let device: UInt64
  let inode: UInt64

  /// Nil when nothing is there; other failures are in `errno` as well.
  init?(_ path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    switch status.st_mode & S_IFMT {
    case S_IFSOCK: kind = .socket
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    case S_IFREG: kind = .file
    default: kind = .other
    }
  }
}
