// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CLinux
internal import Glibc

/// What the system lets this process have.
package enum ResourceLimits {
  /// Raises the soft limit on open descriptors to the hard one, and returns it.
  ///
  /// The usual soft limit of 1024 is there for programs that use select; an event loop does not.
  package static func raiseDescriptors() throws(SystemError) -> UInt64 {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      throw .last("getrlimit")
    }
    guard limit.rlim_cur < limit.rlim_max else { return UInt64(limit.rlim_cur) }
    limit.rlim_cur = limit.rlim_max
    guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      throw .last("setrlimit")
    }
    return UInt64(limit.rlim_cur)
  }

  /// Lets this process have so many bytes of memory of its own; what asks for more gets none.
  ///
  /// For a library that would take as much as a peer tells it to. The hard limit stays.
  package static func limitData(to bytes: UInt64) throws(SystemError) {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit) == 0 else {
      throw .last("getrlimit")
    }
    limit.rlim_cur = min(rlim_t(bytes), limit.rlim_max)
    guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit) == 0 else {
      throw .last("setrlimit")
    }
  }
}

/// Throws "too many open files" unless the process may open so many more descriptors.
///
/// Told by the next one, which has the lowest number that is free: to open them all would leave none
/// meanwhile to others who need one. Used numbers above it, which are rare, count as free.
package func requireDescriptors(_ count: Int) throws(SystemError) {
  let next = clinux_eventfd()
  guard next >= 0 else { throw .last("open") }
  close(next)
  var limit = rlimit()
  guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
    throw .last("getrlimit")
  }
  guard rlim_t(next) + rlim_t(count) <= limit.rlim_cur else { throw SystemError("open", EMFILE) }
}
