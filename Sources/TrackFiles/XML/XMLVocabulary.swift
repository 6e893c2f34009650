// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// The local names that mean something to the GPX and KML decoders.
enum XMLTag: String, CaseIterable {
  // GPX
  case gpx
  case wpt
  case trk
  case rte
  case trkseg
  case trkpt
  case rtept
  case name
  case ele
  case time
  case geoidheight
  case fix
  case hdop
  case speed
  case course
  case extensions
  case trackPointExtension = "TrackPointExtension"
  // Own extensions of GPX
  case ellipsoidalAltitude
  case horizontalAccuracy
  case verticalAccuracy
  case speedAccuracy
  case courseAccuracy
  case simulated
  // KML
  case kml
  case document = "Document"
  case folder = "Folder"
  case placemark = "Placemark"
  case multiGeometry = "MultiGeometry"
  case lineString = "LineString"
  case point = "Point"
  case coordinates
  case altitudeMode
  case timeStamp = "TimeStamp"
  case when
  case track = "Track"
  case multiTrack = "MultiTrack"
  case coord
  case other = ""

  fileprivate struct Entry {
    var bytes: [UInt8]
    var tag: XMLTag
  }

  /// By length, so that a name is compared with a handful of candidates.
  private static let entries: [[Entry]] = {
    var entries = [[Entry]](repeating: [], count: 20)
    for tag in allCases where tag != .other {
      entries[tag.rawValue.utf8.count].append(Entry(bytes: Array(tag.rawValue.utf8), tag: tag))
    }
    return entries
  }()

  init(_ name: Span<UInt8>) {
    self = .other
    guard name.count < Self.entries.count else { return }
    for entry in Self.entries[name.count] where entry.matches(name) {
      self = entry.tag
      return
    }
  }
}

extension XMLTag.Entry {
  fileprivate func matches(_ name: Span<UInt8>) -> Bool {
    for index in 0..<bytes.count where bytes[index] != name[index] { return false }
    return true
  }
}

/// The namespaces that mean something; any other one is foreign.
enum XMLNamespace {
  case none
  case gpx
  case kml
  case googleExtensions
  case garminTrackPoint
  case locationd
  case foreign

  /// Of the elements that our GPX files add.
  static let locationdName = "urn:x-locationd:track:1"
  static let garminTrackPointName = "http://www.garmin.com/xmlschemas/TrackPointExtension/v2"

  init(uri: String) {
    let lower = uri.lowercased()
    if uri.isEmpty {
      self = .none
    } else if lower.contains("topografix.com/gpx") {
      self = .gpx
    } else if lower.contains("google.com/kml/ext") {
      self = .googleExtensions
    } else if lower.contains("google.com/kml") || lower.contains("opengis.net/kml") {
      self = .kml
    } else if lower.contains("garmin.com/xmlschemas/trackpointextension") {
      self = .garminTrackPoint
    } else if uri == Self.locationdName {
      self = .locationd
    } else {
      self = .foreign
    }
  }
}

/// An element's name with its prefix resolved.
struct XMLName: Equatable {
  var namespace: XMLNamespace
  var tag: XMLTag
}

/// The prefixes in force, innermost last.
///
/// Resolved here rather than by Expat: real files use prefixes that they never declare, which a
/// namespace-aware parser must refuse and a reader of tracks may call foreign.
struct XMLNamespaceScopes {
  /// A document of ours needs five.
  private static let limit = 64

  private struct Binding {
    var depth: Int
    var prefix: [UInt8]
    var namespace: XMLNamespace
  }

  private var bindings: [Binding] = []
  private var defaultNamespace = XMLNamespace.none

  /// Returns false if there are too many.
  mutating func bind(_ prefix: [UInt8], to uri: String, depth: Int) -> Bool {
    guard bindings.count < Self.limit else { return false }
    bindings.append(Binding(depth: depth, prefix: prefix, namespace: XMLNamespace(uri: uri)))
    updateDefault()
    return true
  }

  mutating func leave(depth: Int) {
    guard let last = bindings.last, last.depth >= depth else { return }
    bindings.removeAll { $0.depth >= depth }
    updateDefault()
  }

  private mutating func updateDefault() {
    defaultNamespace = bindings.last { $0.prefix.isEmpty }?.namespace ?? .none
  }

  func resolve(_ name: Span<UInt8>) -> XMLName {
    for index in 0..<name.count where name[index] == UInt8(ascii: ":") {
      let local = XMLTag(name.extracting((index + 1)..<name.count))
      return XMLName(namespace: namespace(of: name.extracting(0..<index)), tag: local)
    }
    return XMLName(namespace: defaultNamespace, tag: XMLTag(name))
  }

  private func namespace(of prefix: Span<UInt8>) -> XMLNamespace {
    for binding in bindings.reversed() where binding.prefix.count == prefix.count {
      var isEqual = true
      for index in 0..<prefix.count where binding.prefix[index] != prefix[index] { isEqual = false }
      if isEqual { return binding.namespace }
    }
    return .foreign
  }
}
