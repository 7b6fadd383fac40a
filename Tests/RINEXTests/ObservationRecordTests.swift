import GNSSBasics
import RINEX
import RTCMParser
import RTCMStreams
import TestSupport
import Testing

@Suite("RINEX observation records")
struct ObservationRecordTests {
  /// Monday, 6 January 2020, noon.
  static let reference = GPSTime(week: 2087, secondsOfWeek: 86_400 + 43_200)

  /// An epoch of one signal of GPS, `seconds` after the reference.
  private func gps(
    _ seconds: Int, lock: Int = 1000, phase: Double? = 20_000_000, isHalf: Bool = false,
    signalID: UInt8 = 2, station: UInt16 = 12
  ) throws -> RTCMMessage {
    try msm(
      .gps, seconds, station: station,
      MSMObservation(
        satelliteID: 7, signalID: signalID, pseudorange: 20_000_000, phaserange: phase,
        phaserangeRate: -100, lockTimeMilliseconds: lock, hasHalfCycleAmbiguity: isHalf, cnr: 45.5))
  }

  private func msm(
    _ constellation: Constellation, _ seconds: Int, kind: UInt8 = 7, station: UInt16 = 12,
    _ observation: MSMObservation
  ) throws -> RTCMMessage {
    let epoch = MSMEpoch(
      constellation: constellation,
      gpsTimeOfWeekMilliseconds: Self.reference.millisecondsOfWeek + 1000 * seconds)
    return .msm(
      try MSMMessage(
        type: MSMType(constellation, kind: kind), stationID: station, epoch: epoch,
        observations: [observation]))
  }

  private func file(
    _ messages: [RTCMMessage], header: RINEXHeader = RINEXHeader()
  ) -> (text: [String], file: RINEXFile, epochs: Int) {
    let (text, epochs) = observationFile(of: messages, near: Self.reference, header: header)
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    return (lines, RINEXFile(text), epochs)
  }

