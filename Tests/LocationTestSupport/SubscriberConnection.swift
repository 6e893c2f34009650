// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO

/// A connection to one of the daemon's Unix sockets that speaks JSON-RPC in lines.
package final class SubscriberConnection {
  package let lines: LineStream
  private var lastID = 0
  private var pending: [JSONObject] = []

  package init(path: String) throws {
    lines = try LineStream(connectUnix(path: path))
  }

  /// Sends a line as it is.
  package func send(_ line: String, before deadline: Deadline) throws {
    try sendAll("\(line)\n", on: lines.raw, before: deadline)
  }

  /// Sends a request and returns the whole answer; callbacks that come before it are kept.
  ///
  /// `params` is the JSON text of an object.
  package func call(
    _ method: String,
    params: String? = nil,
    before deadline: Deadline
  ) throws -> JSONObject {
    lastID += 1
    let suffix = params.map { ",\"params\":\($0)" } ?? ""
    try send(
      "{\"jsonrpc\":\"2.0\",\"id\":\(lastID),\"method\":\"\(method)\"\(suffix)}",
      before: deadline
    )
    while let object = try readObject(before: deadline) {
      if object.integer("id") == lastID { return object }
      pending.append(object)
    }
    throw SceneError("the daemon closed the connection before it answered \(method)")
  }

  /// The parameters of the next callback, or of the next one of a method; others are dropped.
  package func callback(
    _ method: String? = nil,
    before deadline: Deadline
  ) throws -> (method: String, params: JSONObject?) {
    while let object = try takePending() ?? readObject(before: deadline) {
      guard let name = object.text("method"), method == nil || name == method else { continue }
      return (name, object.object("params"))
    }
    throw SceneError("the daemon closed the connection before \(method ?? "a callback")")
  }

  /// The newest location of the next `didUpdateLocations`.
  package func location(before deadline: Deadline) throws -> JSONObject {
    let params = try callback("didUpdateLocations", before: deadline).params
    guard let location = params?.objects("locations").last else {
      throw SceneError("didUpdateLocations without a location")
    }
    return location
  }

  /// The first location that suits; the others are dropped.
  package func location(
    before deadline: Deadline,
    where suits: (JSONObject) -> Bool
  ) throws -> JSONObject {
    while true {
      let location = try location(before: deadline)
      if suits(location) { return location }
    }
  }

  /// A callback that has arrived already.
  package func takeCallback() -> JSONObject? {
    takePending() ?? lines.takeLine().flatMap(JSONObject.init)
  }

  private func takePending() -> JSONObject? {
    pending.isEmpty ? nil : pending.removeFirst()
  }

  private func readObject(before deadline: Deadline) throws -> JSONObject? {
    guard let line = try lines.nextLine(before: deadline) else { return nil }
    guard let object = JSONObject(line) else {
      throw SceneError("not a JSON object: \(line)")
    }
    return object
  }
}
