// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CLinux
internal import Glibc

/// A numeric address and a port to listen on or connect to over TCP.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
  /// Why a text is not such an address.
  package struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text that was given.
    package let text: String
    package let reason: String

    package var description: String { "address '\(text)': \(reason)" }
  }

  /// IPv4 in dotted form, or IPv6 without brackets.
  package let host: String

  /// 0 to 65535; 0 lets the system choose.
  package let port: UInt16

  /// Whether the address is IPv6.
  package let isIPv6: Bool

  /// Whether only this machine reaches the address.
  package var isLoopback: Bool {
    isIPv6 ? host == "::1" || host == "0:0:0:0:0:0:0:1" : host.hasPrefix("127.")
  }

  package var description: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }

  var family: Int32 { isIPv6 ? AF_INET6 : AF_INET }

  /// Parses `ADDR:PORT` or `[ADDR]:PORT`, both numeric.
  package init(parsing text: String) throws(Invalid) {
    func invalid(_ reason: String) -> Invalid { Invalid(text: text, reason: reason) }
    guard let colon = text.lastIndex(of: ":") else {
      throw invalid("expected ADDRESS:PORT or [ADDRESS]:PORT")
    }
    let digits = text[text.index(after: colon)...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = UInt16(digits)
    else { throw invalid("port '\(digits)' is not a number from 0 to 65535") }

    let address = text[..<colon]
    if address.hasPrefix("["), address.hasSuffix("]"), address.count > 2 {
      let host = String(address.dropFirst().dropLast())
      guard ListenAddress.isNumeric(host, AF_INET6) else {
        throw invalid("'\(host)' is not a numeric IPv6 address")
      }
      self.init(host: host, port: port, isIPv6: true)
      return
    }
    guard !address.contains(":") else {
      throw invalid("an IPv6 address needs brackets, as in [::1]:2947")
    }
    guard ListenAddress.isNumeric(String(address), AF_INET) else {
      throw invalid("'\(address)' is not a numeric address, as in 127.0.0.1:2947")
    }
    self.init(host: String(address), port: port, isIPv6: false)
  }

  private init(host: String, port: UInt16, isIPv6: Bool) {
    self.host = host
    self.port = port
    self.isIPv6 = isIPv6
  }

  private static func isNumeric(_ host: String, _ family: Int32) -> Bool {
    // A C string ends at its first zero byte, so the rest would pass unseen.
    unsafe !host.utf8.contains(0) && clinux_is_address(family, host) == 1
  }
}
