import RTCMStreams
import RTCMTestKit
import TestSupport
import Testing

@Suite("Stretches of captures")
struct WindowCuttingTests {
  private let second: Int64 = 1_000_000_000

  /// Returns frames with one epoch per second of one GPS satellite, from the beginning of a day.
  private func stream(count: Int) throws -> [[UInt8]] {
    let start = GPSTime(week: 2300, secondsOfWeek: 86_400)
    let code = try #require(RINEXSignalCode("1C"))
    return try (0..<count).map { index in
      var observation = SignalObservation(constellation: .gps, satelliteNumber: 5, code: code)
      observation.pseudorange = 2.2e7
      let epoch = ObservationEpoch(
        time: start.advanced(byNanoseconds: Int64(index) * second), stationID: 0,
        observations: [observation])
      return try epoch.messages(msm: 4, stationID: 1).flatMap { try $0.frame() }
    }
  }

  @Test("has its frames, and of each arrival what is left")
  func cut() throws {
    let frames = try stream(count: 10)
    let length = frames[0].count
    let bytes: [UInt8] = frames.flatMap { [UInt8(0), 0] + $0 }
    let window = EpochWindow(
      since: .timeOfDay(milliseconds: 3000), until: .timeOfDay(milliseconds: 6000))
    // Each second brings two stray bytes and a frame; the last arrival counts more bytes than the stream
    // has.
    let arrivals = (0..<12).map { CaptureArrival(time: .seconds($0), count: length + 2) }
    let part = window.cut(bytes, arrivals: arrivals)
    #expect(part.bytes == Array(frames[3..<6].joined()))
    #expect(part.arrivals == (3..<6).map { CaptureArrival(time: .seconds($0), count: length) })
    // Arrivals that split frames still count each byte once.
    let pieces = (0..<bytes.count).map { CaptureArrival(time: .milliseconds($0), count: 1) }
    #expect(window.cut(bytes, arrivals: pieces).arrivals.map(\.count).reduce(0, +) == 3 * length)
  }

  @Test("are empty where there are observations, and none of that time")
  func missed() throws {
    let place = AntennaReferencePoint(
      stationID: 1, position: ECEFPosition(x: 4_462_041.6787, y: 706_717.974, z: 4_487_419.1195))
    let station = try RTCMMessage.antennaReferencePoint(place).frame()
    let bytes = station + (try stream(count: 3)).joined()
    let late = EpochWindow(since: .timeOfDay(milliseconds: 3000), until: nil)
    #expect(late.cut(bytes).bytes.isEmpty)
    let last = EpochWindow(since: .timeOfDay(milliseconds: 2000), until: nil)
    #expect(last.cut(bytes).bytes == station + (try stream(count: 3))[2])
    #expect(late.cut(station).bytes == station)
  }

  @Test("observations that are in no frame are in the window by their time, and move it on")
  func observations() throws {
    var window = EpochWindow(since: .timeOfDay(milliseconds: 3000), until: nil)
    let start = GPSTime(week: 2300, secondsOfWeek: 86_400)
    let found = (0..<5).map { index in
      window.contains(observationsAt: start.advanced(byNanoseconds: Int64(index) * second))
    }
    #expect(found == [false, false, false, true, true])
  }

  @Test("an epoch in no message goes by the rules, as an MSM7 would")
  func epochs() throws {
    let time = GPSTime(week: 2300, secondsOfWeek: 86_430)
    let signals: [(Constellation, Int, String)] = [
      (.gps, 5, "1C"), (.gps, 5, "2L"), (.gps, 7, "1C"), (.glonass, 3, "1C"),
    ]
    let epoch = ObservationEpoch(
      time: time, stationID: 0,
      observations: try signals.map {
        SignalObservation(
          constellation: $0, satelliteNumber: $1, code: try #require(RINEXSignalCode($2)))
      })
    func left(_ change: (inout ConversionRules) -> Void) -> [String] {
      var rules = ConversionRules()
      change(&rules)
      var converter = StreamConverter(rules)
      return converter.convert(epoch)?.observations.map {
        "\($0.satellite) \($0.code?.description ?? "")"
      } ?? []
    }
    #expect(left { _ in } == ["G05 1C", "G05 2L", "G07 1C", "R03 1C"])
    #expect(left { $0.droppedConstellations = [.glonass] } == ["G05 1C", "G05 2L", "G07 1C"])
    #expect(left { $0.droppedTypes = [1077] } == ["R03 1C"])
    #expect(left { $0.keptSatellites = [SatelliteID(.gps, 7)] } == ["G07 1C", "R03 1C"])
    #expect(
      left {
        $0.keptSignals = [SignalSelection(.gps, rinexCode: RINEXSignalCode("2L")!)].compactMap {
          $0
        }
      } == ["G05 2L", "R03 1C"])
    #expect(left { $0.intervalMilliseconds = 30_000 }.count == 4)
    #expect(left { $0.intervalMilliseconds = 60_000 } == [])
    #expect(left { $0.window = EpochWindow(since: nil, until: .instant(time)) } == [])
  }
}
