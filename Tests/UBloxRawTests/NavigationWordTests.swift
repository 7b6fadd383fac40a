import Testing

@testable import UBloxRaw

@Suite("Words of navigation messages")
struct NavigationWordTests {
  /// Monday, 0:00 in GPS time.
  static let monday = GPSTime(week: 2317, secondsOfWeek: 86_400)

  private func messages(
    _ ephemeris: BroadcastEphemeris, seconds: Int64 = 30, broadcast: NavigationBroadcast = .init()
  ) throws -> [(slot: NavigationSlot, message: RxmSFRBX)] {
    try broadcast.messages(
      of: ephemeris, endingAfter: Self.monday,
      through: Self.monday.advanced(byNanoseconds: seconds * 1_000_000_000))
  }

  @Test("GPS: preamble, time of week and subframe; hand-over word and last word end in 00")
  func gps() throws {
    let messages = try messages(.gps(GPSEphemeris(satelliteID: 7)))
    #expect(messages.count == 3)
    for (index, message) in messages.map(\.message).enumerated() {
      #expect(message.signal == UBloxSignal(gnssID: 0, satelliteID: 7, signalID: 0))
      #expect(message.words.count == 10)
      #expect(message.words[0] >> 22 == 0x8B)
      #expect(message.words[1].bits(from: 13, count: 17) == 14_401 + index)
      #expect(message.words[1].bits(from: 8, count: 3) == index + 1)
      // A word after the bits 00 is not inverted, and its two highest bits are 00.
      #expect(message.words[2] >> 30 == 0)
      #expect(LNAVWords(sources: message.words.map { $0 >> 6 & 0xFF_FFFF }).words == message.words)
    }
    #expect(messages[0].message.words[2].bits(from: 20, count: 10) == 2317 - 2048)
  }

  @Test("QZSS: as GPS, but for the P code, which it does not have")
  func qzss() throws {
    let (gps, qzss) = try (
      messages(.gps(GPSEphemeris(satelliteID: 3))), messages(.qzss(QZSSEphemeris(satelliteID: 3)))
    )
    #expect(qzss.map(\.slot) == gps.map(\.slot))
    #expect(qzss[0].message.signal == UBloxSignal(gnssID: 5, satelliteID: 3, signalID: 0))
    // The checks are of the anti-spoof flag and the flag of L2 P data.
    #expect(gps.map { $0.message.words[1].bits(from: 11, count: 1) } == [1, 1, 1])
    #expect(qzss.map { $0.message.words[1].bits(from: 11, count: 1) } == [0, 0, 0])
    #expect(gps[0].message.words[3].bits(from: 29, count: 1) == 0)
    #expect(qzss[0].message.words[3].bits(from: 29, count: 1) == 1)
  }

  @Test("the count of the hand-over word begins anew with the week")
  func turnOfWeek() throws {
    let end = GPSTime(week: 2318, secondsOfWeek: 18)
    let messages = try NavigationBroadcast().messages(
      of: .gps(GPSEphemeris(satelliteID: 7)),
      endingAfter: end.advanced(byNanoseconds: -18_000_000_000),
      through: end)
    #expect(messages.map { $0.message.words[1].bits(from: 13, count: 17) } == [1, 2, 3])
  }

  @Test("page 18 is sent when there is an ionosphere to tell of")
  func page18() throws {
    let ephemeris = BroadcastEphemeris.gps(GPSEphemeris(satelliteID: 7))
    var broadcast = NavigationBroadcast()
    func count() throws -> Int {
      try messages(ephemeris, seconds: 750, broadcast: broadcast).count {
        $0.slot.message == .lnavIonosphere
      }
    }
    #expect(try count() == 0)
    broadcast.ionosphere = KlobucharIonosphere()
    #expect(try count() == 1)
  }

  @Test("Galileo: F/NAV is broadcast on E5a and so has no words on E1-B")
  func galileoFNAV() {
    let (fnav, inav) = (
      GalileoEphemeris(.fnav(), satelliteID: 12), GalileoEphemeris(.inav(), satelliteID: 12)
    )
    #expect(BroadcastEphemeris(.galileoEphemeris(fnav)) == nil)
    #expect(BroadcastEphemeris(.galileoEphemeris(inav)) == .galileo(inav))
  }

  @Test("Galileo: nine words, an even and an odd page, whose CRC with themselves is 0")
  func galileo() throws {
    let messages = try messages(.galileo(GalileoEphemeris(.inav(), satelliteID: 12)), seconds: 31)
    #expect(messages.count == 14)
    for (slot, message) in messages {
      #expect(message.signal == UBloxSignal(gnssID: 2, satelliteID: 12, signalID: 1))
      #expect(message.words.count == 9)
      #expect(message.words[0].bits(from: 30, count: 2) == 0b00)
      #expect(message.words[4].bits(from: 30, count: 2) == 0b10)
      guard case .inav(let word) = slot.message else { continue }
      #expect(message.words[0].bits(from: 24, count: 6) == word)
      var page = BitWriter()
      page.append(0, count: 4)
      let bits = message.words.prefix(8).flatMap { word in
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
      }
      for bit in Array(0..<114) + Array(128..<128 + 82 + 24) {
        page.append(bits.span.bits(at: bit, count: 1), count: 1)
      }
      #expect(CRC24Q.checksum(page.bytes.span) == 0)
      guard word == 0 else { continue }
      // The time is the last 32 of 128 bits, of which the odd page has 16.
      let time = bits.span.bits(at: 98, count: 16) << 16 | bits.span.bits(at: 130, count: 16)
      #expect(time >> 20 == 2317 - 1024 && time & 0xF_FFFF == slot.start.millisecondsOfWeek / 1000)
    }
  }

