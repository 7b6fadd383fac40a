import GNSSBasics
import NMEA
import Testing

@Suite("Sentences of receivers")
struct ReceiverSentencesTests {
  private static func read(_ text: String) throws -> NMEASentence {
    let bytes = Array(text.utf8)
    let sentence = NMEASentence(decoding: bytes.span)
    return try #require(sentence)
  }

  private static func write(_ body: String) throws -> NMEASentence {
    let sum = NMEAChecksum.checksum(ofBody: Array(body.utf8).span)
    let digits = String(sum, radix: 16)
    return try read("$\(body)*\(digits.utf8.count < 2 ? "0" : "")\(digits)")
  }

  @Test("RMC, as published: time, date, place and motion")
  func rmc() throws {
    let one = try #require(
      RMCSentence(
        try Self.read("$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A")))
    #expect(one.isValid && one.timeOfDay == .seconds(45_319))
    #expect(one.date == CivilDate(year: 1994, month: 3, day: 23))
    #expect(one.latitude == 48 + 7.038 / 60 && one.longitude == 11.0 + 31.0 / 60)
    #expect(one.speedKnots == 22.4 && one.course == 84.4)
    let none = try #require(RMCSentence(try Self.write("GNRMC,,V,,,,,,,,,,N,V")))
    #expect(!none.isValid && none.timeOfDay == nil && none.date == nil && none.latitude == nil)
    #expect(none.speedKnots == nil && none.course == nil)
  }

  @Test("degrees and minutes are those that small parsers cut to millionths")
  func millionths() throws {
    let one = try #require(
      GLLSentence(try Self.write("GPGLL,4528.544,N,00913.444,E,164043.901,A,A")))
    #expect(Int((one.latitude ?? 0) * 1e6) == 45_475_733)
    #expect(Int((one.longitude ?? 0) * 1e6) == 9_224_066)
    #expect(one.isValid && one.timeOfDay == .milliseconds(60_043_901))
  }

  @Test("GSA has satellites and dilutions, GSV those in view, VTG motion, GST statistics")
  func others() throws {
    let used = try #require(
      GSASentence(try Self.write("GNGSA,A,3,02,11,14,,,,,,,,,,1.50,0.82,1.24,1")))
    #expect(used.dimensions == 3 && used.satellites == [2, 11, 14])
    #expect(used.positionDilution == 1.5 && used.verticalDilution == 1.24)
    let view = try #require(
      GSVSentence(try Self.write("GPGSV,2,2,06,15,22,145,39,17,17,279,,1")))
    #expect((view.sentenceCount, view.sentenceNumber, view.satellitesInView) == (2, 2, 6))
    #expect(view.satellites.map(\.number) == [15, 17])
    #expect(view.satellites.map(\.carrierToNoise) == [39, nil])
    #expect(GSVSentence(try Self.write("GPGSV,1,1,00,1"))?.satellites == [])
    let motion = try #require(VTGSentence(try Self.write("GNVTG,,T,,M,0.004,N,0.008,K,A")))
    #expect(motion.course == nil && motion.speedKnots == 0.004)
    let errors = try #require(GSTSentence(try Self.write("GNGST,120000,1.8,,,,1.7,1.3,2.2")))
    #expect((errors.latitude, errors.longitude, errors.altitude) == (1.7, 1.3, 2.2))
    #expect(RMCSentence(try Self.write("GNVTG,,T")) == nil)
  }

  @Test("every field is read from its place")
  func places() throws {
    let minimum = try #require(
      RMCSentence(try Self.write("GNRMC,010203.5,A,0130.0,S,00245.0,W,1.25,359.5,311299,,,A")))
    #expect(minimum.timeOfDay == .milliseconds(3_723_500) && minimum.isValid)
    #expect(minimum.latitude == -1.5 && minimum.longitude == -2.75)
    #expect(minimum.speedKnots == 1.25 && minimum.course == 359.5)
    #expect(minimum.date == CivilDate(year: 1999, month: 12, day: 31))
    let place = try #require(GLLSentence(try Self.write("GNGLL,0130.0,N,00245.0,E,010203,V,N")))
    #expect(place.latitude == 1.5 && place.longitude == 2.75)
    #expect(place.timeOfDay == .seconds(3723) && !place.isValid)
    let motion = try #require(VTGSentence(try Self.write("GNVTG,12.5,T,11.5,M,3.25,N,6.019,K,A")))
    #expect(motion.course == 12.5 && motion.speedKnots == 3.25)
    let used = try #require(
      GSASentence(try Self.write("GNGSA,A,2,1,2,3,4,5,6,7,8,9,10,11,12,1.5,1.25,1.75,13")))
    #expect(used.dimensions == 2 && used.satellites == Array(1...12))
    #expect(used.positionDilution == 1.5 && used.horizontalDilution == 1.25)
    #expect(used.verticalDilution == 1.75)
    let errors = try #require(
      GSTSentence(try Self.write("GNGST,010203,0.5,1.5,2.5,3.5,4.5,5.5,6.5")))
    #expect(errors.timeOfDay == .seconds(3723))
    #expect((errors.latitude, errors.longitude, errors.altitude) == (4.5, 5.5, 6.5))
  }

  @Test("GSV has up to four satellites, each with what is known of it")
  func view() throws {
    let rows = ["01,11,101,21", "02,12,102,22", "03,,,", "04,14,104,24"]
    for count in 0...4 {
      let body = (["GPGSV,3,1,12"] + rows[..<count]).joined(separator: ",")
      for (end, name) in [("", "as of old"), (",5", "with a signal")] {
        let view = try #require(GSVSentence(try Self.write(body + end)))
        #expect((view.sentenceCount, view.sentenceNumber, view.satellitesInView) == (3, 1, 12))
        #expect(view.satellites.map(\.number) == Array(1...4).prefix(count) + [], "\(name)")
        #expect(view.satellites.map(\.elevation) == [11, 12, nil, 14].prefix(count) + [])
        #expect(view.satellites.map(\.azimuth) == [101, 102, nil, 104].prefix(count) + [])
        #expect(view.satellites.map(\.carrierToNoise) == [21, 22, nil, 24].prefix(count) + [])
      }
    }
    // A fifth one is none of the sentence's.
    let more = try #require(
      GSVSentence(try Self.write("GPGSV,3,1,12," + (rows + rows).joined(separator: ","))))
    #expect(more.satellites.count == 4)
  }

  @Test(
    "a sentence is read as its own type alone",
    arguments: ["GNRMC", "GNGLL", "GNVTG", "GNGSA", "GNGSV", "GNGST", "GNGGA", "GNRMCX", "RMC"])
  func types(address: String) throws {
    let sentence = try Self.write(address + ",1,2,3,4,5,6,7,8,9")
    #expect((RMCSentence(sentence) != nil) == (address == "GNRMC"))
    #expect((GLLSentence(sentence) != nil) == (address == "GNGLL"))
    #expect((VTGSentence(sentence) != nil) == (address == "GNVTG"))
    #expect((GSASentence(sentence) != nil) == (address == "GNGSA"))
    #expect((GSVSentence(sentence) != nil) == (address == "GNGSV"))
    #expect((GSTSentence(sentence) != nil) == (address == "GNGST"))
  }

  @Test("days and months are told apart")
  func wholeDates() throws {
    for (text, year, month, day) in [
      ("311279", 2079, 12, 31), ("010180", 1980, 1, 1), ("091202", 2002, 12, 9),
      ("280200", 2000, 2, 28),
    ] {
      #expect(
        try Self.write("X,\(text)").date(at: 1) == CivilDate(year: year, month: month, day: day))
    }
  }

  @Test(
    "a date is one, with years from 1980 to 2079",
    arguments: [
      ("010180", 1980), ("311279", 2079), ("290224", 2024), ("300224", nil), ("10126", nil),
      ("", nil),
      ("aabbcc", nil),
    ] as [(String, Int?)])
  func dates(text: String, year: Int?) throws {
    #expect(try Self.write("X,\(text)").date(at: 1)?.year == year)
  }
}

