// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

@MainActor @Suite struct CLLocationPushServiceErrorTests {
  @Test func `codes have Apple's numbers and one domain`() {
    let codes: [CLLocationPushServiceError.Code] = [
      CLLocationPushServiceError.unknown, CLLocationPushServiceError.missingPushExtension,
      CLLocationPushServiceError.missingPushServerEnvironment,
      CLLocationPushServiceError.missingEntitlement, CLLocationPushServiceError.unsupportedPlatform,
    ]
    #expect(codes.map(\.rawValue) == Array(0...4))
    let error = CLLocationPushServiceError(.missingEntitlement) as NSError
    #expect(error.domain == CLLocationPushServiceErrorDomain && error.code == 3)
    #expect(CLLocationPushServiceError.errorDomain == CLLocationPushServiceErrorDomain)
    #expect(CLLocationPushServiceError(_nsError: error).code == .missingEntitlement)
    #expect(Set([CLLocationPushServiceError(.unknown), .init(.unknown)]).count == 1)
  }

  @Test func `there are no pushes here`() async {
    let manager = CLLocationManager()
    do {
      _ = try await manager.startMonitoringLocationPushes()
      Issue.record("no error")
    } catch CLLocationPushServiceError.unsupportedPlatform {} catch {
      Issue.record(error)
    }
    let error = await withCheckedContinuation { continuation in
      manager.startMonitoringLocationPushes { token, error in
        continuation.resume(returning: token == nil ? error : nil)
      }
    }
    #expect((error as? CLLocationPushServiceError)?.code == .unsupportedPlatform)
  }
}