  @Test(
    "BeiDou: all 15 bits of a code word are a multiple of X⁴ + X + 1",
    arguments: [UInt8(1), 5, 6, 58, 59, 63])
  func beidou(satellite: UInt8) throws {
    var ephemeris = BeiDouEphemeris(satelliteID: satellite)
    (ephemeris.ascendingNode, ephemeris.eccentricity, ephemeris.af0) = (-0.7, 0.011, -1e-4)
    let messages = try messages(.beidou(ephemeris), seconds: 60)
    let isGEO = satellite < 6 || satellite > 58
    #expect(messages.count == (isGEO ? 20 : 6))
    for message in messages.map(\.message) {
      #expect(
        message.signal == UBloxSignal(gnssID: 3, satelliteID: satellite, signalID: isGEO ? 1 : 0))
      #expect(message.words.count == 10)
      #expect(message.words[0] >> 19 == 0b111_0001_0010)
      #expect(Self.isCodeWord(message.words[0] & 0x7FFF))
      for word in message.words.dropFirst() {
        #expect(word >> 30 == 0)
        // The word has two runs of 11 bits, then the four parity bits of each.
        let (first, second) = (word >> 19, word >> 8 & 0x7FF)
        #expect(Self.isCodeWord((first << 4) | (word >> 4 & 15)))
        #expect(Self.isCodeWord((second << 4) | (word & 15)))
      }
    }
  }

  /// Checks a code word by powers of a root of the polynomial, not by division.
  private static func isCodeWord(_ bits: UInt32) -> Bool {
    var (power, sum) = (UInt32(1), UInt32(0))
    for bit in 0..<15 {
      if bits >> UInt32(bit) & 1 == 1 { sum ^= power }
      power <<= 1
      if power & 16 != 0 { power ^= 0b1_0011 }
    }
    return sum == 0 && bits >> 15 == 0
  }

  @Test("GLONASS: four words, tk is when the frame begins, freqId is the channel's")
  func glonass() throws {
    var ephemeris = GLONASSEphemeris(satelliteID: 24)
    (ephemeris.frequencyChannelIndicator, ephemeris.day) = (9, 176)
    let messages = try messages(.glonass(ephemeris), seconds: 48).filter {
      $0.slot.start >= Self.monday.advanced(byNanoseconds: 18_000_000_000)
    }
    #expect(messages.map(\.slot.message) == (1...5).map { .glonass(string: $0) })
    for (index, message) in messages.map(\.message).enumerated() {
      #expect(message.signal == UBloxSignal(gnssID: 6, satelliteID: 24, signalID: 0))
      #expect((message.frequencyIndicator, message.words.count) == (9, 4))
      #expect(message.words[0].bits(from: 27, count: 4) == index + 1)
      // Monday, 3:00 in Moscow, begins superframe 649.
      #expect(message.words[3] == 0x0289_0001)
    }
    #expect(messages[0].message.words[0].bits(from: 11, count: 12) == 0b00011_000000_0)
  }

  @Test("a value that fits no field is named")
  func namesValues() throws {
    var orbit = GPSEphemeris(satelliteID: 7)
    orbit.eccentricity = 0.6
    let gps = #expect(throws: RTCMEncodingError.self) { try messages(.gps(orbit)) }
    #expect(gps.map { "\($0)" }?.contains("message 1019: 0.6 does not fit DF090") == true)
    orbit.eccentricity = .nan
    #expect(throws: RTCMEncodingError.self) { try messages(.gps(orbit)) }
    var broadcast = NavigationBroadcast()
    broadcast.ionosphere = KlobucharIonosphere(alpha: (1, 0, 0, 0), beta: (0, 0, 0, 0))
    let ionosphere = #expect(throws: RTCMEncodingError.self) {
      try messages(
        .beidou(BeiDouEphemeris(satelliteID: 20)), seconds: 60, broadcast: broadcast)
    }
    #expect(ionosphere.map { "\($0)" }?.contains("1.0 does not fit alpha0") == true)
  }

  @Test("a writer says whose ephemeris does not fit, and goes on with the next epoch")
  func writerNames() throws {
    var orbit = GPSEphemeris(satelliteID: 7)
    orbit.crs = .infinity
    var writer = RawStreamWriter()
    writer.ephemerides = [.gps(orbit)]
    func epoch(_ second: Int) -> ObservationEpoch {
      ObservationEpoch(time: GPSTime(week: 2317, secondsOfWeek: second), stationID: 0)
    }
    #expect(try writer.bytes(at: epoch(0)).count == 24)
    let error = #expect(throws: RawStreamWriter.Failure.self) { try writer.bytes(at: epoch(30)) }
    #expect(error.map { "\($0)" }?.hasPrefix("ephemeris of G7: message 1019: inf") == true)
    writer.ephemerides = [.gps(GPSEphemeris(satelliteID: 7))]
    #expect(try writer.bytes(at: epoch(60)).count == 6 * 56 + 24)
    #expect(try writer.bytes(at: epoch(60)).count == 24)
  }
}

extension UInt32 {
  /// Returns a run of bits; bit 0 is the lowest.
  fileprivate func bits(from first: Int, count: Int) -> Int {
    Int(self >> UInt32(first)) & (1 << count - 1)
  }
}
