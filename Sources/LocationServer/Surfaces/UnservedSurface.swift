// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A surface that was asked for and cannot be had now; it is tried again.
package struct UnservedSurface: Encodable, Hashable {
  package let surface: String
  /// Address and port, or the socket's path.
  package let place: String
  package let reason: String
  /// What whoever wants it can do.
  package let next: String

  package init(surface: String, place: String, reason: String, next: String) {
    self.surface = surface
    self.place = place
    self.reason = reason
    self.next = next
  }
}

extension LocationService {
  func unservedAdvice() -> StatusAdvice? {
    unserved.first.map {
      StatusAdvice(
        .surface,
        "\($0.surface) is not served at \($0.place): \($0.reason)",
        next: $0.next
      )
    }
  }
}
