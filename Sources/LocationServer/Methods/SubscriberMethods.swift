// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// The methods of the subscriber socket.
extension LocationService {
  func handleSubscriber(
    _ request: Request,
    of session: Session
  ) -> Result<any Encodable, RPCError> {
    request.answer { (method: SubscriberMethod, parameters: Parameters) throws(RPCError) in
      try perform(method, parameters, for: session)
    }
  }

  private func perform(
    _ method: SubscriberMethod,
    _ parameters: Parameters,
    for session: Session
  ) throws(RPCError) -> any Encodable {
    switch method {
    case .initialize: return try initialize(parameters, session)
    case .ping: return EmptyResult()
    case .authorization:
      session.knowsAuthorization = true
      let overrides = denyingOverrides(of: session).map(\.id)
      return AuthorizationResult(
        session.authorization,
        overrides: overrides.isEmpty ? nil : overrides
      )
    case .requestAuthorization:
      session.watchesAuthorization = true
      session.told.authorization = session.authorization
      requestDecision(for: session)
      return AuthorizationResult(status: session.authorization.status)
    case .location: return try currentLocation(parameters, session)
    case .startUpdatingLocation: try startUpdatingLocation(parameters, session)
    case .stopUpdatingLocation:
      session.subscriptions.location = nil
      session.subscriptions.pause = nil
      session.withdrawLocation()
    case .requestLocation: try requestLocation(parameters, session)
    case .startUpdatingHeading: try startUpdatingHeading(parameters, session)
    case .stopUpdatingHeading: session.subscriptions.heading = nil
    case .startUpdatingSatellites: session.subscriptions.satellites = true
    case .stopUpdatingSatellites: session.subscriptions.satellites = false
    case .startMonitoringSignificantLocationChanges:
      if session.subscriptions.significant == nil {
        session.subscriptions.significant = SignificantChange()
        session.subscriptions.isNew = true
      }
    case .stopMonitoringSignificantLocationChanges:
      session.subscriptions.significant = nil
      session.withdrawLocation()
    case .startMonitoringVisits:
      if session.subscriptions.visits == nil { session.subscriptions.visits = VisitDetector() }
    case .stopMonitoringVisits: session.subscriptions.visits = nil
    case .startMonitoring: try startMonitoring(parameters, session)
    case .stopMonitoring: try stopMonitoring(parameters, session)
    case .requestState: try requestState(parameters, session)
    case .monitoredRegions: return monitoredRegions(session)
    }
    return EmptyResult()
  }

  private func initialize(
    _ parameters: Parameters,
    _ session: Session
  ) throws(RPCError) -> InitializeResult {
    if let parameter = parameters["client"] {
      let client = try parameter.object()
      guard session.identity.client == nil else {
        throw .invalidParams("client: was given already, as \(session.identity.client ?? "")")
      }
      let name = try client.required("name").string(maximumLength: Limits.clientName)
      session.clientVersion = try client["version"]?.string(maximumLength: Limits.clientName)
      session.identity.client = name
      refresh([session])
    }
    return InitializeResult(server: ProgramMessage(name: "locationd", version: version))
  }

  private func currentLocation(
    _ parameters: Parameters,
    _ session: Session
  ) throws(RPCError) -> LocationResult {
    let maximumAge = try parameters["maximumAge"]?.number(in: Limits.interval)
    let state = pipeline.stage.state(of: session.view)
    if session.authorization.allowsLocation, session.authorization.accuracy == .reduced {
      guard let coarse = currentCoarse(of: session),
        now.instant - coarse.at <= maximumAge ?? .infinity
      else { return LocationResult(nil) }
      return LocationResult(coarse.location)
    }
    guard session.authorization.allowsLocation, let location = state.location,
      let at = state.locationAt, now.instant - at <= maximumAge ?? .infinity
    else { return LocationResult(nil) }
    return LocationResult(location)
  }

