// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The regions of one session by identifier, each with its place in the view's index.
package struct RegionRoster {
  package struct Entry {
    package let region: Region
    package var handle: RegionHandle
  }

  private let limit: Int
  private var entries: [String: Entry] = [:]

  package init(limits: Region.Limits = Region.Limits()) {
    limit = limits.regionsPerSession
  }

  /// In order of their identifiers.
  package var regions: [Region] {
    entries.values.map(\.region).sorted { $0.identifier < $1.identifier }
  }

  package var handles: [RegionHandle] { entries.values.map(\.handle) }

  package subscript(identifier: String) -> Entry? { entries[identifier] }

  /// Watches a region through `index`; one of the same identifier is replaced.
  ///
  /// If the region is refused, the one of the same identifier stays. With a current location the
  /// state is determined at once where that can be, unless one is assumed.
  package mutating func start(
    _ region: Region,
    in index: inout RegionIndex,
    at location: Location? = nil,
    assuming state: RegionState = .unknown,
    now: Instant
  ) throws(Region.Rejection) -> (handle: RegionHandle, event: RegionEvent?) {
    let replaced = entries[region.identifier]
    guard replaced != nil || entries.count < limit else { throw .tooManyRegions(limit: limit) }
    let added: (handle: RegionHandle, event: RegionEvent?)
    if let location, state == .unknown {
      added = try index.add(region, at: location, now: now)
    } else {
      added = (try index.add(region, assuming: state), nil)
    }
    if let replaced { index.remove(replaced.handle) }
    entries[region.identifier] = Entry(region: region, handle: added.handle)
    return added
  }

  /// Ends the watch of one region; returns whether there was one.
  @discardableResult
  package mutating func stop(_ identifier: String, in index: inout RegionIndex) -> Bool {
    guard let entry = entries.removeValue(forKey: identifier) else { return false }
    index.remove(entry.handle)
    return true
  }

  /// Ends all watches: the session is over.
  package mutating func stopAll(in index: inout RegionIndex) {
    for entry in entries.values {
      index.remove(entry.handle)
    }
    entries = [:]
  }

  /// Moves all watches to the index of another view, each with the state last told.
  package mutating func move(
    from old: inout RegionIndex,
    to new: inout RegionIndex
  ) throws(Region.Rejection) {
    for (identifier, entry) in entries {
      let handle = try new.add(entry.region, assuming: old.state(of: entry.handle))
      old.remove(entry.handle)
      entries[identifier]?.handle = handle
    }
  }
}
