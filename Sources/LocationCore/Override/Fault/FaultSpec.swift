// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

/// A failure of the receiver or of the permission, by name; only valid ones can be made.
package enum FaultSpec: Hashable, Sendable {
  case noFix
  case denied
  case stale
  case jump(JumpSpec)
  case twoD
  case duplicate
  case outOfOrder
  case rollover
  case unplugged
  case slow(DecimateSpec)

  /// The word after `fault`, on the command line and on the wire.
  package enum Name: String, CaseIterable, Sendable {
    case noFix = "no-fix"
    case denied
    case stale
    case jump
    case twoD = "2d"
    case duplicate
    case outOfOrder = "out-of-order"
    case rollover
    case unplugged
    case slow
  }

  package var name: Name {
    switch self {
    case .noFix: .noFix
    case .denied: .denied
    case .stale: .stale
    case .jump: .jump
    case .twoD: .twoD
    case .duplicate: .duplicate
    case .outOfOrder: .outOfOrder
    case .rollover: .rollover
    case .unplugged: .unplugged
    case .slow: .slow
    }
  }

  /// The default of `slow`, in seconds.
  package static let slowInterval = 10.0

  func makeLayer(since start: Now) -> any OverrideLayer {
    switch self {
    case .noFix: NoFixLayer(since: start.instant)
    case .denied: DeniedLayer(since: start.instant)
    case .stale: StaleLayer()
    case .jump(let spec): FixLayer(JumpChange(spec: spec, since: start.instant))
    case .twoD: FixLayer(FlattenChange())
    case .duplicate: DuplicateLayer()
    case .outOfOrder: OutOfOrderLayer()
    case .rollover: RolloverLayer()
    case .unplugged: UnpluggedLayer(since: start.instant)
    case .slow(let spec): FixLayer(DecimateChange(spec: spec))
    }
  }
}
