// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

internal import LocationCore

/// The satellites of an epoch: GGA counts those that GSA names, and GSV shows all of them.
extension NMEAEpoch {
  /// Numbers in one GSA.
  private static let namesInGSA = 12
  /// Satellites of one system in GSV, which has nine sentences for them.
  private static let shownInGSV = 36

  /// What GGA says; it has two digits for it.
  static func usedCount(_ fix: Fix, _ sky: SkyView?) -> Int {
    min(sky?.namedUse ?? fix.satellitesUsed ?? 0, 99)
  }

  /// One sentence for each twelve satellites in use of a system, by its own talker as in GSV.
  func gsa(_ fix: Fix?, _ sky: SkyView?, _ hdop: Double?) -> [UInt8] {
    func sentence(_ talker: String, _ satellites: ArraySlice<SkyView.Satellite>) -> [UInt8] {
      var sentence = NMEASentence(talker + "GSA")
      sentence.field("A")
      sentence.field(fix.map { $0.dimension == .threeD ? 3 : 2 } ?? 1)
      for satellite in satellites { sentence.field(satellite.nmeaNumber, width: 2) }
      for _ in satellites.count..<Self.namesInGSA { sentence.field() }
      sentence.field(fix.flatMap { Self.pdop(of: $0, sky, hdop) }, decimals: 1)
      sentence.field(hdop, decimals: 1)
      sentence.field(fix.flatMap { $0.vdop ?? sky?.vdop }, decimals: 1)
      return sentence.finish()
    }
    var block: [UInt8] = []
    for constellation in sky?.constellations ?? [] {
      var rest = constellation.used[...]
      while !rest.isEmpty {
        block += sentence(constellation.talker, rest.prefix(Self.namesInGSA))
        rest = rest.dropFirst(Self.namesInGSA)
        // gpsd begins anew with the second one in a row of a talker; an empty one parts them.
        if !rest.isEmpty { block += sentence("GN", []) }
      }
    }
    return block.isEmpty ? sentence(settings.talker, []) : block
  }

  /// Each system by its own talker, because the numbers of the newer ones all begin at 1.
  func gsv(_ sky: SkyView) -> [UInt8] {
    let constellations = sky.constellations
    guard !constellations.isEmpty else { return gsv(settings.talker, []) }
    return constellations.flatMap { constellation in
      let all = constellation.satellites
      guard all.count > Self.shownInGSV else { return gsv(constellation.talker, all) }
      let usedFirst = constellation.used + all.filter { !$0.isUsed }
      return gsv(constellation.talker, Array(usedFirst.prefix(Self.shownInGSV)))
    }
  }

  private func gsv(_ talker: String, _ satellites: [SkyView.Satellite]) -> [UInt8] {
    let count = max(1, (satellites.count + 3) / 4)
    var block: [UInt8] = []
    for number in 0..<count {
      var sentence = NMEASentence(talker + "GSV")
      sentence.field(count)
      sentence.field(number + 1)
      sentence.field(satellites.count, width: 2)
      for satellite in satellites.dropFirst(number * 4).prefix(4) {
        sentence.field(satellite.nmeaNumber, width: 2)
        sentence.field(satellite.elevation.map { max(0, min($0, 90)) }, decimals: 0, width: 2)
        sentence.field(satellite.azimuth.map { $0 >= 359.5 ? 0 : $0 }, decimals: 0, width: 3)
        let signal = satellite.signal.flatMap { $0 > 0 ? min($0, 99) : nil }
        sentence.field(signal, decimals: 0, width: 2)
      }
      block += sentence.finish()
    }
    return block
  }
}
