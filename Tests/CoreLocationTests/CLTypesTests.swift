// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: 2026 The locationd authors

import CoreLocation
import Testing

@Suite struct CLTypesTests {
  @Test func `coordinates are made and checked`() {
    var coordinate = CLLocationCoordinate2D()
    coordinate.latitude = 1
    coordinate.longitude = 2
    #expect(CLLocationCoordinate2DIsValid(coordinate))
    #expect(CLLocationCoordinate2DMake(-90, 180).longitude == 180)
    #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
    #expect(kCLLocationCoordinate2DInvalid.latitude == -180)
    #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2D(latitude: 91, longitude: 0)))
    #expect(!CLLocationCoordinate2DIsValid(CLLocationCoordinate2D(latitude: .nan, longitude: 0)))
  }

  @Test func `constants have Apple's values`() {
    #expect(kCLDistanceFilterNone == -1 && kCLHeadingFilterNone == -1)
    #expect(kCLLocationAccuracyBestForNavigation == -2 && kCLLocationAccuracyBest == -1)
    #expect(kCLLocationAccuracyNearestTenMeters == 10)
    #expect(kCLLocationAccuracyHundredMeters == 100)
    #expect(kCLLocationAccuracyKilometer == 1000 && kCLLocationAccuracyThreeKilometers == 3000)
    #expect(kCLLocationAccuracyReduced > kCLLocationAccuracyThreeKilometers)
    #expect(CLLocationDistanceMax == .greatestFiniteMagnitude)
    #expect(CLTimeIntervalMax == .greatestFiniteMagnitude)
  }

  @Test func `enumerations have Apple's numbers`() {
    #expect(CLAuthorizationStatus.notDetermined.rawValue == 0)
    #expect(CLAuthorizationStatus.restricted.rawValue == 1)
    #expect(CLAuthorizationStatus.denied.rawValue == 2)
    #expect(CLAuthorizationStatus.authorizedAlways.rawValue == 3)
    #expect(CLAuthorizationStatus.authorizedWhenInUse.rawValue == 4)
    #expect(CLAuthorizationStatus.authorized == .authorizedAlways)
    #expect(CLAccuracyAuthorization.fullAccuracy.rawValue == 0)
    #expect(CLAccuracyAuthorization.reducedAccuracy.rawValue == 1)
    #expect(CLActivityType.other.rawValue == 1 && CLActivityType.airborne.rawValue == 5)
    #expect(CLActivityType.automotiveNavigation.rawValue == 2)
    #expect(CLActivityType.fitness.rawValue == 3 && CLActivityType.otherNavigation.rawValue == 4)
    #expect(CLRegionState.unknown.rawValue == 0 && CLRegionState.inside.rawValue == 1)
    #expect(CLRegionState.outside.rawValue == 2)
    #expect(
      CLDeviceOrientation.portrait.rawValue == 1 && CLDeviceOrientation.faceDown.rawValue == 6
    )
    #expect(CLProximity.far.rawValue == 3)
  }
}

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
}
