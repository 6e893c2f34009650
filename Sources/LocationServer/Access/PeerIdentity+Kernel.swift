// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore

extension PeerIdentity {
  /// What the kernel says of the peer.
  mutating func take(_ credentials: PeerCredentials, _ process: PeerProcess) {
    uid = credentials.uid
    gid = credentials.gid
    groups = credentials.groups
    pid = credentials.pid
    unit = process.unit
    userUnit = process.userUnit
    switch process.executable {
    case .success(let path): executable = path
    case .failure: isExecutableHidden = true
    }
  }
}
