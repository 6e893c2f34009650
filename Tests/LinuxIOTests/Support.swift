// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LinuxIO

/// A folder of its own for one test, removed with everything in it.
struct TemporaryFolder: ~Copyable {
  let path: String

  init() throws {
    var template = Array("/tmp/linuxio-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp", errno) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    guard let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      unlink("\(path)/\(name)")
    }
    closedir(folder)
    rmdir(path)
  }
}

/// A connected pair of non-blocking sockets, both owned.
final class Pair {
  let near: Int32
  let far: Int32
  private var farOwner: OwnedDescriptor?
  private let nearOwner: OwnedDescriptor

  init() throws {
    (near, far) = try socketPair()
    nearOwner = OwnedDescriptor(near)
    farOwner = OwnedDescriptor(far)
  }

  func closeFar() { farOwner = nil }
}

/// What the handlers of a test saw.
final class Record<Value> {
  var values: [Value] = []
}

extension EventLoop {
  /// Turns until the condition holds, at most five seconds.
  func turn(until condition: () -> Bool) -> Bool {
    let deadline = LoopTime.read().monotonic + 5_000_000_000
    while !condition() {
      guard LoopTime.read().monotonic < deadline else { return false }
      turn(timeout: 100_000_000)
    }
    return true
  }
}

let second: Int64 = 1_000_000_000
