// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import ControlRequests

/// Where the stops of a route come from, one after the other.
protocol RouteSource: AnyObject {
  /// The next stop, nil at the end.
  func next() throws(Failure) -> RouteStop?
  /// How much has been read, 0 to 1, where that is known.
  var fraction: Double? { get }
}
