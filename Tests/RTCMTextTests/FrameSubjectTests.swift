import RTCMParser
import RTCMStreams
import RTCMText
import TestSupport
import Testing

@Suite("Subjects of frames on a line each")
struct FrameSubjectTests {
  @Test("a text is shown without what a terminal obeys")
  func texts() throws {
    let time = TransmissionTime(modifiedJulianDay: 61_000, secondOfDay: 0)
    #expect(
      try FrameLineTests.lines(
        .antennaDescriptor(AntennaDescriptor(stationID: 1, descriptor: "TRM\u{7}")),
        .unicodeText(UnicodeText(stationID: 2, time: time, text: "\u{1B}[2J"))) == [
          #"           -  1007     1  Antenna descriptor: TRM\u0007"#,
          #"           -  1029     2  Text: \u001b[2J"#,
        ])
  }

  @Test("a time that cannot be is told behind the satellites, or alone, and no time is shown")
  func times() throws {
    let message = try MSMMessage(
      type: MSMType(.glonass, kind: 7), stationID: 1,
      epoch: MSMEpoch(constellation: .glonass, milliseconds: 86_401_500, glonassDayOfWeek: 1),
      observations: [
        MSMObservation(satelliteID: 3, signalID: 2, pseudorange: 21e6, phaserange: 21e6)
      ])
    let parameters = SystemParameters(
      stationID: 1, time: TransmissionTime(modifiedJulianDay: 61_000, secondOfDay: 86_401))
    let lines = try FrameLineTests.lines(.msm(message), .systemParameters(parameters))
    #expect(
      lines == [
        "           -  1087     1  GLONASS MSM7: R03, 1 signal, "
          + "a time that cannot be: DF034 is 86401500, at most 86400999",
        "           -  1013     1  System parameters: "
          + "a time that cannot be: DF052 is 86401, at most 86400",
      ])
  }

  @Test("types from 4001 to 4095 are the makers', no others", arguments: [4000, 4096, .max])
  func noTypes(type: UInt16) { #expect(MessageName.of(type) == nil) }

  @Test("preambles with reserved bits are told where there are some")
  func reservedBits() throws {
    var bytes = try SyntheticStream.base(seconds: 0..<3).bytes
    let none = SyntheticStream.statistics(bytes).table
    bytes[1] |= 0x80
    let some = SyntheticStream.statistics(bytes).table
    #expect(!none.contains("reserved"))
    #expect(some.contains("; preambles with reserved header bits set: 1\n"))
  }

  @Test("an epoch of CSV is written when the next one begins, the last one at the end")
  func epochs() throws {
    let reference = GPSTime(week: 2421, secondsOfWeek: 129_618)
    var writer = ObservationCSVWriter(near: reference)
    var text: [UInt8] = []
    let counts = try (0..<3).map { second in
      let message = try MSMMessage(
        type: MSMType(.gps, kind: 7), stationID: 1,
        epoch: MSMEpoch(
          constellation: .gps, gpsTimeOfWeekMilliseconds: 129_618_000 + 1000 * second),
        isMoreToFollow: true,
        observations: [
          MSMObservation(satelliteID: 3, signalID: 2, pseudorange: 21e6, phaserange: 21e6),
          MSMObservation(satelliteID: 3, signalID: 5, pseudorange: 21e6, phaserange: 21e6),
        ])
      writer.append(.msm(message), to: &text)
      return writer.epochs
    }
    #expect(counts == [0, 1, 2])
    writer.finish(to: &text)
    #expect(writer.epochs == 3)
    #expect(text.count { $0 == UInt8(ascii: "\n") } == 6)
    #expect(writer.omissions.map(\.reason) == [.unnamedSignal])
    #expect(writer.omissions.map(\.count) == [3])
  }
}