@Suite("NMEA streams")
struct NMEAScannerTests {
  private static let gga = Array(
    "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n".utf8)

  private static func scan(_ stream: [UInt8], by size: Int) -> (names: [String], NMEAScanCounts) {
    var scanner = NMEAScanner()
    var names: [String] = []
    for start in stride(from: 0, to: stream.count, by: size) {
      let piece = Array(stream[start..<min(start + size, stream.count)])
      scanner.consume(piece.span) { names.append($0.address) }
    }
    scanner.reset()
    return (names, scanner.counts)
  }

  @Test(
    "sentences between other bytes are found however the stream is cut", arguments: [1, 3, 1000])
  func finds(size: Int) {
    let noise: [UInt8] = [0xB5, 0x62, 0x24, 0x41, 0x00, 0xFF, 0x24]
    var damaged = Self.gga
    damaged[10] ^= 1
    let stream = noise + Self.gga + Self.gga.dropLast() + noise + damaged + Array("$GP".utf8)
    let (names, counts) = Self.scan(stream, by: size)
    #expect(names == ["GPGGA", "GPGGA"])
    #expect(counts.sentences == 2 && counts.badChecksums == 1)
    #expect(counts.sentenceBytes == 2 * (Self.gga.count - 1))
    #expect(counts.sentenceBytes + counts.otherBytes == stream.count)
  }

