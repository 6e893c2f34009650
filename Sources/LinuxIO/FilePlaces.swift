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

/// Removes a file, if there is one.
package func removeFile(_ path: String) { _ = unsafe unlink(path) }

/// Gives a file another name, replacing what has it.
package func moveFile(_ path: String, to target: String) { _ = unsafe rename(path, target) }
