// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CLinux
internal import Glibc

/// The system's users and groups.
///
/// The daemon asks at start and reload only: a lookup may ask the network.
package enum UserDatabase {
  /// Whether this process runs as root.
  package static var isRoot: Bool { geteuid() == 0 }

  /// The user that this process runs as.
  package static var ownUser: UInt32 { geteuid() }

  /// The name of a user, nil when there is none.
  package static func userName(_ uid: UInt32) -> String? {
    unsafe name { buffer, capacity in unsafe clinux_user_name(uid, buffer, capacity) }
  }

  /// The name of a group, nil when there is none.
  package static func groupName(_ gid: UInt32) -> String? {
    unsafe name { buffer, capacity in unsafe clinux_group_name(gid, buffer, capacity) }
  }

  /// The number of a user, nil when there is none.
  package static func uid(named name: String) -> UInt32? {
    var uid: UInt32 = 0
    return unsafe isName(name) && clinux_user_id(name, &uid) == 0 ? uid : nil
  }

  /// The number of a group, nil when there is none.
  package static func gid(named name: String) -> UInt32? {
    var gid: UInt32 = 0
    return unsafe isName(name) && clinux_group_id(name, &gid) == 0 ? gid : nil
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.utf8.contains(0)
  }

  private static func name(
    _ look: (UnsafeMutablePointer<CChar>?, Int) -> Int32
  ) -> String? {
    var text = [CChar](repeating: 0, count: 256)
    return unsafe text.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress, unsafe look(start, buffer.count) == 0 else {
        return nil
      }
      return unsafe String(cString: start)
    }
  }
}
