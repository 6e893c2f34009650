// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

package import LocationProtocol

/// Home Assistant's discovery messages: the device appears there without being configured.
package struct Discovery: Hashable, Sendable {
  /// `homeassistant` unless that side is configured otherwise.
  package var prefix: String
  package var topics: Topics
  package var name: String

  package init(prefix: String, topics: Topics, name: String) {
    self.prefix = prefix
    self.topics = topics
    self.name = name
  }

  /// Topic and payload of each message; all are retained.
  package var messages: [(topic: String, payload: JSONValue)] {
    [
      ("\(prefix)/device_tracker/\(id)/config", tracker),
      sensor("speed", name: "Speed", unit: "km/h", deviceClass: "speed", value: "vel"),
      sensor("altitude", name: "Altitude", unit: "m", deviceClass: "distance", value: "alt"),
      sensor("accuracy", name: "Accuracy", unit: "m", deviceClass: "distance", value: "acc"),
    ]
  }

  /// Letters, digits and lines only are allowed in the identifiers of that side.
  private var id: String {
    String(
      topics.base.unicodeScalars.map { scalar -> Character in
        let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9") ~= scalar)
        return isPlain ? Character(scalar) : "_"
      }
    )
  }

  private var device: JSONValue {
    .object([
      "identifiers": .array([.string("locationd_\(id)")]),
      "manufacturer": .string("locationd"),
      "name": .string(name),
    ])
  }

  /// The last will makes everything unavailable, the next location available again.
  private var availability: [String: JSONValue] {
    [
      "availability_topic": .string(topics.base),
      "availability_template": .string(
        "{{ 'offline' if value_json._type == 'lwt' else 'online' }}"
      ),
      "device": device,
    ]
  }

  private var tracker: JSONValue {
    var members = availability
    members["name"] = .null
    members["unique_id"] = .string("locationd_\(id)")
    members["source_type"] = .string("gps")
    members["json_attributes_topic"] = .string(topics.base)
    members["json_attributes_template"] = .string(
      "{% if value_json._type == 'location' %}"
        + "{{ {'latitude': value_json.lat, 'longitude': value_json.lon,"
        + " 'gps_accuracy': value_json.acc | default(0),"
        + " 'simulated': value_json.simulated | default(false)} | tojson }}"
        + "{% else %}{}{% endif %}"
    )
    return .object(members)
  }

  private func sensor(
    _ key: String,
    name: String,
    unit: String,
    deviceClass: String,
    value: String
  ) -> (topic: String, payload: JSONValue) {
    var members = availability
    members["name"] = .string(name)
    members["unique_id"] = .string("locationd_\(id)_\(key)")
    members["state_class"] = .string("measurement")
    members["device_class"] = .string(deviceClass)
    members["unit_of_measurement"] = .string(unit)
    members["state_topic"] = .string(topics.base)
    // OwnTracks leaves a 0 out; only of a speed a missing value means that.
    let fallback = key == "speed" ? "0" : "'None'"
    members["value_template"] = .string("{{ value_json.\(value) | default(\(fallback)) }}")
    return ("\(prefix)/sensor/\(id)_\(key)/config", .object(members))
  }
}
