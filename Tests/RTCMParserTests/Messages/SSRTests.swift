import Mathematics
import RTCMParser
import TestSupport
import Testing

@Suite("State space messages")
struct SSRTests {
  /// The number of bits per satellite in each message without biases, as in RTKLIB and librtcm.
  static let satelliteBits: [(type: UInt16, bits: Int)] = [
    (1057, 135), (1058, 76), (1060, 205), (1061, 12), (1062, 28),
    (1063, 134), (1064, 75), (1066, 204), (1067, 11), (1068, 27),
    (1240, 137), (1241, 76), (1243, 207), (1244, 12), (1245, 28),
    (1246, 133), (1247, 74), (1249, 203), (1250, 10), (1251, 26),
    (1252, 160), (1253, 76), (1255, 230), (1256, 12), (1257, 28),
    (1258, 145), (1259, 76), (1261, 215), (1262, 12), (1263, 28),
  ]
  static let rtcmTypes =
    Array<UInt16>(1057...1068) + Array(1240...1263) + Array(1265...1270)
  static let igsNumbers: [UInt8] = [21, 41, 61, 81, 101, 121].flatMap { first in
    (0..<7).map { first + $0 }
  }
  static let types =
    rtcmTypes.compactMap { SSRType(messageType: $0) }
    + igsNumbers.compactMap { SSRType(igsMessageNumber: $0) }

