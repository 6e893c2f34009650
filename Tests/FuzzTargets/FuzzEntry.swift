// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc

/// Where libFuzzer comes in; scripts/fuzz names the target.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let name = getenv("LOCATIOND_FUZZ"),
    let target = FuzzTarget(rawValue: String(cString: name))
  else { return -1 }
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  do {
    try target.take(bytes)
  } catch {
    preconditionFailure("\(error)")
  }
  return 0
}
