// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationTestSupport

/// What filters, regions, overrides and subscribers that do not read add to a fix.
enum Load {
  static func measure(quick: Bool, into report: inout Report) throws {
    let count = quick ? 1000 : 10_000
    let fixes = quick ? 10 : 20
    try measureStopped(count, fixes, into: &report)
    try compare("own distance filters", count, fixes, greeting: filters, into: &report)
    try compare("20 regions each", count, fixes, greeting: regions, into: &report)
  }

  /// One daemon without and with them, in turns: where the sockets of another one lie in memory, and
  /// which processor its readers run on, would make more of a difference.
  static func measureOverrides(quick: Bool, into report: inout Report) throws {
    let fixes = quick ? 30 : 60
    let scene = try Scene()
    let readers = try scene.subscribe(1000, greeting: named)
    defer { readers.end() }
    let control = try SubscriberConnection(path: scene.controlPath)
    func call(_ method: String, _ params: String?) throws {
      let answer = try control.call(method, params: params, before: Deadline(in: 10))
      guard answer.object("result") != nil else { throw SceneError("\(method): \(answer)") }
    }
    func window() throws -> Double {
      try scene.feed(5, hertz: FanOut.hertz)
      try readers.waitForQuiet()
      return Double(try FanOut.window(scene, readers, fixes).processor) / Double(fixes) / 1000
    }
    var with = Double.infinity
    var without = Double.infinity
    for _ in 0..<(quick ? 1 : 4) {
      without = min(without, try window())
      for index in 0..<16 {
        let override =
          #"{"kind":"transform","name":"offset","east":\#(index + 1),"target":"client=b\#(index)"}"#
        try call("setOverride", override)
      }
      with = min(with, try window())
      try call("clearOverrides", nil)
    }
    report.add(Figure("16 overrides", with, "µs/fix", beside: without, "none"))
  }

  /// Less than the metres between two fixes, so that every location passes.
  private static let filters =
    #"{"jsonrpc":"2.0","id":1,"method":"startUpdatingLocation","params":{"distanceFilter":0.{i}}}"#
    + "\n"

  private static let regions =
    Readers.start
    + (0..<20).map { index in
      #"{"jsonrpc":"2.0","id":2,"method":"startMonitoring","params":{"region":{"#
        + #""identifier":"r\#(index)","latitude":48.{r},"longitude":2.{r},"radius":100}}}"# + "\n"
    }
    .joined()

  private static let named =
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"client":{"name":"b{m}"}}}"# + "\n"
    + Readers.start

  /// Beside the same subscribers without it, on two daemons in turns.
  private static func compare(
    _ name: String,
    _ count: Int,
    _ fixes: Int,
    greeting: String,
    into report: inout Report
  ) throws {
    // The one whose requests take longer first, so that neither gpsd is silent for long.
    let loaded = try Scene()
    let loadedReaders = try loaded.subscribe(count, greeting: greeting)
    let plain = try Scene()
    let plainReaders = try plain.subscribe(count)
    defer {
      plainReaders.end()
      loadedReaders.end()
    }
    try loaded.feed(5, hertz: FanOut.hertz)
    try loadedReaders.waitForQuiet()
    let (with, without) = try least(fixes, (loaded, loadedReaders), (plain, plainReaders))
    report.add(Figure(name, with, "µs/fix", beside: without, "none"))
  }

  /// One daemon before they come, while they are there and when they have gone, for the reason that
  /// `measureOverrides` gives.
  private static func measureStopped(
    _ count: Int,
    _ fixes: Int,
    into report: inout Report
  ) throws {
    let scene = try Scene(configuration: "[limits]\nstall-timeout = 3600\n")
    let readers = try scene.subscribe(count * 9 / 10)
    defer { readers.end() }
    func least(of windows: Int) throws -> Double {
      var least = Double.infinity
      for _ in 0..<windows {
        let window = try FanOut.window(scene, readers, fixes)
        least = min(least, Double(window.processor) / Double(fixes) / 1000)
      }
      return least
    }
    let before = try least(of: 3)
    let stopped = try Readers(scene.address, count: count / 10, stopped: count / 10)
    try stopped.waitUntilConnected()
    // Until the kernel's buffers of those that do not read are full.
    try scene.feed(350, hertz: 20)
    try readers.waitForQuiet()
    let with = try least(of: 6)
    stopped.end()
    try readers.waitForQuiet(1000)
    let without = min(before, try least(of: 3))
    report.add(Figure("a tenth does not read", with, "µs/fix", beside: without, "without them"))
  }

  /// Microseconds of the daemon for each fix, the least of several windows in turns.
  private static func least(
    _ fixes: Int,
    _ one: (scene: Scene, readers: Readers),
    _ other: (scene: Scene, readers: Readers)
  ) throws -> (Double, Double) {
    var costs = (Double.infinity, Double.infinity)
    for _ in 0..<4 {
      let first = try FanOut.window(one.scene, one.readers, fixes)
      let second = try FanOut.window(other.scene, other.readers, fixes)
      costs.0 = min(costs.0, Double(first.processor) / Double(fixes) / 1000)
      costs.1 = min(costs.1, Double(second.processor) / Double(fixes) / 1000)
    }
    return costs
  }
}