  @Test("the longest sentence has 246 bytes before its line end")
  func longest() {
    for (count, isFound) in [(246, true), (247, false)] {
      let fill = count - 4
      let sum = fill % 2 == 0 ? "00" : "41"
      let line = Array(("$" + String(repeating: "A", count: fill) + "*\(sum)\r").utf8)
      let (names, counts) = Self.scan(line, by: 1000)
      #expect(names.count == (isFound ? 1 : 0))
      #expect(counts.sentenceBytes == (isFound ? count + 1 : 0))
      #expect(counts.otherBytes == (isFound ? 0 : count + 1))
    }
  }

  @Test("a carriage return ends a sentence, and so does a line feed")
  func lineEnds() {
    for end: [UInt8] in [[0x0D], [0x0A], [0x0D, 0x0A]] {
      let (names, counts) = Self.scan(Self.gga.dropLast(2) + end, by: 5)
      #expect(names == ["GPGGA"])
      #expect(counts.otherBytes == end.count - 1)
    }
  }

  @Test("what stands before a sentence, and one that is not finished, are other bytes")
  func others() {
    var scanner = NMEAScanner()
    let piece = Array("ab$GP\u{1}c$G".utf8)
    scanner.consume(piece.span) { _ in }
    #expect(scanner.counts.otherBytes == 7)
    scanner.reset()
    #expect(scanner.counts.otherBytes == 9)
    #expect(scanner.counts.sentences == 0 && scanner.counts.badChecksums == 0)
  }

  @Test(
    "a sentence has characters from the blank to the tilde only; any other ends it unfinished",
    arguments: [(0x1F, false), (0x20, true), (0x7E, true), (0x7F, false), (0x80, false)]
      as [(UInt8, Bool)])
  func characters(byte: UInt8, isInSentence: Bool) {
    let sum = String(UInt8(ascii: "X") ^ byte, radix: 16)
    let line = Array("$X".utf8) + [byte] + Array("*\(sum)\r".utf8)
    let (names, counts) = Self.scan(line, by: 100)
    #expect(names.count == (isInSentence ? 1 : 0))
    #expect(counts.otherBytes == (isInSentence ? 0 : line.count) && counts.badChecksums == 0)
  }

  @Test("an endless line is given up, and what follows is found")
  func endless() {
    let stream = [0x24] + [UInt8](repeating: 0x41, count: 10_000) + Self.gga
    #expect(Self.scan(stream, by: 7).names == ["GPGGA"])
  }
}
