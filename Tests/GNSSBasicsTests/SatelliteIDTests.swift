import GNSSBasics
import Testing

@Suite("Satellites by system and number")
struct SatelliteIDTests {
  @Test("BeiDou's geostationary satellites are C01 to C05 and C59 to C63, and no other system's")
  func geostationary() {
    let those = (1...63).filter { SatelliteID(.beidou, $0).isBeiDouGEO }
    #expect(those == Array(1...5) + Array(59...63))
    for constellation in Constellation.allCases where constellation != .beidou {
      #expect(!(1...63).contains { SatelliteID(constellation, $0).isBeiDouGEO })
    }
  }

  @Test("a name is a letter and two digits; satellites are in order of system, then number")
  func names() {
    let those = [SatelliteID(.galileo, 3), SatelliteID(.gps, 31), SatelliteID(.gps, 5)]
    #expect(those.sorted().map(\.description) == ["G05", "G31", "E03"])
  }
}
