// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// Where the daemon's sockets are: the environment decides, then the defaults.
package enum SocketPath {
  package static let subscriber = "/run/locationd/locationd.sock"
  package static let control = "/run/locationd/control.sock"

  /// The subscriber socket; `LOCATIOND_SOCKET` names another one.
  package static func subscriber(in environment: [String: String]) -> String {
    path("LOCATIOND_SOCKET", in: environment) ?? subscriber
  }

  /// The control socket; `LOCATIOND_CONTROL_SOCKET` names another one.
  package static func control(in environment: [String: String]) -> String {
    path("LOCATIOND_CONTROL_SOCKET", in: environment) ?? control
  }

  /// An empty variable counts as unset.
  private static func path(_ name: String, in environment: [String: String]) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
