// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// The file of a device, and who may open it.
package struct DeviceFile: Hashable, Sendable {
  package let isCharacterDevice: Bool
  package let owner: UInt32
  package let group: UInt32
  /// The nine bits of permission.
  package let mode: UInt32

  /// Looks at what a path leads to, links followed.
  package init(path: String) throws(SystemError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw .last("stat \(path)") }
    self.init(
      isCharacterDevice: status.st_mode & S_IFMT == S_IFCHR,
      owner: status.st_uid,
      group: status.st_gid,
      mode: status.st_mode & 0o777
    )
  }

  package init(isCharacterDevice: Bool, owner: UInt32, group: UInt32, mode: UInt32) {
    self.isCharacterDevice = isCharacterDevice
    self.owner = owner
    self.group = group
    self.mode = mode
  }

  /// Whether a process of this user and these groups may read and write it, as the kernel decides:
  /// the first class that fits is the only one that counts.
  package func isOpen(toUser uid: UInt32, groups: [UInt32]) -> Bool {
    guard uid != 0 else { return true }
    let bits = uid == owner ? mode >> 6 : groups.contains(group) ? mode >> 3 : mode
    return bits & 0o6 == 0o6
  }
}
