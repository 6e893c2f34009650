// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO

extension Vehicle {
  /// Begins the line of the metrics that says why there is no connection.
  package static let reasonMark = "# not connected: "

  /// Everything that is counted, now.
  func figures(_ simulated: Int, _ conflated: Int) -> Metrics {
    let queue = publisher.queue
    var all = Metrics(broker: name)
    let last = publisher.counts.lastTime.map { Double($0) / 1000 } ?? 0
    all.gauge("written_timestamp_seconds", "When this was written.", Double(loop.now.utc) / 1000)
    all.gauge("connected", "1 while the broker takes messages.", publisher.isConnected ? 1 : 0)
    all.gauge("process_id", "The process that writes this.", Double(ProcessLife.own))
    all.gauge(
      "process_namespace",
      "The namespace in which that number is meant, by its inode; 0 if it is not known.",
      Double(ProcessLife.namespace ?? 0)
    )
    all.gauge(
      "disconnected_timestamp_seconds",
      "Since when the broker takes no messages, 0 while it does.",
      publisher.isConnected ? 0 : Double(disconnectedAt) / 1000
    )
    if !publisher.isConnected, let disconnectReason {
      all.remark(Self.reasonMark, disconnectReason)
    }
    all.gauge("queued", "Messages that the broker does not have yet.", Double(queue.count))
    all.gauge(
      "oldest_timestamp_seconds",
      "The time of the oldest of them, 0 without one.",
      queue.count > 0 ? Double(queue.oldestTime ?? 0) / 1000 : 0
    )
    all.gauge(
      "last_publish_timestamp_seconds",
      "When the broker acknowledged a message last, 0 for never.",
      last
    )
    all.gauge(
      "disk_failed",
      "1 while the queue is in memory only.",
      queue.diskFailure == nil ? 0 : 1
    )
    all.counter("published", "Messages that the broker acknowledged.", publisher.counts.published)
    all.counter("refused", "Messages that the broker will not have.", publisher.counts.refused)
    all.counter("thinned", "Old locations that went to make room.", queue.losses.thinned)
    all.counter("expired", "Locations that became too old.", queue.losses.expired)
    all.counter("overflowed", "Messages lost without a disk.", queue.losses.overflowed)
    all.counter("simulated", "Simulated locations that were held back.", simulated)
    all.counter("conflated", "Locations that locationd replaced by newer ones.", conflated)
    all.counter("connections", "Connections to the broker.", publisher.connectionCount)
    all.counter("commands", "Commands that were carried out.", commandCount.carriedOut)
    all.counter("commands_refused", "Commands that were refused.", commandCount.refused)
    return all
  }
}