  @Test("every message number has its type, and the type its number")
  func numbers() {
    #expect(Self.rtcmTypes.compactMap { SSRType(messageType: $0)?.messageType } == Self.rtcmTypes)
    #expect(
      Self.igsNumbers.compactMap { SSRType(igsMessageNumber: $0)?.igsMessageNumber }
        == Self.igsNumbers)
    #expect(Set(Self.types).count == 42 + 42)
    #expect(SSRType(messageType: 1264) == nil)
    #expect(SSRType(messageType: 1005) == nil)
    #expect(SSRType(igsMessageNumber: 201) == nil)
    #expect(SSRType(.navic, .orbit) == nil)
    #expect(SSRType(messageType: 1062) == SSRType(.gps, .highRateClock))
    #expect(SSRType(messageType: 1269) == SSRType(.sbas, .phaseBias))
    #expect(SSRType(igsMessageNumber: 104) == SSRType(.beidou, .highRateClock, .igs))
    #expect(SSRType(igsMessageNumber: 127) == SSRType(.sbas, .userRangeAccuracy, .igs))
  }

  @Test("a message is read back, with its fields at both ends of their range", arguments: types)
  func readsBack(type: SSRType) throws {
    let message = Self.message(of: type)
    let payload = try RTCMMessage.ssr(message).encode()
    #expect(try decoded(payload) == .ssr(message))
  }

  @Test("cut anywhere, a message is refused as truncated there", arguments: types)
  func refusesEveryCut(type: SSRType) throws {
    let payload = try Self.message(of: type).encode()
    for count in 0..<payload.count {
      let error = try #require(
        #expect(throws: RTCMDecodingError.self) { try decoded(Array(payload.prefix(count))) })
      guard case .truncated(let needed, let available) = error.reason else {
        Issue.record("\(count) bytes: \(error)")
        continue
      }
      #expect(available < needed && error.bitOffset + available == count * 8)
    }
  }

  @Test("a satellite takes the bits of its system's layout", arguments: satelliteBits)
  func satelliteLength(type: UInt16, bits: Int) throws {
    let type = try #require(SSRType(messageType: type))
    var header = 12 + 20 + 4 + 1 + 4 + 16 + 4 + 6
    if type.constellation == .glonass { header -= 3 }
    if type.kind == .orbit || type.kind == .orbitAndClock { header += 1 }
    var message = Self.message(of: type)
    message.satellites = Array(repeating: message.satellites[0], count: 8)
    #expect(try message.encode().count == (header + 8 * bits + 7) / 8)
  }

  @Test("a count that promises more than the payload holds is refused")
  func refusesHostileCount() throws {
    let type = try #require(SSRType(.gps, .codeBias))
    var payload = try SSRMessage(type: type, header: .init(epochSeconds: 1)).encode()
    payload[7] |= 0x07  // DF387 is in bits 61...66.
    payload[8] |= 0xE0
    let error = #expect(throws: RTCMDecodingError.self) { try decoded(payload) }
    #expect(error?.field == 68)
    #expect(error?.messageType == 1059)
  }

  @Test("what a kind carries must be there, what it does not carry is left out")
  func checksParts() throws {
    let type = try #require(SSRType(.galileo, .clock))
    var message = Self.message(of: try #require(SSRType(.galileo, .orbit)))
    message.type = type
    let error = #expect(throws: RTCMEncodingError.self) { try message.encode() }
    #expect(error?.reason == .notAvailable)
    #expect(error?.field == 376)
    #expect(error?.messageType == 1241)
    message.satellites[0].clock = .init(c0: 1)
    message.satellites[1].clock = .init()
    guard case .ssr(let back) = try decoded(message.encode()) else { return }
    #expect(back.satellites[0].clock == SSRClockCorrection(c0: 1))
    #expect(back.satellites[0].orbit == nil)
  }

  @Test("a value that does not fit is refused by field and message")
  func refusesOutOfRange() throws {
    var message = Self.message(of: try #require(SSRType(igsMessageNumber: 21)))
    message.satellites[1].orbit?.radial = 300
    let error = #expect(throws: RTCMEncodingError.self) { try message.encode() }
    #expect(
      error?.description
        == "message 4076: 300.0 does not fit IDF013; give -209.7152...209.7151")
  }

  @Test("BeiDou orbits of the draft's layout are told by their length")
  func readsDraft() throws {
    for type in [SSRType(.beidou, .orbit), SSRType(.beidou, .orbitAndClock)] {
      var message = Self.message(of: try #require(type))
      let length = try message.encode().count
      message.hasDraftBeiDouIssue = true
      message.satellites[1].orbit?.issueCheck = 0xFF_FFFF
      let payload = try message.encode()
      #expect(payload.count == length + 4)
      #expect(try decoded(payload) == .ssr(message))
    }
  }

  static let qzssTypes = types.filter { $0.constellation == .qzss && $0.format == .rtcm }

  @Test("messages of QZSS with the draft's count are told by their length", arguments: qzssTypes)
  func readsDraftCount(type: SSRType) throws {
    for count in [0, 1, 3, 15] {
      var message = Self.message(of: type)
      let pattern = message.satellites
      message.satellites = (0..<count).map { pattern[$0 % 2] }
      let standard = try message.encode()
      #expect(try decoded(standard) == .ssr(message))
      message.hasDraftQZSSCount = true
      let draft = try message.encode()
      // Without satellites, both layouts are the same bytes, with zeros at the end.
      if count == 0 {
        #expect(draft == standard)
      } else {
        #expect(try decoded(draft) == .ssr(message))
      }
    }
  }

  @Test("a payload that both counts explain has the standard's")
  func prefersStandardCount() throws {
    // A 6-bit count gives five satellites; their IDs, bias counts and six biases end at bit 226. A 4-bit
    // count gives one satellite, ID 4 with eight biases, which end at bit 226 as well.
    let type = try #require(SSRType(.qzss, .codeBias))
    var message = SSRMessage(type: type, header: .init(epochSeconds: 0))
    message.satellites = [1, 2, 3, 4, 5].map { SSRSatellite(id: $0) }
    for index in message.satellites.indices {
      message.satellites[index].codeBiases = Array(
        repeating: SSRCodeBias(trackingMode: 0, bias: 0.5), count: index == 0 ? 2 : 1)
    }
    let payload = try message.encode()
    #expect(payload.count == (226 + 7) / 8)
    #expect(try decoded(payload) == .ssr(message))
  }

  @Test("the draft's count holds fifteen satellites, and only QZSS has it")
  func draftCountLimits() throws {
    var message = Self.message(of: try #require(SSRType(.qzss, .clock)))
    message.hasDraftQZSSCount = true
    message.satellites = Array(repeating: message.satellites[0], count: 16)
    let error = #expect(throws: RTCMEncodingError.self) { try message.encode() }
    #expect(error?.field == 387)
    var gps = Self.message(of: try #require(SSRType(.gps, .clock)))
    let payload = try gps.encode()
    gps.hasDraftQZSSCount = true
    #expect(try gps.encode() == payload)
  }

  @Test(
    "frames that MADOCA sent in 2021 have one satellite, J01, counted in 4 bits",
    .compares(with: .captures))
  func readsMADOCA() throws {
    let captured = frames(of: try SharedCaptures.bytes(of: "../repro/qzss_ssr_4bit_count.rtcm3"))
    #expect(captured.map(\.type) == [1246, 1247, 1250, 1251])
    for frame in captured {
      guard case .ssr(let message) = try decoded(frame.payload) else {
        Issue.record("\(frame.type ?? 0) is not decoded")
        continue
      }
      #expect(message.hasDraftQZSSCount && message.satellites.map(\.id) == [1])
      #expect(message.header.epochSeconds == 431_965)
      #expect(try message.encode() == frame.payload)
    }
  }

  @Test("whatever bits a payload has, it is refused as truncated or comes back bit for bit")
  func keepsEveryBit() throws {
    var random = Xoshiro256(seed: 1264, part: "payloads")
    var kept = 0
    for index in 0..<(3 * Self.types.count) {
      let type = Self.types[index % Self.types.count]
      var payload = (0..<1023).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let head = try SSRMessage(type: type, header: .init(epochSeconds: 0)).encode()
      payload[0] = head[0]
      payload[1] = type.format == .igs ? head[1] : head[1] | payload[1] & 0x0F
      if type.format == .igs { payload[2] = head[2] | payload[2] & 1 }
      do {
        let message = try decoded(payload)
        #expect(try message.encode() == payload, "\(type)")
        kept += 1
      } catch let error as RTCMDecodingError {
        guard case .truncated = error.reason else {
          Issue.record("\(type): \(error)")
          continue
        }
      }
    }
    #expect(kept > 2 * Self.types.count)
  }

  @Test("a message number of IGS SSR that is not known is kept whole")
  func keepsUnknown() throws {
    var payload = try Self.message(of: try #require(SSRType(igsMessageNumber: 22))).encode()
    payload[2] = 141 << 1 | payload[2] & 1  // IDF002 is in bits 15...22.
    payload[1] |= 1
    guard case .other(let type, let kept) = try decoded(payload) else {
      Issue.record("decoded as something")
      return
    }
    #expect(type == 4076 && kept == payload)
    let error = #expect(throws: RTCMDecodingError.self) {
      _ = try SSRMessage(decoding: kept.span)
    }
    #expect(error?.reason == .unexpectedMessageType)
  }

  /// Creates a message of two satellites, with the least and the greatest values in the fields.
  static func message(of type: SSRType) -> SSRMessage {
    var header = SSRHeader(
      epochSeconds: 86_399, updateInterval: 15, isMoreToFollow: true, iodSSR: 9,
      providerID: 65_535, solutionID: 15)
    if type.format == .igs { header.igsVersion = 7 }
    var message = SSRMessage(
      type: type, header: header,
      satellites: [satellite(of: type, -1), satellite(of: type, 1)])
    message.hasRegionalDatum = type.kind == .orbit || type.kind == .orbitAndClock
    message.isMelbourneWuebbenaConsistent = type.kind == .phaseBias
    return message
  }

  private static func satellite(of type: SSRType, _ sign: Double) -> SSRSatellite {
    var satellite = SSRSatellite(id: sign < 0 ? 0 : 15)
    if type.kind == .orbit || type.kind == .orbitAndClock {
      var orbit = SSROrbitCorrection()
      orbit.issueOfData = sign < 0 ? 0 : 255
      orbit.issueCheck = sign < 0 || type.format == .igs ? 0 : issueCheck(type.constellation)
      orbit.radial = sign * 209.7151
      orbit.alongTrack = sign * 209.7148
      orbit.crossTrack = sign * -209.7148
      orbit.radialRate = sign * 1.048575
      orbit.alongTrackRate = sign * 1.048572
      orbit.crossTrackRate = sign * -1.048572
      satellite.orbit = orbit
    }
    if type.kind == .clock || type.kind == .orbitAndClock {
      satellite.clock = .init(
        c0: sign * 209.7151, c1: sign * 1.048575, c2: sign * 1.342_177_26)
    }
    switch type.kind {
    case .highRateClock: satellite.highRateClock = sign * 209.7151
    case .userRangeAccuracy: satellite.userRangeAccuracy = .init(rawValue: sign < 0 ? 0 : 63)
    case .codeBias:
      satellite.codeBiases = [
        .init(trackingMode: 31, bias: sign * 81.91), .init(trackingMode: 0, bias: 0),
      ]
    case .phaseBias:
      satellite.yaw = .init(angle: sign < 0 ? 0 : 511 / 256, rate: sign * 127 / 8192)
      satellite.phaseBiases = [
        .init(
          trackingMode: 31, bias: sign * 52.4287, isInteger: true, wideLaneIndicator: 3,
          discontinuityCounter: 15)
      ]
    case .orbit, .clock, .orbitAndClock: break
    }
    return satellite
  }

  private static func issueCheck(_ constellation: Constellation) -> UInt32 {
    switch constellation {
    case .sbas: 0xFF_FFFF
    case .beidou: 0xFF
    default: 0
    }
  }
}

@Suite("Values of state space messages")
struct SSRValueTests {
  @Test(
    "accuracy is 3^class (1 + value / 4) - 1 mm",
    arguments: [(1, 0.000_25), (8 + 2, 0.0035), (8 + 3, 0.004_25), (62, 5.4665)])
  func accuracy(rawValue: UInt8, metres: Double) throws {
    let accuracy = try #require(SSRUserRangeAccuracy(rawValue: rawValue).metres)
    #expect(abs(accuracy - metres) < 1e-12)
  }

  @Test("an accuracy may be unknown, or beyond the scale")
  func accuracyLimits() {
    #expect(SSRUserRangeAccuracy(rawValue: 0).metres == nil)
    #expect(SSRUserRangeAccuracy(rawValue: 63).metres == .infinity)
  }

  @Test("update intervals go from one second to three hours")
  func intervals() {
    let seconds = (0...15).map {
      SSRHeader(epochSeconds: 0, updateInterval: UInt8($0)).updateIntervalSeconds
    }
    #expect(
      seconds == [1, 2, 5, 10, 15, 30, 60, 120, 240, 300, 600, 900, 1800, 3600, 7200, 10_800])
  }

  @Test("messages of one epoch have one GPS time")
  func epochs() throws {
    // From swift__clk.rtcm: 1060, 1066 and 1261 of one epoch.
    func time(_ type: UInt16, _ seconds: UInt32) throws -> Int? {
      let type = try #require(SSRType(messageType: type))
      return SSRMessage(type: type, header: .init(epochSeconds: seconds)).epoch
        .gpsTimeOfDayMilliseconds(leapSeconds: 18)
    }
    #expect(try time(1060, 171_680) == 85_280_000)
    #expect(try time(1261, 171_666) == 85_280_000)
    #expect(try time(1066, 9662 + 86_400) == 85_280_000)
    let igs = try #require(SSRType(.glonass, .clock, .igs))
    #expect(
      SSRMessage(type: igs, header: .init(epochSeconds: 171_680)).epoch
        .gpsTimeOfDayMilliseconds(leapSeconds: 18) == 85_280_000)
  }

  @Test(
    "tracking modes have RINEX codes, as BNC and RTKLIB name them",
    arguments: [
      (1059, 0, "1C"), (1059, 11, "2W"), (1059, 16, "5X"), (1059, 19, "1X"), (1065, 3, "2P"),
      (1065, 12, "3X"), (1242, 2, "1C"), (1242, 18, "6Z"), (1248, 12, "1X"), (1248, 17, "6E"),
      (1254, 3, "5X"), (1260, 3, "6I"), (1260, 6, "7I"), (1270, 14, "5X"),
    ] as [(UInt16, UInt8, String)])
  func trackingModes(messageType: UInt16, mode: UInt8, code: String) throws {
    let type = try #require(SSRType(messageType: messageType))
    #expect(type.rinexCode(ofTrackingMode: mode)?.description == code)
    #expect(type.trackingMode(of: try #require(RINEXSignalCode(code))) == mode)
  }

  @Test("IGS SSR has tracking modes of its own")
  func igsTrackingModes() throws {
    let gps = try #require(SSRType(.gps, .codeBias, .igs))
    #expect(gps.rinexCode(ofTrackingMode: 3)?.description == "1S")
    #expect(gps.rinexCode(ofTrackingMode: 9) == nil)
    let glonass = try #require(SSRType(.glonass, .codeBias, .igs))
    #expect(glonass.rinexCode(ofTrackingMode: 8)?.description == "3I")
    #expect(glonass.rinexCode(ofTrackingMode: 32) == nil)
  }

  @Test("SBAS is counted from PRN 120")
  func sbasNumbers() throws {
    #expect(try #require(SSRType(.sbas, .clock)).rinexNumber(ofSatelliteID: 0) == 20)
    #expect(try #require(SSRType(.sbas, .clock, .igs)).rinexNumber(ofSatelliteID: 1) == 20)
    #expect(try #require(SSRType(.qzss, .clock)).rinexNumber(ofSatelliteID: 2) == 2)
  }
}
