// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CLinux
internal import Glibc

/// Who is at the other end of a Unix socket, as the kernel recorded it at the connection.
package struct PeerCredentials: Hashable, Sendable {
  /// 0 for a process of another pid namespace.
  package let pid: Int32

  /// The overflow user, 65534 as a rule, for one that has no number in our user namespace.
  package let uid: UInt32
  package let gid: UInt32

  /// The supplementary groups.
  package let groups: [UInt32]

  package init(pid: Int32, uid: UInt32, gid: UInt32, groups: [UInt32]) {
    self.pid = pid
    self.uid = uid
    self.gid = gid
    self.groups = groups
  }
}

/// Reads the credentials of a connected Unix socket.
package func peerCredentials(_ descriptor: Int32) throws(SystemError) -> PeerCredentials {
  var pid: Int32 = 0
  var uid: UInt32 = 0
  var gid: UInt32 = 0
  guard unsafe clinux_peer(descriptor, &pid, &uid, &gid) == 0 else { throw .last("SO_PEERCRED") }
  var groups = [UInt32](repeating: 0, count: 32)
  var count = unsafe clinux_peer_groups(descriptor, &groups, Int32(groups.count))
  if count > groups.count {
    groups = [UInt32](repeating: 0, count: Int(count))
    count = unsafe clinux_peer_groups(descriptor, &groups, Int32(groups.count))
  }
  guard count >= 0, count <= groups.count else { throw .last("SO_PEERGROUPS") }
  groups.removeLast(groups.count - Int(count))
  return PeerCredentials(pid: pid, uid: uid, gid: gid, groups: groups)
}
