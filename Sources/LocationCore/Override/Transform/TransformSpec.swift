// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A change of the live fix; only valid ones can be made.
package enum TransformSpec: Hashable, Sendable {
  case offset(OffsetSpec)
  case noise(NoiseSpec)
  case drift(DriftSpec)
  case freeze
  case delay(DelaySpec)
  case decimate(DecimateSpec)
  case accuracy(AccuracySpec)
  case flatten
  case quantize(QuantizeSpec)

  /// The word after `transform`, on the command line and on the wire.
  package enum Name: String, CaseIterable, Sendable {
    case offset
    case noise
    case drift
    case freeze
    case delay
    case decimate
    case accuracy
    case flatten
    case quantize
  }

  package var name: Name {
    switch self {
    case .offset: .offset
    case .noise: .noise
    case .drift: .drift
    case .freeze: .freeze
    case .delay: .delay
    case .decimate: .decimate
    case .accuracy: .accuracy
    case .flatten: .flatten
    case .quantize: .quantize
    }
  }

  func makeLayer(since start: Now) -> any OverrideLayer {
    switch self {
    case .offset(let spec): FixLayer(OffsetChange(spec: spec))
    case .noise(let spec): FixLayer(NoiseChange(spec: spec))
    case .drift(let spec): FixLayer(DriftChange(spec: spec, since: start.instant))
    case .freeze: FixLayer(FreezeChange())
    case .delay(let spec): DelayLayer(spec)
    case .decimate(let spec): FixLayer(DecimateChange(spec: spec))
    case .accuracy(let spec): FixLayer(AccuracyChange(spec: spec))
    case .flatten: FixLayer(FlattenChange())
    case .quantize(let spec): FixLayer(QuantizeChange(spec: spec))
    }
  }
}

extension HashNoise {
  /// For a seed as it came over the wire.
  init(validating seed: UInt64) throws(ParameterError) {
    try OverrideLimits.seed.check(Double(seed))
    self.init(seed: seed)
  }
}
