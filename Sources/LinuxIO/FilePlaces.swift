// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// Removes a file, if there is one.
package func removeFile(_ path: String) { _ = unsafe unlink(path) }

/// Gives a file another name, replacing what has it.
package func moveFile(_ path: String, to target: String) { _ = unsafe rename(path, target) }
