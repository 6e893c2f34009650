// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// What a location must be like to be the answer to a request.
public struct LocationQuality: Sendable {
  /// Whether a location is good enough.
  public var accepts: @Sendable (Location) -> Bool
  /// What is asked of the daemon for it.
  var desiredAccuracy: UpdateOptions.Accuracy

  /// Accepts what the predicate accepts.
  public init(
    desiredAccuracy: UpdateOptions.Accuracy = .best,
    _ accepts: @escaping @Sendable (Location) -> Bool
  ) {
    self.accepts = accepts
    self.desiredAccuracy = desiredAccuracy
  }

  /// Accepts any location.
  public static let any = LocationQuality { _ in true }

  /// At least so many metres exact on the ground.
  public static func horizontal(_ metres: Double) -> LocationQuality {
    LocationQuality { $0.horizontalAccuracy <= metres }
  }

  /// At least so many metres exact in altitude.
  public static func vertical(_ metres: Double) -> LocationQuality {
    LocationQuality { $0.verticalAccuracy.map { $0 <= metres } ?? false }
  }

  /// At least so many metres per second exact in speed.
  public static func speed(_ metresPerSecond: Double) -> LocationQuality {
    LocationQuality { $0.speedAccuracy.map { $0 <= metresPerSecond } ?? false }
  }

  /// At least so many degrees exact in course.
  public static func course(_ degrees: Double) -> LocationQuality {
    LocationQuality { $0.courseAccuracy.map { $0 <= degrees } ?? false }
  }

  /// Found at most so many seconds ago.
  public static func age(_ seconds: Double) -> LocationQuality {
    LocationQuality { $0.age <= seconds }
  }

  /// Both at once.
  public func and(_ other: LocationQuality) -> LocationQuality {
    LocationQuality(desiredAccuracy: desiredAccuracy) { accepts($0) && other.accepts($0) }
  }
}

extension LocationManager {
  /// Waits for one location that is good enough.
  ///
  /// It has a connection of its own: filters of this manager do not hold it back and its listeners
  /// do not hear of it. Throws a ``LocationError``, `denied` as soon as that is known and
  /// `locationUnknown` after the timeout, or `CancellationError`.
  public func requestLocation(
    quality: LocationQuality = .any,
    timeout: Duration = .seconds(10)
  ) async throws -> Location {
    let manager = sibling()
    manager.options = UpdateOptions(desiredAccuracy: quality.desiredAccuracy)
    let events = manager.stream(
      [.locations, .authorization, .errors],
      starting: .location,
      buffering: .newest(256)
    ) { [$0] }
    let result = await withTaskGroup(of: Result<Location, LocationError>?.self) { group in
      group.addTask {
        for await event in events {
          if let result = Self.answer(event, quality) { return result }
        }
        return nil
      }
      group.addTask {
        guard (try? await Task.sleep(for: timeout)) != nil else { return nil }
        return .failure(LocationError(.locationUnknown, "no such location within \(timeout)"))
      }
      defer { group.cancelAll() }
      return await group.next().flatMap(\.self)
    }
    guard let result else { throw CancellationError() }
    return try result.get()
  }

  private static func answer(
    _ event: LocationEvent,
    _ quality: LocationQuality
  ) -> Result<Location, LocationError>? {
    switch event {
    case .didUpdateLocations(let locations, _):
      return locations.last(where: quality.accepts).map { .success($0) }
    case .didFailWithError(let error) where error.code == .denied: return .failure(error)
    case .didChangeAuthorization(let authorization)
    where authorization.status == .denied || authorization.status == .restricted:
      return .failure(LocationError(.denied, "This program may not know the location."))
    default: return nil
    }
  }
}
