// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

@Suite struct CLErrorTests {
  @Test func `codes have Apple's numbers and one domain`() {
    #expect(CLError.locationUnknown.rawValue == 0 && CLError.denied.rawValue == 1)
    #expect(CLError.network.rawValue == 2 && CLError.headingFailure.rawValue == 3)
    #expect(CLError.regionMonitoringDenied.rawValue == 4)
    #expect(CLError.regionMonitoringFailure.rawValue == 5)
    #expect(CLError.geocodeFoundNoResult.rawValue == 8 && CLError.geocodeCanceled.rawValue == 10)
    #expect(CLError.rangingUnavailable.rawValue == 16 && CLError.promptDeclined.rawValue == 18)
    #expect(CLError.historicalLocationError.rawValue == 19)
    let error = CLError(.denied) as NSError
    #expect(error.domain == kCLErrorDomain && error.code == CLError.Code.denied.rawValue)
    #expect(CLError.errorDomain == "kCLErrorDomain")
  }

  @Test func `an error is caught by its code`() {
    func fail() throws { throw CLError(.network, userInfo: [NSLocalizedDescriptionKey: "no"]) }
    do {
      try fail()
      Issue.record("nothing was thrown")
    } catch CLError.denied {
      Issue.record("the wrong code")
    } catch CLError.network {
    } catch {
      Issue.record("not by its code")
    }
    do { try fail() } catch let error as CLError {
      #expect(error.code == .network && error.errorCode == 2)
      #expect(error.localizedDescription == "no")
      switch error.code {
      case .network: break
      default: Issue.record("the wrong code")
      }
    } catch { Issue.record("not a CLError") }
    #expect(CLError(.denied) == CLError(.denied))
  }

  @Test func `every code has Apple's number, its short form and its case`() {
    let codes: [CLError.Code] = [
      CLError.locationUnknown, CLError.denied, CLError.network, CLError.headingFailure,
      CLError.regionMonitoringDenied, CLError.regionMonitoringFailure,
      CLError.regionMonitoringSetupDelayed, CLError.regionMonitoringResponseDelayed,
      CLError.geocodeFoundNoResult, CLError.geocodeFoundPartialResult, CLError.geocodeCanceled,
      CLError.deferredFailed, CLError.deferredNotUpdatingLocation, CLError.deferredAccuracyTooLow,
      CLError.deferredDistanceFiltered, CLError.deferredCanceled, CLError.rangingUnavailable,
      CLError.rangingFailure, CLError.promptDeclined, CLError.historicalLocationError,
    ]
    #expect(codes.map(\.rawValue) == Array(0...19))
    #expect(codes == (0...19).map { CLError.Code(rawValue: $0) })
  }

  @Test func `an error of Foundation is caught by its code and made into one of these`() {
    let foundation = NSError(domain: kCLErrorDomain, code: 1, userInfo: ["why": "no"])
    do { throw foundation } catch CLError.denied {} catch { Issue.record("not by its code") }
    do { throw NSError(domain: "other", code: 1) } catch CLError.denied {
      Issue.record("of another domain")
    } catch {}
    let error = CLError(_nsError: foundation)
    #expect(error.code == .denied && error.userInfo["why"] as? String == "no")
    #expect(error.errorUserInfo["why"] as? String == "no" && error.alternateRegion == nil)
    #expect((error as Error)._code == 1 && (error as NSError).domain == kCLErrorDomain)
    #expect(CLError(.denied).localizedDescription.contains("kCLErrorDomain error 1"))
    let region = CLCircularRegion(center: .init(), radius: 1, identifier: "near")
    let late = CLError(
      .regionMonitoringResponseDelayed,
      userInfo: [kCLErrorUserInfoAlternateRegionKey: region]
    )
    #expect(late.alternateRegion == region && late.hashValue == late.hashValue)
  }
}
