// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// Makes a folder for this user alone, and those above it, as far as that is allowed.
package func makeFolder(_ path: String) {
  guard unsafe mkdir(path, 0o700) != 0, errno == ENOENT, let slash = path.lastIndex(of: "/"),
    slash > path.startIndex
  else { return }
  makeFolder(String(path[..<slash]))
  _ = unsafe mkdir(path, 0o700)
}

/// Sees to it that only this user can read a file, which is made if it is missing and `isMade`.
///
/// - Returns: Whether it is so, or there is no file.
@discardableResult
package func makePrivate(_ path: String, isMade: Bool = false) -> Bool {
  let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (isMade ? O_CREAT : 0)
  let raw = unsafe open(path, flags, 0o600)
  guard raw >= 0 else { return errno == ENOENT }
  let file = OwnedDescriptor(raw)
  return fchmod(file.raw, 0o600) == 0
}

/// Removes a file, if there is one.
package func removeFile(_ path: String) { _ = unsafe unlink(path) }

/// Gives a file another name, replacing what has it.
package func moveFile(_ path: String, to target: String) { _ = unsafe rename(path, target) }

/// The path without links in its folder; the last name stays, whatever it is.
///
/// A path whose folder is not there is returned as it is.
package func withoutLinkedFolder(_ path: String) -> String {
  let slash = path.lastIndex(of: "/")
  guard let resolved = unsafe realpath(slash.map { String(path[...$0]) } ?? ".", nil) else {
    return path
  }
  defer { unsafe free(resolved) }
  let folder = unsafe String(cString: resolved)
  let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
  return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
}
