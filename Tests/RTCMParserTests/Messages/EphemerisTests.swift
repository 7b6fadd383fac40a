import RTCMParser
import TestSupport
import Testing

@Suite("Ephemerides")
struct EphemerisTests {
  /// Returns a payload filled with zeros, ones or a mix, so that each field is tested with both.
  static func payload(type: UInt16, bitCount: Int, filler: UInt8) -> [UInt8] {
    var bytes = [UInt8](repeating: filler, count: (bitCount + 7) / 8)
    bytes[0] = UInt8(type >> 4)
    bytes[1] = UInt8(type & 0xF) << 4 | filler & 0xF
    let padding = bytes.count * 8 - bitCount
    bytes[bytes.count - 1] &= ~UInt8((1 << padding) - 1)
    return bytes
  }

  static let lengths: [(UInt16, Int)] = [
    (63, 511), (1020, 360), (1041, 482), (1042, 511), (1043, 230), (1044, 485), (1045, 496),
    (1046, 504),
  ]

  @Test("an ephemeris of which nothing is told has no bit set behind its type")
  func untold() throws {
    let messages: [RTCMMessage] = [
      .gpsEphemeris(GPSEphemeris(satelliteID: 0)), .qzssEphemeris(QZSSEphemeris(satelliteID: 0)),
      .navicEphemeris(NavICEphemeris(satelliteID: 0)),
      .beidouEphemeris(BeiDouEphemeris(satelliteID: 0)),
      .galileoEphemeris(GalileoEphemeris(.inav(), satelliteID: 0)),
      .galileoEphemeris(GalileoEphemeris(.fnav(), satelliteID: 0)),
    ]
    for message in messages {
      let payload = try message.encode()
      let rest = [payload[1] & 15] + payload.dropFirst(2)
      #expect(rest.allSatisfy { $0 == 0 }, "\(message.type)")
    }
  }

  @Test("of Galileo are one type, and the navigation message determines the message type")
  func galileo() throws {
    var ephemeris = GalileoEphemeris(
      .fnav(e5a: .init(status: 2, isDataInvalid: true)), satelliteID: 7)
    #expect(ephemeris.messageType == 1045)
    #expect(try decoded(ephemeris.encode()) == .galileoEphemeris(ephemeris))
    ephemeris.navigationMessage = .inav(
      groupDelayE5b: 0x1p-32, e5b: .init(isDataInvalid: true), e1b: .init(status: 3))
    #expect(ephemeris.messageType == 1046)
    #expect(try decoded(ephemeris.encode()) == .galileoEphemeris(ephemeris))
    #expect(GalileoEphemeris(emptyOfType: 1044) == nil)
  }

  @Test("any bits of a payload of the right length are kept", arguments: lengths)
  func keepsBits(type: UInt16, bitCount: Int) throws {
    for filler in [0x00, 0xFF, 0x55, 0xAA, 0x80, 0x01, 0xC3] as [UInt8] {
      let payload = Self.payload(type: type, bitCount: bitCount, filler: filler)
      let message = try decoded(payload)
      #expect(message.type == type)
      #expect(try message.encode() == payload)
      var fields = FieldCollector()
      try message.describe(to: &fields)
      #expect(fields.trailing.isEmpty)
      #expect(fields.undecoded.isEmpty)
    }
  }

  @Test("BeiDou's group delay of B1I comes before that of B2I, both before the health")
  func groupDelays() throws {
    var payload = Self.payload(type: 1042, bitCount: 511, filler: 0)
    // DF513 at bit 490 and DF514 at bit 500, 10 bits each in steps of 0.1 ns; DF515 at bit 510.
    (payload[62], payload[63]) = (0b1_0000, 0b1000)
    let orbit = try BeiDouEphemeris(decoding: payload.span)
    #expect((orbit.groupDelay1, orbit.groupDelay2) == (1e-10, 2e-10))
    #expect(!orbit.isUnhealthy)
  }

  @Test("a payload one bit or more too short is truncated at its last field", arguments: lengths)
  func refusesShort(type: UInt16, bitCount: Int) throws {
    let payload = Self.payload(type: type, bitCount: bitCount, filler: 0xFF)
    for count in 0..<payload.count {
      let error = try #require(
        #expect(throws: RTCMDecodingError.self) { try decoded(Array(payload.prefix(count))) })
      guard case .truncated(let needed, let available) = error.reason else {
        Issue.record("\(count) bytes: \(error)")
        continue
      }
      #expect(available < needed)
      #expect(error.bitOffset + available == count * 8)
      #expect(error.messageType == (count < 2 ? nil : type))
    }
  }

  @Test("message 63 is 1042 under another number")
  func draft() throws {
    let payload = Self.payload(type: 63, bitCount: 511, filler: 0x5A)
    let message = try BeiDouEphemeris(decoding: payload.span)
    #expect(message.isDraft)
    var renamed = message
    renamed.isDraft = false
    let encoded = try RTCMMessage.beidouEphemeris(renamed).encode()
    #expect(encoded[0] == 0x41)  // 1042 is 0x412
    #expect(encoded[1] >> 4 == 2)
    #expect(Array(encoded.dropFirst(2)) == Array(payload.dropFirst(2)))
  }

