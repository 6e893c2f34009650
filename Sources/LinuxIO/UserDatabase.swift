// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CLinux
internal import Glibc

/// The system's users and groups.
///
/// A lookup may ask the network: the daemon asks here at its start only, and later by `NameLookup`.
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

  /// The groups of this process, supplementary ones too.
  package static var ownGroups: Set<UInt32> {
    let count = getgroups(0, nil)
    guard count > 0 else { return [getegid()] }
    var groups = [gid_t](repeating: 0, count: Int(count))
    let filled = unsafe getgroups(count, &groups)
    return Set(groups.prefix(max(0, Int(filled)))).union([getegid()])
  }

  /// Gives this process the rights of a user, for good.
  package static func become(_ user: String) throws(SystemError) {
    guard unsafe clinux_become(user) == 0 else { throw .last("becoming \(user)") }
  }

  /// The number behind a name.
  package static func look(_ name: AccountName) -> AccountAnswer {
    var number: UInt32 = 0
    let code =
      switch name {
      case .user(let name): unsafe isName(name) ? clinux_user_id(name, &number) : ENOENT
      case .group(let name): unsafe isName(name) ? clinux_group_id(name, &number) : ENOENT
      }
    switch code {
    case 0: return .number(number)
    // getpwnam(3): each of them is said for a name that there is not.
    case ENOENT, ESRCH, EBADF, EPERM, EINVAL: return .absent
    default: return .failed
    }
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
