// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import ControlRequests
internal import LocationClient
internal import LocationCore
internal import LocationProtocol
internal import TrackFiles

/// What a page may ask for.
extension Console {
  /// Methods of the control socket that a page may call; the rest is asked by the console itself.
  private static let methods: Set<String> = [
    "setOverride", "clearOverrides", "overrides", "pause", "resume", "seek", "pushLocations",
    "explain",
    "privacyGrant", "privacyRevoke", "privacyReset", "privacyList",
  ]
  private static let keptTracks = 4

  func handle(_ exchange: HTTPExchange) {
    let request = exchange.request
    switch (request.method, request.path) {
    case ("GET", "/events"): open(exchange)
    case ("GET", "/tables"):
      exchange.respond(
        value: Tables.value(
          tiles: settings.tiles?.template,
          hasOutlines: settings.files.hasOutlines,
          version: settings.version
        )
      )
    case ("GET", "/grid"): describe(exchange)
    case ("GET", "/find"): find(exchange)
    case ("GET", "/session"): download(exchange)
    case ("POST", "/rpc"): call(exchange)
    case ("POST", "/track"): keep(exchange)
    case ("POST", "/route"): drive(exchange)
    case ("POST", "/measure"): measure(exchange)
    case ("GET", "/line"): draw(exchange)
    case ("POST", "/link"):
      exchange.respond(value: .object(["path": .string(issueAddress())]))
    case ("GET", let path):
      exchange.respond(settings.files[path] ?? .text(404, "there is no such file"))
    default: exchange.respond(.text(404, "there is no such request"))
    }
  }

  private func describe(_ exchange: HTTPExchange) {
    guard let latitude = exchange.argument("latitude").flatMap(Double.init),
      let longitude = exchange.argument("longitude").flatMap(Double.init),
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { return exchange.refuse("latitude, longitude: not a place on Earth") }
    var members: [String: JSONValue] = [:]
    members["utm"] = GridReference.utm(coordinate).map { .string($0) }
    members["mgrs"] = GridReference.mgrs(coordinate).map { .string($0) }
    exchange.respond(value: .object(members))
  }

  private func find(_ exchange: HTTPExchange) {
    guard let text = exchange.argument("text"), let place = GridReference.coordinate(text) else {
      return exchange.refuse(
        "not a place: give degrees, 48°51'30\"N 2°17'40\"E, MGRS, or UTM with n or s for the "
          + "hemisphere, as 30n 728000 4372000 (a band's letter is no hemisphere)"
      )
    }
    exchange.respond(
      value: .object([
        "latitude": .number(place.latitude), "longitude": .number(place.longitude),
      ])
    )
  }

  private func download(_ exchange: HTTPExchange) {
    let formats: [String: (TrackFormat, String)] = [
      "gpx": (.gpx, "application/gpx+xml"), "geojson": (.geoJSON, "application/geo+json"),
    ]
    guard let name = exchange.argument("format"), let (format, type) = formats[name],
      let bytes = feed.session(format)
    else { return exchange.refuse("format: gpx or geojson") }
    let disposition = "attachment; filename=\"session.\(name)\""
    exchange.respond(
      HTTPResponse(200, bytes, type: type, headers: ["Content-Disposition": disposition])
    )
  }

  private func call(_ exchange: HTTPExchange) {
    guard let body = try? JSONText.decode(JSONValue.self, from: exchange.body),
      let method = body["method"]?.text, Self.methods.contains(method)
    else { return exchange.refuse("method: not one of \(Self.methods.sorted())") }
    guard let page = page(body["stream"]?.text) else {
      return exchange.refuse("stream: the page is not connected")
    }
    let params = renamingRoutes(body["params"] ?? .object([:]))
    if method == "seek", let sender = params["id"]?.text.flatMap({ routes[$0] }),
      let seconds = params["seconds"]?.double
    {
      return sender.seek(to: seconds) { [weak self] answer in
        self?.feed.refresh()
        exchange.respond(answer)
      }
    }
    page.control.call(method, params) { [weak self] answer in
      self?.feed.refresh()
      exchange.respond(answer)
    }
  }

  private func keep(_ exchange: HTTPExchange) {
    let name = String(
      decoding: (exchange.argument("name") ?? "track").utf8.prefix(200),
      as: UTF8.self
    )
    do throws(DroppedTrack.Refusal) {
      let number = exchange.argument("track").flatMap { $0.isEmpty ? nil : Int($0) ?? 0 }
      let track = try DroppedTrack(name: name, bytes: exchange.body, number: number)
      lastTrack += 1
      let id = "t\(lastTrack)"
      tracks.append((id, track))
      if tracks.count > Self.keptTracks { tracks.removeFirst() }
      exchange.respond(value: track.summary(id: id))
    } catch {
      exchange.refuse(error.reason)
    }
  }
}

extension HTTPExchange {
  func respond(value: JSONValue, status: UInt32 = 200) {
    respond(.json((try? JSONText.encode(value)) ?? [], status: status))
  }

  /// As the daemon answers: a result or an error.
  func respond(_ answer: DaemonLink.Answer) {
    switch answer {
    case .success(let result): respond(value: result)
    case .failure(let error): refuse(error.message)
    }
  }

  func refuse(_ reason: String) {
    respond(value: .object(["error": .string(reason)]), status: 400)
  }
}
