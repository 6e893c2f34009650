// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import CGPS

/// The gpsd that the installed libgps belongs to.
package enum GPSDLibrary {
  /// Its release, and the version of its protocol.
  package static var release: (name: String, major: Int, minor: Int) {
    let library = unsafe cgps_library()
    return unsafe (String(cString: library.release), Int(library.major), Int(library.minor))
  }
}

/// A change in the life of the connection, for the log; one per change, however long it lasts.
package enum GPSDNotice: Hashable, Sendable {
  /// gpsd answered; its release, if it said one.
  case connected(release: String?)
  /// The connection could not be made or was lost; attempts go on.
  case disconnected(reason: String)
  /// Closed on purpose, because nothing needs it.
  case idle
  /// gpsd refused what was asked, for instance an unknown device.
  case refused(message: String)
  /// The first line of this connection that could not be used; later ones are only counted.
  case unusableLine

  /// The reason of a `disconnected` after which gpsd takes connections and does not answer.
  package static let noAnswer = "no answer"
}

/// What passed since the source was made.
package struct GPSDStatistics: Hashable, Sendable {
  /// Connections on which gpsd answered.
  package var connections = 0
  /// Attempts to connect, successful or not.
  package var attempts = 0
  /// Lines taken in, usable or not.
  package var lines = 0
  /// Lines that were broken, too long, or of a wrong shape.
  package var unusableLines = 0
}
