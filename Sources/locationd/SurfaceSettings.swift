// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LinuxIO
internal import LocationCore
internal import LocationProtocol

/// Where the gpsd and NMEA surfaces are served; nowhere by default.
struct SurfaceSettings {
  private var gpsdAddresses: [ListenAddress] = []
  private var nmeaAddresses: [ListenAddress] = []
  private var nmeaSocket: String?
  /// Owns the NMEA socket's file, so that its members can connect.
  private var nmeaGroup: UInt32?
  /// Where they come from, if from a file.
  private var gpsdEntry: INIEntry?
  private var nmeaEntry: INIEntry?
  private var socketEntry: INIEntry?
  private var groupEntry: INIEntry?
  private var allowsRemoteGPSD = false
  private var allowsRemoteNMEA = false

  /// Takes one entry of `[gpsd-server]` or `[nmea-server]`.
  mutating func apply(
    _ entry: INIEntry,
    _ nmea: inout NMEASettings,
    _ look: (AccountName) -> AccountAnswer
  ) throws(INIError) {
    switch (entry.section, entry.key) {
    case ("gpsd-server", "listen"):
      gpsdAddresses = try entry.addresses()
      gpsdEntry = entry
    case ("gpsd-server", "allow-remote"): allowsRemoteGPSD = try entry.flag()
    case ("nmea-server", "listen"):
      nmeaAddresses = try entry.addresses()
      nmeaEntry = entry
    case ("nmea-server", "allow-remote"): allowsRemoteNMEA = try entry.flag()
    case ("nmea-server", "socket"):
      nmeaSocket = try entry.socketPath()
      socketEntry = entry
    case ("nmea-server", "group"):
      nmeaGroup = try entry.group(look)
      groupEntry = entry
    case ("nmea-server", "talker"): nmea.talker = try entry.talker()
    case ("nmea-server", "interval"): nmea.interval = try entry.number(in: 0...3600)
    case ("nmea-server", "sentences"): nmea.sentences = try entry.sentences()
    default: throw entry.refused("there is no such key")
    }
  }

  /// Takes the command line, which comes before the files.
  mutating func apply(_ options: Options) throws(UsageError) {
    if let text = options.gpsdListen {
      gpsdAddresses = [try Self.address("--gpsd-listen", text)]
      gpsdEntry = nil
    }
    if let text = options.nmeaListen {
      nmeaAddresses = [try Self.address("--nmea-listen", text)]
      nmeaEntry = nil
    }
    if let path = options.nmeaSocket {
      nmeaSocket = path
      socketEntry = nil
    }
  }

  /// All of them, each once, with the line that asks for it.
  var places: [(place: Surfaces.Place, entry: INIEntry?)] {
    var places: [(place: Surfaces.Place, entry: INIEntry?)] = []
    for address in gpsdAddresses {
      places.append((Surfaces.Place(surface: .gpsd, address: .port(address)), gpsdEntry))
    }
    for address in nmeaAddresses {
      places.append((Surfaces.Place(surface: .nmea, address: .port(address)), nmeaEntry))
    }
    if let nmeaSocket {
      let address = Surfaces.Place.Address.file(nmeaSocket, group: nmeaGroup)
      places.append((Surfaces.Place(surface: .nmea, address: address), socketEntry))
    }
    var known: Set<Surfaces.Place> = []
    return places.filter { known.insert($0.place).inserted }
  }

  /// TCP knows no credentials, so that who may connect is everybody who can reach the port.
  func check() throws {
    for (addresses, isAllowed, section, entry) in [
      (gpsdAddresses, allowsRemoteGPSD, "gpsd-server", gpsdEntry),
      (nmeaAddresses, allowsRemoteNMEA, "nmea-server", nmeaEntry),
    ] where !isAllowed {
      guard let remote = addresses.first(where: { !$0.isLoopback }) else { continue }
      let reason =
        "\(remote) can be reached from other machines; "
        + "that takes allow-remote = yes in [\(section)]"
      if let entry { throw entry.refused(reason) }
      throw UsageError(description: reason)
    }
  }

  func allowsRemote(_ surface: Surface) -> Bool {
    surface == .gpsd ? allowsRemoteGPSD : allowsRemoteNMEA
  }

  /// A group that nothing is handed to.
  var warnings: [String] {
    guard let groupEntry, nmeaGroup != nil, nmeaSocket == nil else { return [] }
    let reason = "\(groupEntry.value) has no effect without socket; a socket unit has its own group"
    return ["\(groupEntry.refused(reason))"]
  }

  private static func address(
    _ option: String,
    _ text: String
  ) throws(UsageError) -> ListenAddress {
    do {
      return try ListenAddress(parsing: text)
    } catch {
      throw UsageError(description: "\(option): \(error)")
    }
  }
}

extension INIEntry {
  /// None for an empty value; one that this process can hand a file to.
  fileprivate func group(_ look: (AccountName) -> AccountAnswer) throws(INIError) -> UInt32? {
    guard !value.isEmpty else { return nil }
    switch look(.group(value)) {
    case .absent: throw refused("there is no group \(value)")
    case .failed: throw refused("\(value): the user database does not answer")
    case .number(let group):
      guard UserDatabase.isRoot || UserDatabase.ownGroups.contains(group) else {
        throw refused(
          "only root, or a member of \(value), can hand the socket to it; this is user "
            + "\(UserDatabase.ownUser)"
        )
      }
      return group
    }
  }

  /// None for an empty value.
  fileprivate func socketPath() throws(INIError) -> String? {
    guard !value.isEmpty else { return nil }
    // The daemon's folder is whatever started it.
    guard value.hasPrefix("/") else { throw refused("\(value) is not a path that begins with /") }
    do throws(SocketPathError) {
      try checkSocketPath(value)
      return value
    } catch {
      throw refused("\(error)")
    }
  }

  /// Addresses separated by blanks; none for an empty value.
  fileprivate func addresses() throws(INIError) -> [ListenAddress] {
    var addresses: [ListenAddress] = []
    for word in value.split(separator: " ") {
      do {
        addresses.append(try ListenAddress(parsing: String(word)))
      } catch {
        throw refused("\(error)")
      }
    }
    return addresses
  }

  fileprivate func flag() throws(INIError) -> Bool {
    switch value {
    case "yes", "true", "1": return true
    case "no", "false", "0": return false
    default: throw refused("\(value) is not yes or no")
    }
  }

  fileprivate func talker() throws(INIError) -> String {
    guard value.utf8.count == 2, value.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      throw refused("\(value) is not two capital letters")
    }
    return value
  }

  fileprivate func sentences() throws(INIError) -> Set<NMEASettings.Sentence> {
    var sentences: Set<NMEASettings.Sentence> = []
    for word in value.split(separator: " ") {
      guard let sentence = NMEASettings.Sentence(rawValue: String(word)) else {
        let known = NMEASettings.Sentence.allCases.map(\.rawValue).joined(separator: " ")
        throw refused("\(word) is not one of \(known)")
      }
      sentences.insert(sentence)
    }
    return sentences
  }
}
