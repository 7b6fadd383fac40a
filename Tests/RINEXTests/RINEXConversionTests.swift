import GNSSBasics
import RINEX
import RTCMStreams
import Testing

@Suite("From a stream to the texts of RINEX files")
struct RINEXConversionTests {
  /// Monday, 4 September 2017, a minute after midnight UTC: MJD 58 000, GPS week 1965.
  static let start = GPSTime(week: 1965, secondsOfWeek: 86_400 + 60 + 18)

  /// Ten epochs of one satellite, after a message with the date.
  private static func stream(
    tellsDate: Bool, modifiedJulianDays: [UInt16] = [58_000]
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for day in tellsDate ? modifiedJulianDays : [] {
      let time = TransmissionTime(modifiedJulianDay: day, secondOfDay: 60)
      bytes += try RTCMMessage.systemParameters(SystemParameters(stationID: 12, time: time)).frame()
    }
    for second in 0..<10 {
      let message = try MSMMessage(
        type: MSMType(.gps, kind: 7), stationID: 12,
        epoch: MSMEpoch(
          constellation: .gps,
          gpsTimeOfWeekMilliseconds: start.millisecondsOfWeek + 1000 * second),
        observations: [
          MSMObservation(
            satelliteID: 7, signalID: 2, pseudorange: 20_000_000, phaserange: 20_000_000,
            lockTimeMilliseconds: 1000, cnr: 45.5)
        ])
      bytes += try RTCMMessage.msm(message).frame()
    }
    return bytes
  }

  private static func text(
    of stream: [UInt8], near date: GPSTime? = nil, piece: Int = .max
  ) throws -> (
    lines: [Substring], navigation: [UInt8], epochs: Int, passes: Int, outliers: [DateClaim]
  ) {
    var conversion = RINEXConversion(near: date, header: RINEXHeader(markerName: "MILAN"))
    var text = RINEXConversion.Text()
    var passes = 0
    while conversion.pass != .done {
      var rest = stream[...]
      while !rest.isEmpty {
        let next = Array(rest.prefix(piece))
        conversion.consume(next.span, into: &text)
        rest = rest.dropFirst(next.count)
      }
      try conversion.endPass(into: &text)
      passes += 1
    }
    let lines = String(decoding: text.observations, as: UTF8.self).split(separator: "\n")
    return (lines, text.navigation, conversion.epochs, passes, conversion.dateOutliers)
  }

  @Test("a date in the stream is found, and every epoch is written", arguments: [1, 7, .max])
  func findsDate(piece: Int) throws {
    let text = try Self.text(of: Self.stream(tellsDate: true), piece: piece)
    #expect(text.passes == 3)
    #expect(text.epochs == 10)
    #expect(text.lines.filter { $0.hasPrefix("> 2017 09 04 00 01 ") }.count == 10)
    #expect(text.lines.contains { $0.hasPrefix("MILAN ") && $0.hasSuffix("MARKER NAME") })
    #expect(String(decoding: text.navigation, as: UTF8.self).contains("END OF HEADER"))
  }

  @Test("a date that is given is enough, and may be half a week and a day off")
  func takesDate() throws {
    let stream = try Self.stream(tellsDate: false)
    #expect(try Self.text(of: stream, near: Self.start).epochs == 10)
    let dated = try Self.stream(tellsDate: true)
    let near = Self.start.advanced(byNanoseconds: 3 * 86_400_000_000_000)
    #expect(try Self.text(of: dated, near: near).lines.contains { $0.hasPrefix("> 2017 09 04") })
  }

  @Test(
    "what tells another date, first or later, changes nothing and is told", arguments: [0, 1, 2])
  func outliers(place: Int) throws {
    var days: [UInt16] = [58_000, 58_000]
    days.insert(57_000, at: place)
    let stream = try Self.stream(tellsDate: true, modifiedJulianDays: days)
    for date in [nil, Self.start] {
      let text = try Self.text(of: stream, near: date)
      #expect(text.lines.filter { $0.hasPrefix("> 2017 09 04 00 01 ") }.count == 10)
      #expect(text.outliers.map(\.messageType) == [1013])
    }
  }

  @Test("a date that as much of the stream confirms as contradicts needs to be given")
  func division() throws {
    let stream = try Self.stream(tellsDate: true, modifiedJulianDays: [58_000, 57_000])
    #expect(throws: StreamDateError.self) { try Self.text(of: stream) }
    #expect(try Self.text(of: stream, near: Self.start).epochs == 10)
  }

  @Test("of messages whose time is none those are told that a file would have")
  func impossibleTimes() throws {
    let late = try MSMMessage(
      type: MSMType(.gps, kind: 7), stationID: 12,
      epoch: MSMEpoch(constellation: .gps, milliseconds: 604_800_000), observations: [])
    let clock = try #require(SSRType(messageType: 1058))
    let correction = SSRMessage(type: clock, header: SSRHeader(epochSeconds: 604_800))
    let stream =
      try RTCMMessage.ssr(correction).frame() + RTCMMessage.msm(late).frame()
      + Self.stream(tellsDate: true)
    var (conversion, text) = (RINEXConversion(), RINEXConversion.Text())
    while conversion.pass != .done {
      conversion.consume(stream.span, into: &text)
      try conversion.endPass(into: &text)
    }
    #expect(conversion.epochs == 10)
    #expect(conversion.impossibleTimes.map(\.messageType) == [1077])
  }

  @Test("without a date nothing is written, and why is told")
  func unknownDate() throws {
    let stream = try Self.stream(tellsDate: false)
    #expect(throws: StreamDateError.unknown) { try Self.text(of: stream) }
  }

  @Test("a date that the stream contradicts is told, with what the stream says")
  func contradiction() throws {
    let stream = try Self.stream(tellsDate: true)
    let wrong = Self.start.advanced(byNanoseconds: 5 * 86_400_000_000_000)
    #expect(throws: StreamDateError.contradicted(byMessage: 1013, saying: Self.start)) {
      try Self.text(of: stream, near: wrong)
    }
  }
}
