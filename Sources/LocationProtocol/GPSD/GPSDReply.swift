// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LocationCore

/// The objects that gpsd answers with; each is a JSON text without a line end.
package enum GPSDReply {
  /// The banner, for as long as no gpsd has told its own.
  package static func version(release: String, major: Int, minor: Int) -> [UInt8] {
    var object = GPSDObject("VERSION")
    object.string("release", release)
    object.string("rev", release)
    object.integer("proto_major", major)
    object.integer("proto_minor", minor)
    return object.finish()
  }

  /// The list of receivers, each a DEVICE object.
  package static func devices(_ devices: [[UInt8]]) -> [UInt8] {
    var object = GPSDObject("DEVICES")
    object.array("devices", devices)
    return object.finish()
  }

  /// A receiver that is there.
  package static func device(
    path: String,
    driver: String,
    activated: UTCTime
  ) -> [UInt8] {
    var object = GPSDObject("DEVICE")
    object.string("path", path)
    object.string("driver", driver)
    object.string("activated", activated.text)
    object.integer("flags", 1)
    return object.finish()
  }

  /// A receiver that has gone.
  package static func deviceGone(path: String) -> [UInt8] {
    var object = GPSDObject("DEVICE")
    object.string("path", path)
    object.integer("activated", 0)
    return object.finish()
  }

  /// The policy in force.
  package static func watch(_ policy: GPSDWatchPolicy) -> [UInt8] {
    var object = GPSDObject("WATCH")
    object.flag("enable", policy.isEnabled)
    object.flag("json", policy.json)
    object.flag("nmea", policy.nmea)
    object.integer("raw", policy.raw)
    object.flag("scaled", policy.scaled)
    object.flag("timing", policy.timing)
    object.flag("split24", policy.split24)
    object.flag("pps", policy.pps)
    object.string("device", policy.device)
    return object.finish()
  }

  /// Why a request was refused.
  package static func error(_ message: String) -> [UInt8] {
    var object = GPSDObject("ERROR")
    object.string("message", message)
    return object.finish()
  }

  /// What holds now, for each receiver.
  package static func poll(
    at time: UTCTime,
    active: Int,
    fixes: [[UInt8]],
    errors: [[UInt8]],
    skies: [[UInt8]]
  ) -> [UInt8] {
    var object = GPSDObject("POLL")
    object.string("time", time.text)
    object.integer("active", active)
    object.array("tpv", fixes)
    object.array("gst", errors)
    object.array("sky", skies)
    return object.finish()
  }

  /// An object that says of a receiver only that it has nothing to say.
  package static func empty(_ className: String, device: String) -> [UInt8] {
    var object = GPSDObject(className)
    object.string("device", device)
    return object.finish()
  }

  /// The TPV of a receiver without a fix; `device` is nil when there never was one.
  package static func noFix(device: String?) -> [UInt8] {
    var object = GPSDObject("TPV")
    object.string("device", device)
    object.integer("mode", 1)
    return object.finish()
  }
}