  private func startUpdatingLocation(
    _ parameters: Parameters,
    _ session: Session
  ) throws(RPCError) {
    let filter = try filterSettings(parameters)
    _ = try parameters["activityType"]?.enumeration(ActivityType.self)
    let pauses = try parameters["pausesAutomatically"]?.bool() ?? false
    session.subscriptions.pause = pauses ? PauseDetector() : nil
    if session.subscriptions.location == nil {
      session.subscriptions.location = DeliveryFilter(filter)
      session.subscriptions.isNew = true
    } else {
      session.subscriptions.location?.apply(filter)
    }
  }

  private func filterSettings(
    _ parameters: Parameters
  ) throws(RPCError) -> DeliveryFilter.Settings {
    let distance = try parameters["distanceFilter"]?.number(
      in: 0...DeliveryFilter.maximumDistance
    )
    let interval = try parameters["minimumInterval"]?.number(
      in: 0...DeliveryFilter.maximumInterval
    )
    let accuracy = try desiredAccuracy(parameters)
    do throws(FilterRejection) {
      return try DeliveryFilter.Settings(
        desiredAccuracy: accuracy,
        distanceFilter: distance ?? 0,
        minimumInterval: interval ?? 0
      )
    } catch {
      throw .invalidParams("\(error)")
    }
  }

  private func desiredAccuracy(
    _ parameters: Parameters
  ) throws(RPCError) -> DeliveryFilter.DesiredAccuracy {
    guard let parameter = parameters["desiredAccuracy"] else { return .best }
    if parameter.number != nil {
      return .metres(try parameter.number(in: DeliveryFilter.accuracies))
    }
    switch try? parameter.enumeration(AccuracyWord.self) {
    case .best: return .best
    case .bestForNavigation: return .bestForNavigation
    case .reduced: return .reduced
    case nil:
      throw parameter.error(
        expecting: "metres in 0.001 … 10000000 or one of best, bestForNavigation, reduced"
      )
    }
  }

  private func requestLocation(_ parameters: Parameters, _ session: Session) throws(RPCError) {
    let timeout =
      try parameters["timeout"]?.number(above: 0, atMost: Limits.timeout)
      ?? Limits.defaultTimeout
    let accuracy = try desiredAccuracy(parameters)
    let request: LocationRequest
    do throws(FilterRejection) {
      request = try LocationRequest(
        desiredAccuracy: accuracy,
        timeout: timeout,
        at: now.instant
      )
    } catch {
      throw .invalidParams("\(error)")
    }
    begin(request, of: session)
    session.subscriptions.isNew = true
  }

  /// Files a request, in place of one that waits, until its one answer.
  func begin(_ request: LocationRequest, of session: Session) {
    if let timer = session.subscriptions.requestTimer { loop.cancel(timer) }
    session.subscriptions.request = request
    session.subscriptions.requestTimer = loop.schedule(at: request.deadline.nanoseconds) {
      [weak self, weak session] in
      guard let self, let session else { return }
      expireRequest(of: session)
    }
  }

  private func startUpdatingHeading(_ parameters: Parameters, _ session: Session) throws(RPCError) {
    let filter = try parameters["headingFilter"]?.number(in: Limits.headingFilter)
    do throws(FilterRejection) {
      let wanted = filter ?? HeadingFilter.defaultFilter
      if session.subscriptions.heading == nil {
        session.subscriptions.heading = try HeadingFilter(filter: wanted)
      } else {
        try session.subscriptions.heading?.apply(filter: wanted)
      }
    } catch {
      throw .invalidParams("\(error)")
    }
  }
}

/// CoreLocation's hint of what the device does; checked, and of no consequence so far.
enum ActivityType: String, CaseIterable {
  case other
  case automotiveNavigation
  case fitness
  case otherNavigation
  case airborne
}

/// The words that `desiredAccuracy` may be instead of metres.
private enum AccuracyWord: String, CaseIterable {
  case best
  case bestForNavigation
  case reduced
}
