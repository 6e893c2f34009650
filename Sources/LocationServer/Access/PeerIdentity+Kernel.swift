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

  /// Who it is, in words for the log and for operators: `uid 1000, pid 4711, unit app.service`.
  var whose: String {
    var words = [uid.map { "uid \($0)" } ?? "an unknown user"]
    if let pid { words.append("pid \(pid)") }
    if let unit { words.append("unit \(unit)") }
    // Never beside the one above without this word: the user chooses it.
    if let userUnit { words.append("user-unit \(userUnit)") }
    return words.joined(separator: ", ")
  }
}
