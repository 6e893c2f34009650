// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

extension OverrideRequest {
  /// The longest `duration`: ten years, in seconds.
  static let maximumDuration = 315_576_000.0

  /// Reads the parameters of `setOverride`.
  init(_ parameters: Parameters) throws(RPCError) {
    let kind = try parameters.required("kind").enumeration(OverrideKind.self)
    self.init(spec: try OverrideSpec(kind, parameters))
    if let target = parameters["target"] {
      self.target = try Self.selector(target)
    }
    duration = try parameters["duration"]?.number(above: 0, atMost: Self.maximumDuration)
    isLeased = try parameters["lease"]?.bool() ?? false
    isPersistent = try parameters["persist"]?.bool() ?? false
    if isLeased, isPersistent {
      throw .invalidParams("persist: a leased override cannot be persistent")
    }
  }

  static func selector(_ parameter: Parameter) throws(RPCError) -> Selector {
    let text = try parameter.string(maximumLength: 1024)
    do throws(SelectorError) {
      return try Selector(
        parsing: text,
        uid: UserDatabase.uid(named:),
        gid: UserDatabase.gid(named:)
      )
    } catch {
      throw .invalidParams("\(parameter.path): \(error)")
    }
  }
}

/// The values of `kind`.
enum OverrideKind: String, CaseIterable {
  case set
}

extension OverrideSpec {
  init(_ kind: OverrideKind, _ parameters: Parameters) throws(RPCError) {
    switch kind {
    case .set: self = .set(try PointSpec(parameters))
    }
  }
}

extension PointSpec {
  init(_ parameters: Parameters) throws(RPCError) {
    let latitude = try parameters.required("latitude").number(in: -90...90)
    let longitude = try parameters.required("longitude").number(in: -180...180)
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      throw .internalFault
    }
    self.init(coordinate: coordinate)
    altitude = try parameters["altitude"]?.number(in: -12_000...10_000_000)
    horizontalAccuracy = try parameters["horizontalAccuracy"]?.number(
      above: 0,
      atMost: 20_000_000
    )
    verticalAccuracy = try parameters["verticalAccuracy"]?.number(above: 0, atMost: 10_000_000)
    if verticalAccuracy != nil, altitude == nil {
      throw .invalidParams("verticalAccuracy: needs altitude beside it")
    }
    speed = try parameters["speed"]?.number(in: 0...100_000)
    course = try parameters["course"]?.number(in: 0..<360)
  }
}

/// One override as `overrides` lists it.
struct OverrideMessage: Encodable {
  struct Owner: Encodable {
    let uid: UInt32
    let pid: Int32
    let unit: String?
    let session: String
  }

  let id: String
  let kind: String
  let summary: String
  let target: String
  let owner: Owner
  let created: UTCTime
  let expiresIn: Double?
  let lease: Bool
  let persist: Bool
  /// The request as it came.
  let parameters: JSONValue?
}

extension LocationService {
  func describe(_ override: Override) -> OverrideMessage {
    let request = override.request
    return OverrideMessage(
      id: override.id,
      kind: request.spec.kind,
      summary: request.spec.summary,
      target: request.target.text,
      owner: OverrideMessage.Owner(
        uid: override.owner.uid,
        pid: override.owner.pid,
        unit: override.owner.unit,
        session: override.owner.session
      ),
      created: override.createdAt.utc,
      expiresIn: override.expiresAt.map { max(0, $0 - now.instant) },
      lease: request.isLeased,
      persist: request.isPersistent,
      parameters: overrideParameters[override.id]
    )
  }
}