  @Test("a field without a number is called by its name when it is missing")
  func namesFieldWithoutNumber() {
    let payload = Self.payload(type: 1043, bitCount: 230, filler: 0)
    let error = #expect(throws: RTCMDecodingError.self) { try decoded(Array(payload.prefix(20))) }
    #expect(error?.field == nil)
    #expect(
      error?.description
        == "message 1043: needs 17 bits for y_velocity at bit 145, 15 left; "
        + "pass the whole payload from DF002")
  }

  @Test("SBAS: values in metres, both ways")
  func sbas() throws {
    var message = SBASEphemeris(satelliteID: 16)
    message.referenceTime = 86_384
    message.position = ECEFPosition(x: 42_164_123.04, y: -1_000_000.08, z: -5000.4)
    message.velocityX = -1.5
    message.velocityZ = 0.004
    message.accelerationY = -0.0000125
    message.accelerationZ = 0.0000625
    message.af0 = -0x1p-31
    message.af1 = 0x1p-40
    let payload = try RTCMMessage.sbasEphemeris(message).encode()
    #expect(payload.count == 29)
    #expect(try decoded(payload) == .sbasEphemeris(message))
  }

  @Test("GLONASS: frame time and channel")
  func glonass() {
    var message = GLONASSEphemeris(satelliteID: 1)
    message.frameTimeField = 23 << 7 | 59 << 1 | 1
    message.frequencyChannelIndicator = 0
    #expect(message.frameTime == 86_370)
    #expect(message.frequencyChannel == -7)
  }

  @Test("GLONASS: a negative zero is kept in every field that has one")
  func glonassNegativeZero() throws {
    var message = GLONASSEphemeris(satelliteID: 1)
    message.velocityX = -0.0
    message.accelerationZ = -0.0
    message.systemTimeOffset = -0.0
    let payload = try RTCMMessage.glonassEphemeris(message).encode()
    let back = try GLONASSEphemeris(decoding: payload.span)
    #expect(back.velocityX.sign == .minus)
    #expect(back.accelerationZ.sign == .minus)
    #expect(back.systemTimeOffset.sign == .minus)
    #expect(back.positionX.sign == .plus)
    #expect(try RTCMMessage.glonassEphemeris(back).encode() == payload)
  }
}

/// Comparison with the ephemerides that GNSS_RTCM_DECODER prints for the same frames.
@Suite("Ephemerides against GNSS_RTCM_DECODER", .compares(with: .captures))
struct EphemerisReferenceTests {
  /// Our field names, by the names of GNSS_RTCM_DECODER.
  static let names = [
    "idot": "idot", "iodec": "iodec", "aode": "aode", "aodc": "aodc", "iodnav": "iod_nav",
    "af2": "af2", "af1": "af1", "af0": "af0", "a2": "af2", "a1": "af1", "a0": "af0", "crs": "crs",
    "delta_n": "delta_n", "m0": "m0", "cuc": "cuc", "e": "eccentricity", "cus": "cus",
    "root_a": "sqrt_a", "cic": "cic", "omega_0": "omega0", "cis": "cis", "i0": "i0", "crc": "crc",
    "omega": "omega", "omega_dot": "omega_dot", "bgd_e5a_e1": "bgd_e5a_e1",
    "bgd_e5b_e1": "bgd_e5b_e1", "SV ID": "satellite_id", "Week number": "week",
    "SV SISa": "sisa_index", "tgd": "tgd", "tgd_2": "tgd2", "satellite_id": "satellite_id",
    "xn": "x_position",
    "yn": "y_position", "zn": "z_position", "xn_dot": "x_velocity", "yn_dot": "y_velocity",
    "zn_dot": "z_velocity", "xn_dot_dot": "x_acceleration", "yn_dot_dot": "y_acceleration",
    "zn_dot_dot": "z_acceleration", "gamma_n": "gamma_n", "p": "p", "tau_n": "tau_n",
    "delta_tau_n": "delta_tau_n", "e_n": "en", "f_t": "ft", "n_t": "nt", "m": "m", "n_a": "na",
    "t_c": "tau_c", "n_4": "n4", "tau_gps": "tau_gps", "p_2": "p2", "p_3": "p3", "p_4": "p4",
  ]

  @Test(
    "values agree to the digits printed",
    arguments: [(1020, 25), (1041, 22), (1042, 24), (1045, 22), (1046, 23)])
  func agrees(type: Int, valueCount: Int) throws {
    let name = "ky__eph_msg\(type)"
    let frames = frames(of: try SharedCaptures.bytes(of: name + ".rtcm3"))
    let text = String(decoding: try SharedCaptures.bytes(of: name + ".ref.txt"), as: UTF8.self)
    let blocks = text.split(separator: "Message counter:")
    #expect(blocks.count == frames.count)
    for (block, frame) in zip(blocks, frames) {
      var fields = FieldCollector()
      try decoded(frame.payload).describe(to: &fields)
      var compared = 0
      for line in block.split(separator: "\n") {
        let parts = line.split(separator: ":")
        guard parts.count == 2, let name = Self.names[String(parts[0])],
          let theirs = Double(parts[1].drop { $0 == "\t" || $0 == " " })
        else { continue }
        let value = fields.named[name] ?? fields.named[name + "1"]  // BeiDou has two group delays
        let ours = try #require(value, "\(name) of \(type)")
        #expect(abs(ours - theirs) <= abs(ours) * 1e-5, "\(name) of \(type) at \(frame.offset)")
        compared += 1
      }
      #expect(compared >= valueCount)
    }
  }
}
