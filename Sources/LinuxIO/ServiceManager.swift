// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CSystemd
internal import Glibc

/// The protocol with systemd: sockets handed over, state told, watchdog asked for.
///
/// All of it does nothing when the process was not started by systemd.
package enum ServiceManager {
  /// Where the service manager wants state to be kept, if it says so.
  package static var stateDirectory: String? {
    guard let value = unsafe getenv("STATE_DIRECTORY") else { return nil }
    let path = unsafe String(cString: value)
    return path.isEmpty ? nil : path
  }

  /// Where the service manager wants the configuration to be, if it says so, as for a user's.
  package static var configurationDirectory: String? {
    guard let value = unsafe getenv("CONFIGURATION_DIRECTORY") else { return nil }
    let path = unsafe String(cString: value)
    return path.isEmpty ? nil : path
  }

  /// The state that begins a reload; the service manager wants to know when it began.
  package static var reloading: String {
    "RELOADING=1\nMONOTONIC_USEC=\(LoopTime.readMonotonic() / 1000)"
  }

  /// A listening socket from a socket unit.
  package struct InheritedSocket: Hashable, Sendable {
    /// `FileDescriptorName=` of the unit.
    package let name: String
    package let descriptor: Int32
  }

  /// The sockets handed over, close-on-exec and non-blocking; a second call finds none.
  package static func inheritedSockets() throws(SystemError) -> [InheritedSocket] {
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = unsafe sd_listen_fds_with_names(1, &names)
    guard count >= 0 else { throw SystemError("sd_listen_fds_with_names", -count) }
    var sockets: [InheritedSocket] = []
    for index in 0..<Int(count) {
      let descriptor = SD_LISTEN_FDS_START + Int32(index)
      if let name = unsafe names?[index] {
        unsafe sockets.append(
          InheritedSocket(name: String(cString: name), descriptor: descriptor)
        )
        unsafe free(name)
      }
    }
    unsafe free(names)
    for socket in sockets { try Descriptor.setNonBlocking(socket.descriptor) }
    return sockets
  }

  /// Tells systemd the state, as in `READY=1`; tells whether it was sent.
  @discardableResult
  package static func notify(_ state: String) -> Bool { unsafe sd_notify(0, state) > 0 }

  /// Tells systemd from the loop itself that it lives, now and from then on, so that a wedged one is
  /// restarted.
  package static func pingWatchdog(from loop: EventLoop) {
    guard let interval = watchdogInterval() else { return }
    notify("WATCHDOG=1")
    _ = loop.schedule(at: loop.now.monotonic + interval / 2) { [unowned loop] in
      pingWatchdog(from: loop)
    }
  }

  /// The time within which systemd wants to hear `WATCHDOG=1`, in nanoseconds; nil for never.
  package static func watchdogInterval() -> Int64? {
    var microseconds: UInt64 = 0
    guard unsafe sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
    return Int64(
      clamping: microseconds.multipliedReportingOverflow(by: 1_000).overflow
        ? UInt64.max : microseconds * 1_000
    )
  }
}
