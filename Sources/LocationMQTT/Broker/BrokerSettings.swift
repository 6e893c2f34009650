// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Where the broker is and how it is spoken to.
package struct BrokerSettings: Hashable, Sendable {
  package enum Version: String, Sendable {
    case v311 = "3.1.1"
    case v5 = "5"
  }

  package struct TLS: Hashable, Sendable {
    /// A PEM file; nil trusts what the system trusts.
    package var ca: String?
    package var certificate: String?
    package var key: String?
    /// SHA-256 of acceptable SubjectPublicKeyInfos, 32 bytes each.
    package var pins: [[UInt8]] = []

    package init() {}
  }

  package var host = "localhost"
  package var port: UInt16 = 1883
  package var version = Version.v311
  package var client = ""
  /// The broker is to forget, at each connection, what it keeps for this client.
  package var isClean = false
  /// Seconds; a broker takes a client for lost after one and a half of it.
  package var keepalive = 60
  package var user: String?
  package var password: String?
  package var tls: TLS?
  /// Seconds that the broker keeps commands for an absent client; MQTT 5 only.
  package var sessionExpiry: UInt32 = 7 * 86_400

  package init() {}
}
