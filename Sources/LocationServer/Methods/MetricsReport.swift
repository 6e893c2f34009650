// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// The daemon's counters and gauges as OpenMetrics text; no coordinates.
///
/// Format: OpenMetrics 1.0, sections 4 and 5.
struct OpenMetrics {
  private(set) var text = ""

  mutating func counter(_ name: String, _ help: String, _ value: UInt64) {
    begin(name, "counter", help)
    text += "locationd_\(name)_total \(value)\n"
  }

  mutating func gauge(_ name: String, _ help: String, _ value: Double?) {
    guard let value, value.isFinite else { return }
    begin(name, "gauge", help)
    text += "locationd_\(name) \(value)\n"
  }

  /// A gauge with one label, one sample for each of its values.
  mutating func gauge(_ name: String, _ help: String, by label: String, _ values: [String: Int]) {
    begin(name, "gauge", help)
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      text += "locationd_\(name){\(label)=\"\(Self.escaped(key))\"} \(value)\n"
    }
  }

  mutating func end() {
    text += "# EOF\n"
  }

  private mutating func begin(_ name: String, _ type: String, _ help: String) {
    text += "# TYPE locationd_\(name) \(type)\n# HELP locationd_\(name) \(help)\n"
  }

  private static func escaped(_ value: String) -> String {
    value.reduce(into: "") { text, character in
      switch character {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.append(character)
      }
    }
  }
}

struct MetricsReport: Encodable {
  let text: String
}

extension LocationService {
  func metricsReport() -> MetricsReport {
    var metrics = OpenMetrics()
    addFlow(to: &metrics)
    addSessions(to: &metrics)
    addState(to: &metrics)
    metrics.end()
    return MetricsReport(text: metrics.text)
  }

  private func addFlow(to metrics: inout OpenMetrics) {
    metrics.counter("reports", "Messages taken from gpsd.", counters.reports)
    metrics.counter("fixes", "Fix reports (TPV) taken from gpsd.", counters.fixes)
    metrics.counter("epochs", "Receiver epochs completed.", pipeline.source.epochCount)
    metrics.counter("locations", "Locations published, over all views.", counters.locations)
    metrics.counter("deliveries", "Locations delivered to subscribers.", counters.deliveries)
    let conflated = sessions.values.reduce(counters.conflatedByClosed) { $0 + $1.conflatedTotal }
    metrics.counter("conflations", "Locations replaced before a slow peer took them.", conflated)
    metrics.counter("losses", "Losses of the location, over all views.", counters.losses)
    metrics.counter("connections", "Connections made to gpsd.", counters.connections)
  }

  private func addSessions(to metrics: inout OpenMetrics) {
    metrics.counter("sessions_accepted", "Sessions taken.", counters.sessionsAccepted)
    metrics.counter("sessions_refused", "Sessions refused at a limit.", counters.sessionsRefused)
    metrics.counter("sessions_closed", "Sessions ended.", counters.sessionsClosed)
    metrics.counter("drops", "Sessions closed because they did not read.", counters.dropped)
    metrics.counter("requests", "Requests answered.", counters.requests)
    var bySurface = ["native": 0, "gpsd": 0, "nmea": 0, "control": 0]
    for session in sessions.values { bySurface[session.kind, default: 0] += 1 }
    metrics.gauge("sessions", "Sessions now, by surface.", by: "surface", bySurface)
  }

  private func addState(to metrics: inout OpenMetrics) {
    let live = pipeline.stage.state(of: pipeline.stage.liveView)
    metrics.counter("override_changes", "Changes of overrides.", counters.overrideChanges)
    // A series that is absent while it is 0 breaks rates and alarms.
    var byKind = [
      "set": 0, "push": 0, "start": 0, "play": 0, "run": 0, "transform": 0, "fault": 0,
    ]
    for override in pipeline.stage.overrides {
      let verb = override.request.spec.kind.prefix { $0 != " " }
      byKind[String(verb), default: 0] += 1
    }
    metrics.gauge("overrides", "Overrides in force, by kind.", by: "kind", byKind)
    metrics.gauge("demand", "Whether anybody needs fixes.", hasDemand ? 1 : 0)
    metrics.gauge(
      "fix_age_seconds",
      "Age of the live location.",
      age(live.locationAt)
    )
    metrics.gauge(
      "horizontal_accuracy_meters",
      "Horizontal accuracy (68 %) of the live location.",
      live.location?.fix.horizontalAccuracy
    )
    metrics.gauge(
      "satellites_used",
      "Satellites in the live solution.",
      live.location?.fix.satellitesUsed.map(Double.init)
    )
  }
}
