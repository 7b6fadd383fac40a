import RTCMParser
import Testing

import SatelliteOrbits

@Suite("Group delays")
struct GroupDelayTests {
  private func delays(_ message: RTCMMessage) -> [Double] {
    [1, 2, 5, 7, 6].map { GroupDelays(message).seconds(ofBand: $0) }
  }

  private static func isNear(_ a: [Double], _ b: [Double]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { ($0 - $1).magnitude < 1e-15 }
  }

  /// The delay of L2 is (f1/f2)² times that of L1 (IS-GPS-200, 20.3.3.3.3.2); IS-GPS-705 has the same for L5.
  @Test("of GPS and QZSS go with the squares of the wavelengths")
  func gps() {
    var gps = GPSEphemeris(satelliteID: 1)
    gps.groupDelay = 5e-9
    let (second, fifth) = (5929.0 / 3600, 23_716.0 / 13_225)
    let expected: [Double] = [5e-9, 5e-9 * second, 5e-9 * fifth, 0, 0]
    #expect(Self.isNear(delays(.gpsEphemeris(gps)), expected))
    var qzss = QZSSEphemeris(satelliteID: 1)
    qzss.groupDelay = 5e-9
    #expect(Self.isNear(delays(.qzssEphemeris(qzss)), expected))
  }

  /// Source: Galileo OS SIS ICD 2.1, 5.1.5.
  @Test("of Galileo are those of the pair that its clock is told by")
  func galileo() {
    let (e5a, e5b) = (1575.42 / 1176.45, 1575.42 / 1207.14)
    let (fifth, seventh) = (e5a * e5a * 3e-9, e5b * e5b * 4e-9)
    var inav = GalileoEphemeris(.inav(groupDelayE5b: 4e-9), satelliteID: 1)
    inav.groupDelayE5a = 3e-9
    #expect(
      Self.isNear(
        delays(.galileoEphemeris(inav)),
        [4e-9, 0, fifth + 1e-9, seventh, 0]))
    var fnav = GalileoEphemeris(.fnav(), satelliteID: 1)
    fnav.groupDelayE5a = 3e-9
    #expect(
      Self.isNear(delays(.galileoEphemeris(fnav)), [3e-9, 0, fifth, 0, 0]))
  }

  @Test("of BeiDou and GLONASS are what their messages tell, and of others there are none")
  func others() {
    var beidou = BeiDouEphemeris(satelliteID: 11)
    (beidou.groupDelay1, beidou.groupDelay2) = (6e-9, 7e-9)
    #expect(Self.isNear(delays(.beidouEphemeris(beidou)), [0, 6e-9, 0, 7e-9, 0]))
    var glonass = GLONASSEphemeris(satelliteID: 1)
    glonass.l2Delay = 8e-9
    // τ(L2) minus τ(L1) is Δτ, and their distances from an ionosphere-free clock have the ratio γ.
    let first = -8e-9 / (81.0 / 49 - 1)
    #expect(Self.isNear(delays(.glonassEphemeris(glonass)), [first, first * (81.0 / 49), 0, 0, 0]))
    #expect(delays(.navicEphemeris(NavICEphemeris(satelliteID: 1))) == [0, 0, 0, 0, 0])
  }
}
