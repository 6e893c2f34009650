// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

@Suite struct CLBackgroundActivitySessionTests {
  @Test func `nothing stands between a process and its background`() async throws {
    let session = CLBackgroundActivitySession()
    let diagnostics: CLBackgroundActivitySession.Diagnostics = session.diagnostics
    for try await diagnostic in diagnostics {
      let diagnostic: CLBackgroundActivitySession.Diagnostic = diagnostic
      #expect(!diagnostic.authorizationDenied && !diagnostic.authorizationDeniedGlobally)
      #expect(!diagnostic.authorizationRestricted && !diagnostic.authorizationRequestInProgress)
      #expect(!diagnostic.insufficientlyInUse && !diagnostic.serviceSessionRequired)
      break
    }
    session.invalidate()
  }
}
