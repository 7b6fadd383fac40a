import GNSSBasics
import RINEX
import RTCMParser
import Testing

@Suite("RINEX observation file, and what its lines mean")
struct ObservationRuleTests {
  private static let gps = [("G    4 C1C L1C D1C S1C", "SYS / # / OBS TYPES")]
  /// 1 June 2026, noon.
  private static let noon = GPSTime(week: 2421, secondsOfWeek: 129_600)

  private static func record(_ satellite: String, _ fields: String...) -> String {
    satellite + fields.map { ObservationText.field($0) }.joined()
  }

  @Test("a time, a clock's offset and the values in metres, with the signs of an observation")
  func values() throws {
    var file = ObservationText("3.04", Self.gps)
    file.add(
      epoch: 1, clock: "-.000123456789",
      [Self.record("G07", "23629347.915", "124172345.250,27", "-1234.500", "44.750")])
    let read = try file.read()
    #expect(read.clockOffsets == [-0.000123456789])
    let epoch = try #require(read.epochs.first)
    #expect(epoch.time == Self.noon.advanced(byNanoseconds: 1_000_000_000))
    #expect(epoch.stationID == 0 && epoch.isComplete && epoch.messageTypes.isEmpty)
    var expected = SignalObservation(
      constellation: .gps, satelliteNumber: 7, code: try #require(RINEXSignalCode("1C")))
    expected.pseudorange = 23_629_347.915
    expected.phaserange = 124_172_345.25 * (299_792_458 / 1_575_420_000)
    expected.phaserangeRate = 1234.5 * (299_792_458 / 1_575_420_000)
    expected.cnr = 44.75
    expected.minimumLockTimeMilliseconds = 0
    expected.hasHalfCycleAmbiguity = true
    #expect(epoch.observations == [expected])
  }

  @Test("blanks and zeros are missing, and the digit of strength stands in for a missing column")
  func missing() throws {
    var file = ObservationText("3.04", [("G    3 C1C L1C C2W", "SYS / # / OBS TYPES")])
    file.add(
      epoch: 1,
      [
        Self.record("G01", "0.000", "", "21000000.000, 5"), "G02",
        Self.record("G03", "", "100.000, 7"),
      ])
    let observations = try #require(file.read().epochs.first).observations
    #expect(observations.map(\.satelliteNumber) == [1, 3])
    #expect(observations[0].code == RINEXSignalCode("2W") && observations[0].cnr == 30)
    #expect(observations[0].minimumLockTimeMilliseconds == nil && observations[0].phaserange == nil)
    #expect(observations[1].pseudorange == nil && observations[1].cnr == 42)
  }

  @Test("lock times grow by epoch, and begin anew with slips, gaps, missing phases and new power")
  func lockTimes() throws {
    var file = ObservationText("3.04", Self.gps)
    func record(_ satellite: String, _ phase: String) -> String {
      Self.record(satellite, "20000000.000", phase)
    }
    file.add(epoch: 0, [record("G01", "1.000,1"), record("G02", "2.000")])
    file.add(epoch: 1, [record("G01", "1.000,0"), record("G02", "")])
    file.add(epoch: 2, [record("G01", "1.000"), record("G02", "2.000")])
    file.add(epoch: 3, [record("G01", "1.000,1"), record("G02", "2.000,2")])
    file.add(epoch: 4, [record("G01", "1.000,3"), record("G02", "2.000")])
    file.add(epoch: 6, [record("G01", "1.000"), record("G02", "2.000")])
    file.add(epoch: 7, [record("G01", "1.000"), record("G02", "2.000")])
    file.add(epoch: 7, flag: 6, [record("G02", "1.000")])
    file.add(epoch: 8, [record("G01", "1.000"), record("G02", "2.000")])
    file.add(epoch: 9, flag: 1, [record("G01", "1.000"), record("G02", "2.000")])
    file.add("> 2026 06 01 12 00  9.5000000  3  1")
    file.add("NEW                                                         MARKER NAME")
    file.add(epoch: 10, [record("G01", "1.000"), record("G02", "2.000")])
    file.add(epoch: 11, [record("G01", "1.000"), record("G02", "2.000")])
    let locks = try file.read().epochs.map { $0.observations.map(\.minimumLockTimeMilliseconds) }
    #expect(
      locks == [
        [0, 0], [1000, nil], [2000, 0], [0, 1000], [0, 2000], [0, 0], [1000, 1000], [2000, 0],
        [0, 0], [0, 0], [1000, 1000],
      ])
  }

  @Test(
    "times are GPS times, of each scale",
    arguments: [
      ("GPS", 0), ("GAL", 0), ("QZS", 0), ("IRN", 0), ("BDT", 14), ("GLO", 18),
    ])
  func timeScales(name: String, seconds: Int64) throws {
    var file = ObservationText(
      "3.04",
      Self.gps + [("  2026     6     1    12     0    0.0000000     \(name)", "TIME OF FIRST OBS")])
    file.add(epoch: 0, [Self.record("G01", "20000000.000")])
    let read = try file.read()
    let expected = Self.noon.advanced(byNanoseconds: seconds * 1_000_000_000)
    #expect(read.epochs.map(\.time) == [expected] && read.header.firstTime == expected)
  }

