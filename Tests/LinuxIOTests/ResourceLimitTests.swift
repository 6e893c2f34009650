// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import Glibc
import LinuxIO
import Testing

@Suite struct ResourceLimitTests {
  @Test func `the limit on descriptors is raised as far as it goes, once or twice`() throws {
    var limit = rlimit()
    let hard = try ResourceLimits.raiseDescriptors()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #expect(UInt64(limit.rlim_cur) == hard && limit.rlim_cur == limit.rlim_max)
    #expect(try ResourceLimits.raiseDescriptors() == hard)
  }
}
