// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

@Suite struct CLDeviceOrientationTests {
  @Test func `its cases have Apple's numbers`() {
    let orientations: [CLDeviceOrientation] = [
      .unknown, .portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight, .faceUp, .faceDown,
    ]
    let numbers: [Int32] = orientations.map(\.rawValue)
    #expect(numbers == [0, 1, 2, 3, 4, 5, 6] && CLDeviceOrientation(rawValue: 5) == .faceUp)
  }
}
