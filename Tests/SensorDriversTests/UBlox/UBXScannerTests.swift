import SensorDrivers
import TestSupport
import Testing

@Suite("UBX scanner")
struct UBXScannerTests {
  static let pvt = UBXFrame(.navPVT, payload: NavPVT().encode())
  static let text = UBXInformation(level: .warning, text: "no corrections").frame
  static let nmea = Array("$GPTXT,01,01,02,u-blox ag - www.u-blox.com*50\r\n".utf8)
  /// The RTCM standard's example of message 1005.
  static let rtcm = bytes(
    "D3 00 13 3E D7 D3 02 02 98 0E DE EF 34 B4 BD 62 AC 09 41 98 6F 33 36 0B 98")
  static let damaged: [UInt8] = {
    var frame = text.encode()
    frame[9] ^= 0x40
    return frame
  }()
  static let mixed =
    [0xFF, 0xB5, 0xB5] + pvt.encode() + nmea + damaged + text.encode() + rtcm
    + bytes("B5 62 01 07 FF FF") + text.encode() + bytes("B5 62 01 07 5C 00") + pvt.encode()
    + [UInt8](repeating: 0xFF, count: 100) + text.encode()

  @Test("the same frames come from any chunking", arguments: 1...130)
  func toleratesChunking(length: Int) {
    var scanner = UBXScanner()
    var frames: [UBXFrame] = []
    for start in stride(from: 0, to: Self.mixed.count, by: length) {
      frames += scanner.frames(in: Array(Self.mixed[start..<min(start + length, Self.mixed.count)]))
    }
    #expect(frames == [Self.pvt, Self.text, Self.text, Self.pvt, Self.text])
    #expect(scanner.counts.frames == 5)
    #expect(scanner.counts.badChecksums == 2)
    #expect(scanner.counts.oversized == 1)
    #expect(scanner.counts.frameBytes + scanner.counts.otherBytes == Self.mixed.count)
  }

  @Test("a length beyond the limit is not believed", arguments: [33, 1024, 65_535])
  func refusesGiantLength(length: Int) {
    var scanner = UBXScanner(maximumPayload: 32)
    let header = [0xB5, 0x62, 0x01, 0x07, UInt8(length & 0xFF), UInt8(length >> 8)]
    #expect(scanner.frames(in: header + Self.text.encode()) == [Self.text])
    #expect(scanner.counts.oversized == 1)
  }

  @Test("a payload of the most bytes is taken, and by default 1024 are the most")
  func takesLongestPayload() {
    let longest = UBXFrame(.navPVT, payload: [UInt8](repeating: 7, count: 1024))
    var scanner = UBXScanner()
    #expect(scanner.frames(in: longest.encode()) == [longest])
    let longer = UBXFrame(.navPVT, payload: longest.payload + [7])
    #expect(scanner.frames(in: longer.encode()) == [])
    #expect(scanner.counts.oversized == 1)
    #expect(UBXScanner(maximumPayload: 70_000).maximumPayload == 65_535)
  }

  @Test("bytes are judged as soon as they can be")
  func judgesAtOnce() {
    var scanner = UBXScanner()
    #expect(scanner.frames(in: [0xB5, 0x00]) == [])
    #expect(scanner.counts.otherBytes == 2)
    #expect(scanner.frames(in: bytes("B5 62 01 07 01 04")) == [])
    #expect(scanner.counts.oversized == 1)
    #expect(scanner.counts.otherBytes == 8)
  }

  @Test("each flipped bit makes a frame disappear, and the next one stays")
  func refusesFlippedBits() {
    let frame = Self.text.encode()
    for bit in 0..<frame.count * 8 {
      var stream = frame
      stream[bit / 8] ^= 1 << (bit % 8)
      // Filler completes a candidate whose length field was increased by the flipped bit.
      stream += Self.pvt.encode() + [UInt8](repeating: 0, count: 1200)
      var scanner = UBXScanner()
      #expect(scanner.frames(in: stream) == [Self.pvt], "bit \(bit)")
    }
  }

  @Test("a stream of nothing but preambles ends")
  func survivesPreambles() {
    var scanner = UBXScanner()
    let stream = [[UInt8]](repeating: [0xB5, 0x62], count: 5000).flatMap { $0 }
    #expect(scanner.frames(in: stream + Self.pvt.encode()).last == Self.pvt)
  }

  @Test("a reset forgets the unfinished frame")
  func resets() {
    var scanner = UBXScanner()
    #expect(scanner.frames(in: Array(Self.text.encode().dropLast())) == [])
    scanner.reset()
    #expect(scanner.frames(in: Self.text.encode()) == [Self.text])
    #expect(scanner.counts.otherBytes == Self.text.encode().count - 1)
  }

  /// The counts come from pyubx2 1.4 and from a scan of the whole file in Python.
  static let captures: [(name: String, frames: Int, bytes: Int, navPVT: Int)] = [
    ("gpsd__ublox-f9p-rtcm.log", 16, 3948, 2),
    ("gpsd__ublox-neo-m8p.log", 484, 31_698, 59),
    ("gpsd__ublox-zed-f9t-rtcm3.log", 136, 8080, 26),
    ("gpsd__ublox-zed-f9p-nmea.log", 0, 0, 0),
  ]

  @Test(
    "finds what other decoders find in captured streams",
    .compares(with: .captures), arguments: captures)
  func agreesWithOthers(name: String, frames: Int, bytes: Int, navPVT: Int) throws {
    var scanner = UBXScanner(maximumPayload: 8192)
    var stream = try SharedCaptures.bytes(of: name)
    let length = stream.count
    stream += [UInt8](repeating: 0, count: 9000)
    let found = scanner.frames(in: stream)
    #expect(scanner.counts.frames == frames)
    #expect(scanner.counts.frameBytes == bytes)
    #expect(scanner.counts.otherBytes >= length - bytes)
    #expect(found.count { $0.messageID == .navPVT } == navPVT)
  }

  @Test(
    "reads the fix that another decoder reads in a captured stream",
    .compares(with: .captures))
  func agreesOnFix() throws {
    var scanner = UBXScanner(maximumPayload: 8192)
    let stream = try SharedCaptures.bytes(of: "gpsd__ublox-neo-m8p.log")
    let frame = try #require(scanner.frames(in: stream).first { $0.messageID == .navPVT })
    let fix = try NavPVT(decoding: frame.payload.span)
    #expect((fix.longitudeE7, fix.latitudeE7) == (144_299_466, 501_350_851))
    #expect((fix.heightMillimetres, fix.meanSeaLevelHeightMillimetres) == (348_857, 304_587))
    #expect((fix.horizontalAccuracyMillimetres, fix.verticalAccuracyMillimetres) == (2517, 4903))
    #expect(fix.velocityNorthMillimetresPerSecond == -2)
    #expect(fix.velocityEastMillimetresPerSecond == 28)
    #expect(fix.velocityDownMillimetresPerSecond == -10)
    #expect((fix.groundSpeedMillimetresPerSecond, fix.positionDOPE2) == (29, 249))
    #expect((fix.speedAccuracyMillimetresPerSecond, fix.headingAccuracyE5) == (306, 12_069_772))
    #expect((fix.fixType, fix.satelliteCount) == (.threeDimensional, 9))
    #expect(fix.unixTime == UnixTime(nanoseconds: 1_623_349_135_500_399_319))
  }
}
