// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import Dispatch
internal import LinuxIO
internal import LocationProtocol

// For programs that ask without waiting for a callback.
extension LocationManager {
  /// Whether the daemon can be reached, or a location is made up in this process.
  public static func isAvailable(_ configuration: Configuration = Configuration()) -> Bool {
    if ProxyRegistry.currentLocation != nil { return true }
    return (try? connectUnix(path: configuration.socketPath, nonBlocking: true).raw) != nil
  }

  /// Whether this manager is told made-up locations whatever the daemon says.
  public var isSimulatedInProcess: Bool { core.proxies.currentLocation(nil) != nil }

  /// Whether locations were started and not stopped.
  public var isUpdatingLocation: Bool { core.read { $0.started.contains(.location) } }

  /// The location now: the one last told while locations are started, otherwise the one that the
  /// daemon has, which this does not make it look for.
  ///
  /// It waits at most so many seconds for the daemon's answer. Nil if there is none.
  public func presentLocation(seconds: Double) -> Location? {
    let isTold = core.read {
      $0.isRequesting || !$0.started.isDisjoint(with: [.location, .significantChanges])
    }
    guard !isTold else { return location }
    return core.proxies.currentLocation(askedLocation(seconds: seconds)) ?? location
  }

  /// By a connection of its own, so that any thread may wait, also the one that delivers.
  private func askedLocation(seconds: Double) -> Location? {
    let path = configuration.socketPath
    guard !SilentDaemons.contain(path) else { return nil }
    do throws(ConnectionFailure) {
      let loop: EventLoop
      do { loop = try EventLoop() } catch { throw .failed(error) }
      let connection = try LocationConnection(path: path, loop: loop)
      let client = ProgramMessage(
        name: configuration.clientName,
        version: configuration.clientVersion
      )
      _ = try connection.call("initialize", ["client": client], timeout: seconds / 2)
      let result = try connection.call("location", as: LocationResult.self, timeout: seconds / 2)
      return result.location.map { Location($0) }
    } catch .timedOut {
      SilentDaemons.add(path)
      return nil
    } catch {
      return nil
    }
  }

  /// What this program may know, waiting at most so many seconds for the daemon's first word.
  ///
  /// Nil if the daemon cannot be reached. After one that did not answer in time nobody waits for it
  /// again within five seconds. Not to be called from a callback on
  /// ``CallbackQueue/connection``, which would hold up the word it waits for.
  public func awaitAuthorization(seconds: Double) -> Authorization? {
    if let authorization { return authorization }
    let arrival = DispatchSemaphore(value: 0)
    let consumer = ManagerState.Consumer(kinds: [.authorization, .connection], starts: []) { _ in
      arrival.signal()
    }
    let identifier = core.change { state in
      let identifier = state.newID()
      state.consumers[identifier] = consumer
      // What is known by now will not be told again.
      if state.authorization != nil || state.hasLostConnection { arrival.signal() }
      return identifier
    }
    let path = configuration.socketPath
    let patience = SilentDaemons.contain(path) ? 0 : max(0, min(seconds, 3600))
    if arrival.wait(timeout: .now() + patience) == .timedOut { SilentDaemons.add(path) }
    _ = core.change { $0.consumers.removeValue(forKey: identifier) }
    return authorization
  }
}
