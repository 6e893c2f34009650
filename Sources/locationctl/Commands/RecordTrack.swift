// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import ControlRequests
internal import LocationClient
internal import LocationCore
internal import LocationProtocol
internal import TrackFiles

/// `record`: what a subscriber gets, as a track.
enum RecordTrack {
  static func run(_ invocation: Invocation, _ context: Context) throws(Failure) {
    guard let path = invocation.texts.first else { return }
    let format = try TrackOutput.format(invocation, path)
    try TrackOutput.checkReport(of: "record", invocation, path)
    let connection = try context.subscriber()
    let output = try TrackOutput(path, format: format, takesName: .withFirstPoint, context)
    let deadline = invocation.duration(.recordingTime)
      .map { LocationConnection.deadline(after: $0) }
    try context.untilInterrupted { () throws(Failure) in
      let method = SubscriberMethod.startUpdatingLocation.rawValue
      _ = try context.call(connection, method)
      var recorder = TrackRecorder()
      while let callback = try context.next(connection, until: deadline) {
        guard let message = callback.message else { continue }
        if case .didChangeAuthorization(let authorization) = message.callback,
          [.denied, .restricted].contains(authorization.status)
        {
          throw .notPermitted("location is not permitted: \(authorization.status.rawValue)")
        }
        for event in recorder.events(message.callback) { try output.write(event) }
        // Whoever looks at the file, or at a full disk, sees it now.
        try output.flush()
      }
    }
    guard try output.finish() || invocation.has(.json) else {
      return context.note("no location came; \(quoted(path)) is left as it was")
    }
    try output.report("location", path, isJSON: invocation.has(.json))
  }
}
