import GNSSBasics
import RTCMParser
import Testing

import SatelliteOrbits

@testable import GNSSSimulation

@Suite("Where something stands in the sky")
struct SkyDirectionTests {
  @Test("what is due north of a place on the equator is at nought degrees")
  func north() throws {
    let time = UnfitEphemerisTests.time
    let orbits = UnfitEphemerisTests.messages.compactMap { message -> SatelliteOrbit? in
      guard case .glonassEphemeris(var told) = message else { return nil }
      // A satellite that falls along the Earth's axis.
      (told.positionX, told.positionY, told.positionZ) = (0, 0, 25_500)
      (told.velocityX, told.velocityY, told.velocityZ) = (0, 0, 0)
      (told.accelerationX, told.accelerationY, told.accelerationZ) = (0, 0, 0)
      return SatelliteOrbit(.glonassEphemeris(told), near: time)
    }
    let antenna = Antenna(GeodeticPosition(latitude: 0, longitude: 0, height: 0))
    let sight = LineOfSight(
      from: try #require(orbits.first), to: antenna, receivedAt: time, earthTurns: false)
    let direction = SkyDirection(sight, from: antenna)
    #expect(direction.azimuth == 0)
    #expect((-20 ... -10).contains(direction.elevation))
  }
}
