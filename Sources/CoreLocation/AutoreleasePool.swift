// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Calls the body and gives back what it gives back.
///
/// A stand-in: there are no autorelease pools on Linux, but programs that keep a run loop in one.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}
