// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

@Suite struct CLServiceSessionTests {
  /// Compiles; what it does is shown elsewhere.
  func everyMember() async throws {
    let session = CLServiceSession(authorization: .whenInUse)
    let diagnostics: CLServiceSession.Diagnostics = session.diagnostics
    for try await diagnostic in diagnostics {
      let diagnostic: CLServiceSession.Diagnostic = diagnostic
      _ = (diagnostic.authorizationDenied, diagnostic.authorizationRequestInProgress)
      _ = (diagnostic.authorizationDeniedGlobally, diagnostic.authorizationRestricted)
      _ = (diagnostic.insufficientlyInUse, diagnostic.serviceSessionRequired)
      _ = (diagnostic.fullAccuracyDenied, diagnostic.alwaysAuthorizationDenied)
      _ = diagnostic.accuracyLimited
    }
    session.invalidate()
    CLServiceSession(authorization: .always, fullAccuracyPurposeKey: "key").invalidate()
  }

  @Test func `requirements have Apple's numbers`() {
    let needs: [CLServiceSession.AuthorizationRequirement] = [.none, .whenInUse, .always]
    #expect(needs.map(\.rawValue) == [0, 1, 2])
  }
}