  @Test("an epoch is a line with its GPS time and one for each satellite")
  func epoch() throws {
    let lines = file([try gps(1)]).text
    #expect(
      lines.suffix(2) == [
        "> 2020 01 06 12 00 01.0000000  0  1",
        "G07  20000000.000   105100709.3721        525.504          45.500",
      ])
    #expect(
      lines.contains(
        "G    4 C1C L1C D1C S1C                                      SYS / # / OBS TYPES"))
    #expect(
      lines.contains(
        "G L1C                                                       SYS / PHASE SHIFT"))
    #expect(
      lines.contains(
        "  2020     1     6    12     0    1.0000000     GPS         TIME OF FIRST OBS"))
    #expect(!lines.contains { $0.contains("GLONASS") })
  }

  @Test("a slip is where the lock time goes down or stays at zero, and at the first phase")
  func slips() throws {
    let locks = [1000, 2000, 500, 600, 0, 0, 64]
    let epochs = file(try locks.enumerated().map { try gps($0.offset, lock: $0.element) }).file
      .epochs
    #expect(epochs.map { $0.observations["G07 L1C"]?.lossOfLock } == [1, 0, 1, 0, 1, 1, 0])
  }

  @Test("a slip without a phase is told with the next one; a half cycle is bit 1")
  func lateSlips() throws {
    let epochs = file([
      try gps(0), try gps(1), try gps(2, lock: 10, phase: nil), try gps(3, lock: 20, isHalf: true),
      try gps(4, lock: 30, isHalf: true),
    ]).file.epochs
    #expect(epochs.map { $0.observations["G07 L1C"]?.lossOfLock } == [1, 0, nil, 3, 2])
  }

  @Test("signals without a RINEX code are left out, and epochs without any")
  func unnamedSignals() throws {
    let (lines, file, epochs) = file([try gps(0), try gps(1, signalID: 1), try gps(2)])
    #expect(file.epochs.count == 2 && epochs == 2)
    #expect(lines.contains { $0.hasPrefix("     2.000 ") && $0.hasSuffix("INTERVAL") })
  }

  @Test("a GLONASS satellite whose slot is not known is left out, the one in slot 1 is not")
  func unknownSlot() throws {
    let epoch = MSMEpoch(
      constellation: .glonass, gpsTimeOfWeekMilliseconds: Self.reference.millisecondsOfWeek)
    var message = try LegacyObservations(
      type: try #require(LegacyObservationType(messageType: 1012)), stationID: 12, epoch: epoch,
      observations: [UInt8(2), 1].map {
        LegacyObservation(
          constellation: .glonass, satelliteID: $0,
          rinexCode: RINEXSignalCode(band: 1, attribute: UInt8(ascii: "C")),
          pseudorange: 20_000_000, phaserange: 20_000_000, cnr: 40, glonassFrequencyChannel: 2)
      })
    message.satellites[0].id = 0
    let file = file([.legacyObservations(message)]).file
    #expect(file.epochs.map(\.satellites) == [["R01"]])
  }

  @Test("a GLONASS channel that comes late serves the whole file")
  func lateChannel() throws {
    let observation = MSMObservation(
      satelliteID: 3, signalID: 2, pseudorange: 20_000_000, phaserange: 20_000_000, cnr: 40)
    var orbit = GLONASSEphemeris(satelliteID: 3)
    orbit.frequencyChannelIndicator = 12
    let biases = GLONASSCodePhaseBiases(stationID: 12, isAligned: true, l1CA: -1.5)
    let messages = [try msm(.glonass, 0, kind: 4, observation)]
    var unnumbered = orbit
    unnumbered.satelliteID = 0
    let known = file(
      messages + [
        .glonassEphemeris(unnumbered), .glonassEphemeris(orbit), .glonassCodePhaseBiases(biases),
      ])
    #expect(known.file.epochs[0].observations["R03 L1C"]?.value == 107_061_565.905)
    #expect(
      known.text.contains(
        "  1 R03  5                                                  GLONASS SLOT / FRQ #"))
    #expect(
      known.text.contains(
        " C1C   -1.500                                               GLONASS COD/PHS/BIS"))
    let unknown = file(messages)
    #expect(unknown.file.types["R"] == ["C1C", "S1C"])
    #expect(unknown.text.last == "R03  20000000.000          40.000")
  }

  @Test("the station is in the header: equipment, the marker below the antenna, its height")
  func station() throws {
    var point = AntennaReferencePoint(
      stationID: 12, position: ECEFPosition(x: 6_378_139, y: 0, z: 0))
    let equipment = ReceiverAndAntenna(
      stationID: 12, antennaDescriptor: "LEIAR25.R4      NONE, or longer",
      antennaSerialNumber: "4711",
      receiverType: "TRIMBLE NETR9", receiverFirmware: "5.33", receiverSerialNumber: "R\u{E9}12")
    let lines = file([
      .antennaReferencePointAndHeight(
        AntennaReferencePointAndHeight(station: point, antennaHeight: 1.5)),
      .receiverAndAntenna(equipment), try gps(0),
    ]).text
    let header = [
      "0012                                                        MARKER NAME",
      "R?12                TRIMBLE NETR9       5.33                REC # / TYPE / VERS",
      "4711                LEIAR25.R4      NONE                    ANT # / TYPE",
      "  6378137.5000        0.0000        0.0000                  APPROX POSITION XYZ",
      "        1.5000        0.0000        0.0000                  ANTENNA: DELTA H/E/N",
    ]
    for line in header { #expect(lines.contains(line)) }
    let type = "NON_PHYSICAL                                                MARKER TYPE"
    #expect(!lines.contains(type))
    point.isNonPhysical = true
    #expect(file([.antennaReferencePoint(point), try gps(0)]).text.contains(type))
  }

  @Test(
    "what most messages say of the station is in the header, and 1005 takes no height back",
    arguments: [0, 1, 3])
  func majority(place: Int) throws {
    let point = AntennaReferencePoint(
      stationID: 12, position: ECEFPosition(x: 6_378_139, y: 0, z: 0))
    let elsewhere = AntennaReferencePoint(
      stationID: 12, position: ECEFPosition(x: 6_400_000, y: 0, z: 0))
    let equipment = ReceiverAndAntenna(
      stationID: 12, antennaDescriptor: "LEIAR25.R4      NONE", antennaSerialNumber: "4711",
      receiverType: "TRIMBLE NETR9", receiverFirmware: "5.33", receiverSerialNumber: "R12")
    var other = equipment
    other.receiverType = "TRIMBLE NETR8"
    func time(_ leapSeconds: UInt8) -> RTCMMessage {
      var parameters = SystemParameters(
        stationID: 12, time: TransmissionTime(modifiedJulianDay: 0, secondOfDay: 0))
      parameters.leapSeconds = leapSeconds
      return .systemParameters(parameters)
    }
    let right: [RTCMMessage] = [
      .antennaReferencePointAndHeight(
        AntennaReferencePointAndHeight(station: point, antennaHeight: 1.5)),
      .receiverAndAntenna(equipment), time(18),
    ]
    let wrong: [RTCMMessage] = [
      .antennaReferencePoint(elsewhere), .receiverAndAntenna(other), time(146),
    ]
    var parts = [right, right, [.antennaReferencePoint(point)]]
    parts.insert(wrong, at: place)
    let lines = file(try parts.flatMap { $0 } + [gps(0)]).text
    for line in [
      "R12                 TRIMBLE NETR9       5.33                REC # / TYPE / VERS",
      "  6378137.5000        0.0000        0.0000                  APPROX POSITION XYZ",
      "        1.5000        0.0000        0.0000                  ANTENNA: DELTA H/E/N",
      "    18                                                      LEAP SECONDS",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
  }

  @Test("what is said of the station is in the header instead of what the stream tells")
  func givenHeader() throws {
    var header = RINEXHeader(markerName: "MILAN")
    for field in RINEXHeader.Field.allCases.dropFirst() { header[field] = field.rawValue }
    header.date = UnixTime(seconds: 1_780_315_261)
    header.comments = ["short", String(repeating: "x", count: 61)]
    header.antennaOffset = RINEXHeader.AntennaOffset(height: 2, east: 3, north: 4)
    let point = AntennaReferencePoint(
      stationID: 12, position: ECEFPosition(x: 6_378_139, y: 0, z: 0))
    let equipment = ReceiverAndAntenna(
      stationID: 12, antennaDescriptor: "LEIAR25.R4      NONE", antennaSerialNumber: "4711",
      receiverType: "TRIMBLE NETR9", receiverFirmware: "5.33", receiverSerialNumber: "R12")
    let messages: [RTCMMessage] = [
      .antennaReferencePoint(point), .receiverAndAntenna(equipment), try gps(0),
    ]
    let lines = file(messages, header: header).text
    #expect(
      lines[1..<13] == [
        "boardsim            run-by              20260601 120101 UTC PGM / RUN BY / DATE",
        "short                                                       COMMENT",
        String(repeating: "x", count: 60) + "COMMENT",
        "x                                                           COMMENT",
        "MILAN                                                       MARKER NAME",
        "marker-number                                               MARKER NUMBER",
        "marker-type                                                 MARKER TYPE",
        "observer            agency                                  OBSERVER / AGENCY",
        "receiver-number     receiver-type       receiver-version    REC # / TYPE / VERS",
        "antenna-number      antenna-type                            ANT # / TYPE",
        "  6378137.0000       -3.0000       -4.0000                  APPROX POSITION XYZ",
        "        2.0000        3.0000        4.0000                  ANTENNA: DELTA H/E/N",
      ])
    header.position = ECEFPosition(x: 1, y: -2, z: 3.5)
    #expect(
      file(messages, header: header).text.contains(
        "        1.0000       -2.0000        3.5000                  APPROX POSITION XYZ"))
  }

  @Test("epochs of a source without messages make the same records")
  func epochsAlone() throws {
    let messages = try [gps(0), gps(1), gps(2)]
    var assembler = EpochAssembler(near: Self.reference)
    var epochs: [ObservationEpoch] = []
    for message in messages { assembler.add(message) { epochs.append($0) } }
    assembler.finish { epochs.append($0) }
    var survey = RINEXSurvey(near: Self.reference)
    for epoch in epochs { survey.add(epoch) }
    survey.finish()
    var writer = RINEXObservationWriter(of: survey)
    var text: [UInt8] = []
    writer.appendHeader(to: &text)
    // Signals may come in any order within an epoch.
    epochs[1].observations.reverse()
    for epoch in epochs { writer.append(epoch, to: &text) }
    #expect(text == observationFile(of: messages, near: Self.reference).text)
  }

  @Test("another station begins with an event and its header lines")
  func newStation() throws {
    let (lines, file, _) = file([try gps(0), try gps(1), try gps(2, station: 99)])
    let event = try #require(lines.firstIndex(of: "> 2020 01 06 12 00 02.0000000  3  6"))
    #expect(lines[event + 1].hasPrefix("0099 "))
    #expect(lines[event + 7].hasPrefix("> 2020 01 06 12 00 02.0000000  0  1"))
    #expect(file.epochs.map { $0.observations["G07 L1C"]?.lossOfLock } == [1, 0, 1])
  }

  @Test("more than 13 types of a system take more lines")
  func manyTypes() throws {
    let messages = try [2, 3, 4, 8].map { try gps(0, signalID: $0) }
    let types = file(messages).file
    #expect(types.types["G"]?.count == 16)
    #expect(types.lines("SYS / # / OBS TYPES").count == 2)
    #expect(types.epochs.count == 1)
  }

  @Test("leap seconds are those of the stream, or else of its time")
  func leapSeconds() throws {
    let parameters = SystemParameters(
      stationID: 12, time: TransmissionTime(modifiedJulianDay: 0, secondOfDay: 0), leapSeconds: 19)
    #expect(file([try gps(0)]).file.lines("LEAP SECONDS").first?.hasPrefix("    18 ") == true)
    let told = file([.systemParameters(parameters), try gps(0)])
    #expect(told.file.lines("LEAP SECONDS").first?.hasPrefix("    19 ") == true)
  }

  @Test("the interval is that between epochs that follow one another")
  func interval() throws {
    let lines = file(try [0, 2, 3, 4, 5].map { try gps($0) }).text
    let line = try #require(lines.first { $0.hasSuffix("INTERVAL") })
    #expect(line.hasPrefix("     1.000"))
    // Late epochs do not count for the interval.
    let late = file(try [3, 2, 1, 4].map { try gps($0) }).text
    #expect(late.contains { $0.hasPrefix("     1.000") && $0.hasSuffix("INTERVAL") })
  }

  @Test("more than 13 columns go on in a line without system and count")
  func manyColumns() throws {
    let epoch = MSMEpoch(
      constellation: .gps, gpsTimeOfWeekMilliseconds: Self.reference.millisecondsOfWeek)
    let observations = [2, 8, 15, 22].map { signal in
      MSMObservation(
        satelliteID: 7, signalID: signal, pseudorange: 20_000_000, phaserange: 20_000_000,
        phaserangeRate: -100, lockTimeMilliseconds: 1000, cnr: 45.5)
    }
    let message = try MSMMessage(
      type: MSMType(.gps, kind: 7), stationID: 12, epoch: epoch, observations: observations)
    let all = file([.msm(message)]).text
    let lines = all.filter { $0.hasSuffix("SYS / # / OBS TYPES") }
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("G   16 C1C ") == true)
    #expect(lines.last?.hasPrefix("       ") == true)
    #expect(
      all.filter { $0.hasSuffix("SYS / PHASE SHIFT") }.map { $0.prefix(17) } == [
        "G L1C            ", "G L2C  0.00000   ", "G L2S  0.00000   ", "G L5I            ",
      ])
  }
}