  @Test("a leap second is a second of its own")
  func leapSecond() throws {
    var file = ObservationText("3.04", system: "R", [("R    1 C1C", "SYS / # / OBS TYPES")])
    for line in ["2016 12 31 23 59 59.5", "2016 12 31 23 59 60.5", "2017 01 01 00 00  0.5"] {
      file.add("> \(line)000000  0  1", Self.record("R01", "20000000.000"))
    }
    let times = try file.read().epochs.map(\.time)
    #expect(
      times.count == 3 && zip(times, times.dropFirst()).allSatisfy { $1.seconds(since: $0) == 1 })
    #expect(times.last?.unixTime == UnixTime(nanoseconds: 1_483_228_800_500_000_000))
  }

  @Test("GLONASS needs a channel for its phases: the header's, else the given one")
  func channels() throws {
    let types = [("R    2 C1C L1C", "SYS / # / OBS TYPES")]
    let slots = [("  1 R01 -4", "GLONASS SLOT / FRQ #")]
    let records = ["R01", "R02", "R03"].map { Self.record($0, "20000000.000", "100.000") }
    var file = ObservationText("3.04", types + slots)
    file.add(epoch: 0, records)
    let observations = try file.read(glonassChannels: [1: 5, 2: 6]).epochs[0].observations
    #expect(observations.map(\.glonassFrequencyChannel) == [-4, 6, nil])
    #expect(observations.map(\.carrierFrequency) == [1599.75e6, 1605.375e6, nil])
    #expect(observations.map { $0.phaserange == nil } == [false, false, true])
    #expect(observations.allSatisfy { $0.pseudorange == 20_000_000 })
  }

  @Test("scale factors divide, of the types they name or of all; phase shifts are only told")
  func scaleFactors() throws {
    var file = ObservationText(
      "3.04",
      [
        ("G    2 C1C L1C", "SYS / # / OBS TYPES"), ("E    2 C1C L1C", "SYS / # / OBS TYPES"),
        ("G  100   1 L1C", "SYS / SCALE FACTOR"), ("E   10", "SYS / SCALE FACTOR"),
        ("G L1C  0.25000  02 G01 G02", "SYS / PHASE SHIFT"),
        ("E L1C -0.50000", "SYS / PHASE SHIFT"),
      ])
    file.add(epoch: 0, ["G01", "E01"].map { Self.record($0, "20000000.000", "1000.000") })
    let read = try file.read()
    #expect(read.epochs[0].observations.map(\.pseudorange) == [20_000_000, 2_000_000])
    let phases = read.epochs[0].observations.compactMap { $0.phase?.rounded() }
    #expect(phases == [10, 100])
    #expect(read.header.phaseShifts.map(\.cycles) == [0.25, -0.5])
    #expect(read.header.phaseShifts[0].satellites == [SatelliteID(.gps, 1), SatelliteID(.gps, 2)])
  }

  @Test(
    "B1I of BeiDou is in band 1 of version 3.02, and B1C in that of later ones",
    arguments: [
      ("3.01", "C2I", "2I"), ("3.02", "C1I", "2I"), ("3.02", "C1X", "2X"), ("3.03", "C1I", "2I"),
      ("3.04", "C1X", "1X"), ("3.04", "C2I", "2I"),
    ])
  func beidou(version: String, type: String, code: String) throws {
    var file = ObservationText(version, [("C    1 \(type)", "SYS / # / OBS TYPES")])
    file.add(epoch: 0, [Self.record("C06", "20000000.000")])
    #expect(try file.read().epochs[0].observations.map(\.code) == [RINEXSignalCode(code)])
  }

  @Test("an event passes on the changed header, and the types of the records after it")
  func events() throws {
    var file = ObservationText("3.04", Self.gps)
    file.add(epoch: 0, [Self.record("G01", "20000000.000")])
    file.add("> 2026 06 01 12 00  0.5000000  4  3")
    file.add("G    1 C5Q                                                  SYS / # / OBS TYPES")
    file.add("E    1 C7Q                                                  SYS / # / OBS TYPES")
    file.add("moved                                                       MARKER NAME")
    file.add(">                              2  0")
    file.add(epoch: 1, [Self.record("G01", "20000000.000"), Self.record("E01", "21000000.000")])
    let events = file.events()
    #expect(events.count == 5)
    guard case .header(let header) = events[0], case .epoch(_, nil) = events[1],
      case .change(.headerLines, let time?, let changed) = events[2],
      case .change(.movingAntenna, nil, _) = events[3], case .epoch(let epoch, _) = events[4]
    else {
      Issue.record("\(events)")
      return
    }
    #expect(header.station[.markerName] == nil && changed.station[.markerName] == "moved")
    #expect(time == Self.noon.advanced(byNanoseconds: 500_000_000))
    #expect(epoch.observations.map { $0.code?.description } == ["5Q", "7Q"])
  }
}
