import RTCMParser
import Testing

@Suite("The system that a message is about")
struct ConstellationOfMessageTests {
  /// The message types of each system, by the standard.
  static let types: [(Constellation, [ClosedRange<UInt16>])] = [
    (
      .gps,
      [
        1001...1004, 1015...1017, 1019...1019, 1030...1030, 1034...1034, 1057...1062, 1071...1077,
        1265...1265,
      ]
    ),
    (
      .glonass,
      [
        1009...1012, 1020...1020, 1031...1031, 1035...1035, 1037...1039, 1063...1068, 1081...1087,
        1230...1230, 1266...1266,
      ]
    ),
    (.galileo, [1045...1046, 1091...1097, 1240...1245, 1267...1267, 1304...1304]),
    (.sbas, [1043...1043, 1101...1107, 1252...1257, 1269...1269]),
    (.qzss, [1044...1044, 1111...1117, 1246...1251, 1268...1268]),
    (.beidou, [63...63, 1042...1042, 1121...1127, 1258...1263, 1270...1270, 1303...1303]),
    (.navic, [1041...1041, 1131...1137]),
  ]

  @Test("is told by the type, and by no other type")
  func everyType() {
    for type in 0...4095 as ClosedRange<UInt16> {
      let expected = Self.types.first { $0.1.contains { $0.contains(type) } }?.0
      let payload: [UInt8] = [UInt8(type >> 4), UInt8(type & 15) << 4, 0]
      #expect(Constellation(ofMessage: payload.span) == expected, "\(type)")
    }
  }

  @Test("is told by the message number in IGS SSR")
  func igs() {
    let systems: [(Constellation, ClosedRange<Int>)] = [
      (.gps, 21...27), (.glonass, 41...47), (.galileo, 61...67), (.qzss, 81...87),
      (.beidou, 101...107), (.sbas, 121...127),
    ]
    for number in 0...255 {
      // DF002 is 4076, IDF001 is three ones, then comes the message number.
      let word = 4076 << 12 | 7 << 9 | number << 1 | 1
      let payload = [UInt8(word >> 16), UInt8(word >> 8 & 0xFF), UInt8(word & 0xFF)]
      let expected = systems.first { $0.1.contains(number) }?.0
      #expect(Constellation(ofMessage: payload.span) == expected, "\(number)")
      let (short, other) = (Array(payload.prefix(2)), [0xFA, 0xDE] + payload.suffix(1))  // 4013
      #expect(Constellation(ofMessage: short.span) == nil)
      #expect(Constellation(ofMessage: other.span) == nil)
    }
  }

  @Test("state space messages are numbered by system and kind, and no other type is one")
  func stateSpace() {
    let firsts: [(Constellation, UInt16, UInt16, UInt8)] = [
      (.gps, 1057, 1265, 21), (.glonass, 1063, 1266, 41), (.galileo, 1240, 1267, 61),
      (.qzss, 1246, 1268, 81), (.sbas, 1252, 1269, 121), (.beidou, 1258, 1270, 101),
    ]
    let kinds: [SSRType.Kind] = [
      .orbit, .clock, .codeBias, .orbitAndClock, .userRangeAccuracy, .highRateClock,
    ]
    let igsKinds: [SSRType.Kind] = [
      .orbit, .clock, .orbitAndClock, .highRateClock, .codeBias, .phaseBias, .userRangeAccuracy,
    ]
    var numbers: [UInt16: SSRType] = [:]
    var igsNumbers: [UInt8: SSRType] = [:]
    for (constellation, orbit, phaseBias, igs) in firsts {
      for (index, kind) in kinds.enumerated() {
        numbers[orbit + UInt16(index)] = SSRType(constellation, kind)
      }
      numbers[phaseBias] = SSRType(constellation, .phaseBias)
      for (index, kind) in igsKinds.enumerated() {
        igsNumbers[igs + UInt8(index)] = SSRType(constellation, kind, .igs)
      }
    }
    for type in 0...4095 as ClosedRange<UInt16> {
      #expect(SSRType(messageType: type) == numbers[type], "\(type)")
    }
    for number in 0...255 as ClosedRange<UInt8> {
      #expect(SSRType(igsMessageNumber: number) == igsNumbers[number], "\(number)")
      #expect(igsNumbers[number]?.igsMessageNumber ?? number == number)
    }
    #expect(numbers.allSatisfy { $0.key == $0.value.messageType })
    #expect(igsNumbers.values.allSatisfy { $0.messageType == 4076 })
    #expect(SSRType(.navic, .orbit) == nil && SSRType(.gps, .orbit)?.igsMessageNumber == nil)
  }

  @Test("RINEX counts SBAS from 20: RTCM has that satellite as 0, IGS as 1")
  func rinexNumbers() {
    #expect(SSRType(.sbas, .clock)?.rinexNumber(ofSatelliteID: 0) == 20)
    #expect(SSRType(.sbas, .clock, .igs)?.rinexNumber(ofSatelliteID: 1) == 20)
    #expect(SSRType(.qzss, .clock)?.rinexNumber(ofSatelliteID: 3) == 3)
  }
}
