// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Where all sessions of a loop read into, one at a time.
final class ReadBuffer {
  var bytes = [UInt8](repeating: 0, count: 4 * 1024)
}
