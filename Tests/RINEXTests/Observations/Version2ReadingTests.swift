import GNSSBasics
import RINEX
import RTCMParser
import Testing

@Suite("RINEX 2 observation file, and what its lines mean")
struct Version2ReadingTests {
  private static func file(_ version: String, _ types: [String], system: String = "M")
    -> ObservationText
  {
    let list =
      "    \(types.count < 10 ? " " : "")\(types.count)" + types.map { "    \($0)" }.joined()
    return ObservationText(version, system: system, [(list, "# / TYPES OF OBSERV")])
  }

  /// Returns what is read of one satellite with a value in each column that is not blank: signals and kinds.
  private static func signals(
    _ version: String, _ types: [String], of satellite: String = "G01", blank: Set<Int> = []
  ) throws -> [String] {
    var file = file(version, types)
    file.add(" 26  6  1 12  0  0.0000000  0  1\(satellite)")
    for row in stride(from: 0, to: types.count, by: 5) {
      file.add(
        (row..<min(row + 5, types.count)).map {
          ObservationText.field(blank.contains($0) ? "" : "\($0 + 1).000")
        }.joined())
    }
    let channels: [UInt8: Int] = [1: 0]
    return try file.read(glonassChannels: channels).epochs.flatMap(\.observations).map {
      let kinds = [
        ("C", $0.pseudorange), ("L", $0.phaserange), ("D", $0.phaserangeRate), ("S", $0.cnr),
      ]
      return ($0.code?.description ?? "") + " " + kinds.filter { $0.1 != nil }.map(\.0).joined()
    }
  }

  @Test("phase, Doppler and strength belong to the first signal of the band that has a pseudorange")
  func bands() throws {
    let types = ["L1", "L2", "C1", "P1", "P2", "C2", "S1", "S2", "D1"]
    #expect(try Self.signals("2.11", types) == ["1C CLDS", "1W C", "2W CLS", "2X C"])
    #expect(try Self.signals("2.11", types, blank: [2]) == ["1W CLDS", "2W CLS", "2X C"])
    #expect(try Self.signals("2.11", types, blank: [2, 4]) == ["1W CLDS", "2X CLS"])
    #expect(try Self.signals("2.11", ["C1", "L1", "L2", "P2"], of: "R01") == ["1C CL", "2P CL"])
    #expect(try Self.signals("2.11", ["L1", "L2"]) == ["1C L", "2W L"])
    #expect(
      try Self.signals("2.11", ["C1", "L1", "C2", "P2", "L2"], of: "R01") == [
        "1C CL", "2C CL", "2P C",
      ])
  }

  @Test(
    "each system's types have the codes of version 3",
    arguments: [
      (
        "E01", ["C1", "L1", "C5", "L5", "C7", "C8", "C6"],
        ["1X CL", "5X CL", "7X C", "8X C", "6X C"]
      ),
      ("S20", ["C1", "L1", "C5"], ["1C CL", "5X C"]),
      ("J01", ["C1", "C2", "L2", "C5", "C6"], ["1C C", "2X CL", "5X C", "6X C"]),
      ("G01", ["C5", "L5", "D5"], ["5X CLD"]),
      ("C06", ["C2", "L2", "C7", "C6"], ["2I CL", "7I C", "6I C"]),
      ("I01", ["C5", "C9"], ["5A C", "9A C"]),
    ])
  func systems(satellite: String, types: [String], signals: [String]) throws {
    #expect(try Self.signals("2.12", types, of: satellite) == signals)
  }

  @Test("types of version 2.12 name the signal of their phases")
  func version212() throws {
    let types = ["CA", "LA", "P1", "L1", "CB", "LB", "CC", "LC", "P2"]
    #expect(
      try Self.signals("2.12", types) == ["1C CL", "1W CL", "1X CL", "2X CL", "2W C"])
    #expect(try Self.signals("2.12", ["CA", "LA", "CD", "LD"], of: "R01") == ["1C CL", "2C CL"])
  }

  @Test("satellites go on in further lines, a blank system is the file's, and so is a blank digit")
  func satellites() throws {
    var file = Self.file("2.10", ["C1"], system: "R")
    let names = (1...14).map { $0 < 10 ? "  \($0)" : " \($0)" }
    file.add(" 09 12 18 23 30  0.2500000  0 14" + names[..<12].joined() + "  .000000500")
    file.add(String(repeating: " ", count: 32) + names[12...].joined())
    for number in 1...14 {
      file.add(number == 3 ? "" : ObservationText.field("2\(number)00000.000"))
    }
    let read = try file.read()
    #expect(read.errorCount == 0 && read.clockOffsets == [0.0000005])
    let observations = try #require(read.epochs.first).observations
    #expect(
      observations.map(\.satellite) == (1...14).filter { $0 != 3 }.map { SatelliteID(.glonass, $0) }
    )
    #expect(observations.last?.pseudorange == 21_400_000)
    // GLONASS's file of version 2 without a time scale has UTC: 15 leap seconds in 2009.
    #expect(read.epochs[0].time.unixTime == UnixTime(nanoseconds: 1_261_179_000_250_000_000))
  }

  @Test("years of two digits lie between 1980 and 2079")
  func years() throws {
    var file = Self.file("2.11", ["C1"])
    for year in ["80", "99", "00", "79"] { file.add(" \(year)  6  1 12  0  0.0000000  0  0") }
    #expect(try file.read().epochs.map { CivilTime($0.time).year } == [1980, 1999, 2000, 2079])
  }

  @Test("an event changes the types, also one without a time")
  func events() throws {
    var file = Self.file("2.11", ["C1", "L1"])
    file.add(" 26  6  1 12  0  0.0000000  0  1G01", ObservationText.field("20000000.000"))
    file.add("                            4  2")
    file.add(ObservationText.line("     1    P2", "# / TYPES OF OBSERV").dropLast().description)
    file.add(ObservationText.line("changed", "COMMENT").dropLast().description)
    file.add(" 26  6  1 12  0  1.0000000  0  1G01", ObservationText.field("21000000.000"))
    let read = try file.read()
    #expect(read.errorCount == 0 && read.header.station.comments == ["changed"])
    #expect(read.epochs.flatMap(\.observations).map { $0.code?.description } == ["1C", "2W"])
  }

  @Test("a wavelength factor of 2 makes half cycles of all phases but those marked")
  func wavelengths() throws {
    var file = ObservationText(
      "2.11",
      [("     1     2", "WAVELENGTH FACT L1/2"), ("     2    L1    L2", "# / TYPES OF OBSERV")])
    file.add(
      " 26  6  1 12  0  0.0000000  0  2G01G02",
      ObservationText.field("1.000") + ObservationText.field("1.000"),
      ObservationText.field("1.000,2") + ObservationText.field("1.000,2"))
    let observations = try file.read().epochs[0].observations
    #expect(observations.map(\.hasHalfCycleAmbiguity) == [false, true, true, false])
  }
}
