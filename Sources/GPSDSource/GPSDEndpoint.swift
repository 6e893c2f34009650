// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Glibc

/// Where gpsd listens and which of its receivers is wanted: `HOST[:PORT[:DEVICE]]`.
///
/// An IPv6 address stands in brackets. An empty host is `localhost`, an empty port 2947.
package struct GPSDEndpoint: Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with an endpoint, naming the value and what is allowed.
  package struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
    package let text: String
    package let reason: String

    package var description: String { "gpsd endpoint '\(text)': \(reason)" }
  }

  package static let defaultPort: UInt16 = 2947
  package static let local = GPSDEndpoint(host: "localhost", port: defaultPort, device: nil)

  /// A name or a numeric address, without brackets.
  package let host: String
  package let port: UInt16
  /// The path of the one receiver to watch; nil for all of them.
  package let device: String?

  /// libgps keeps names of receivers in 128 bytes, the terminator included.
  private static let deviceLimit = 127
  /// A domain name has at most 253 characters.
  private static let hostLimit = 253

  private init(host: String, port: UInt16, device: String?) {
    self.host = host
    self.port = port
    self.device = device
  }

  /// Parses `HOST[:PORT[:DEVICE]]`.
  package init(parsing text: String) throws(Invalid) {
    func invalid(_ reason: String) -> Invalid { Invalid(text: text, reason: reason) }
    guard !GPSDEndpoint.isIPv6(text) else {
      throw invalid("an IPv6 address needs brackets, as in [::1]:2947")
    }
    let (host, rest) = try GPSDEndpoint.splitHost(text)
    var port = GPSDEndpoint.defaultPort
    var device: String?
    if let rest {
      let digits = rest.prefix { $0 != ":" }
      if !digits.isEmpty {
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
          let number = UInt16(digits), number > 0
        else { throw invalid("port '\(digits)' is not a number from 1 to 65535") }
        port = number
      }
      if digits.endIndex != rest.endIndex {
        device = String(rest[rest.index(after: digits.endIndex)...])
      }
    }
    if let device {
      guard (1...GPSDEndpoint.deviceLimit).contains(device.utf8.count) else {
        throw invalid(
          "device has \(device.utf8.count) bytes, not 1 to \(GPSDEndpoint.deviceLimit)"
        )
      }
      guard device.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw invalid("device contains a control character")
      }
    }
    self.init(host: host.isEmpty ? "localhost" : host, port: port, device: device)
  }

  package var description: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return "\(name):\(port)" + (device.map { ":" + $0 } ?? "")
  }

  /// The host, and what follows the colon after it.
  private static func splitHost(_ text: String) throws(Invalid) -> (String, Substring?) {
    func invalid(_ reason: String) -> Invalid { Invalid(text: text, reason: reason) }
    guard text.hasPrefix("[") else {
      let host = text.prefix { $0 != ":" }
      // Names that libgps reads as something other than a host all contain a blank.
      guard host.utf8.count <= hostLimit, host.utf8.allSatisfy(isHostCharacter) else {
        throw invalid("host '\(host)' is not 1 to \(hostLimit) letters, digits, '-', '_' or '.'")
      }
      guard host.endIndex != text.endIndex else { return (String(host), nil) }
      return (String(host), text[text.index(after: host.endIndex)...])
    }
    guard let bracket = text.firstIndex(of: "]") else { throw invalid("']' is missing") }
    let host = text[text.index(after: text.startIndex)..<bracket]
    guard isIPv6(host) else { throw invalid("'\(host)' is not an IPv6 address") }
    let rest = text[text.index(after: bracket)...]
    guard !rest.isEmpty else { return (String(host), nil) }
    guard rest.hasPrefix(":") else { throw invalid("expected ':' after ']'") }
    return (String(host), rest.dropFirst())
  }

  private static func isHostCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: byte == 0x2D || byte == 0x2E || byte == 0x5F
    }
  }

  /// Whether it is a numeric IPv6 address, perhaps with a zone as in `fe80::1%eth0`.
  private static func isIPv6(_ text: some StringProtocol) -> Bool {
    let address = text.prefix { $0 != "%" }
    let zone = text[address.endIndex...].dropFirst()
    guard !address.utf8.contains(0), zone.utf8.count < Int(IF_NAMESIZE),
      address.endIndex == text.endIndex || !zone.isEmpty, zone.utf8.allSatisfy(isHostCharacter)
    else { return false }
    var binary = in6_addr()
    return unsafe inet_pton(AF_INET6, String(address), &binary) == 1
  }
}
