// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CLinux
internal import Glibc

/// Opens a TCP listener: non-blocking, close-on-exec, address reuse, the given family only.
package func listenTCP(_ address: ListenAddress) throws(SystemError) -> OwnedDescriptor {
  let raw = clinux_socket(address.family, 1)
  guard raw >= 0 else { throw .last("socket") }
  let owned = OwnedDescriptor(raw)
  guard clinux_set_reuse_address(raw) == 0 else { throw .last("setsockopt") }
  guard unsafe clinux_bind_inet(raw, address.family, address.host, address.port) == 0 else {
    throw .last("bind \(address)")
  }
  guard listen(raw, SOMAXCONN) == 0 else { throw .last("listen \(address)") }
  return owned
}

/// The port a TCP socket is bound to; tells what the system chose for port 0.
package func localPort(_ descriptor: Int32) throws(SystemError) -> UInt16 {
  guard let port = UInt16(exactly: clinux_local_port(descriptor)) else {
    throw .last("getsockname")
  }
  return port
}

/// Whether other machines may reach a socket that listens.
package func isRemote(_ descriptor: Int32) -> Bool { clinux_is_remote(descriptor) != 0 }

/// Connects over TCP and waits for it; later calls wait only when `nonBlocking` is false.
///
/// For the peers in tests, never on the loop: it may take as long as the system's connect timeout.
package func connectTCP(
  _ address: ListenAddress,
  nonBlocking: Bool = false
) throws(SystemError) -> OwnedDescriptor {
  let raw = clinux_socket(address.family, 0)
  guard raw >= 0 else { throw .last("socket") }
  let owned = OwnedDescriptor(raw)
  if unsafe clinux_connect_inet(raw, address.family, address.host, address.port) != 0 {
    guard errno == EINTR else { throw .last("connect \(address)") }
    try finishConnect(raw, "connect \(address)")
  }
  _ = clinux_set_nodelay(raw)
  if nonBlocking { try Descriptor.setNonBlocking(raw) }
  return owned
}

/// Waits for a connection that a signal interrupted: it goes on by itself.
private func finishConnect(_ descriptor: Int32, _ call: String) throws(SystemError) {
  var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
  while unsafe poll(&entry, 1, -1) < 0 {
    guard errno == EINTR else { throw .last("poll") }
  }
  var code: Int32 = 0
  var length = socklen_t(MemoryLayout<Int32>.size)
  guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 else {
    throw .last("getsockopt")
  }
  guard code == 0 else { throw SystemError(call, code) }
}
