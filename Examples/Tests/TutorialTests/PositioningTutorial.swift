import Positioning
import RTCMParser
import Testing

@Suite("Tutorial and guides: positioning")
struct PositioningTutorial {
  func positions(
    of rover: [ObservationEpoch], base: [ObservationEpoch], at place: ECEFPosition,
    by ephemerides: [RTCMMessage]
  ) -> [Solution] {
    var engine = RTKEngine()
    engine.basePosition = place
    for message in ephemerides { engine.take(message, near: rover[0].time) }
    var waiting = base[...]
    return rover.map { epoch in
      while let next = waiting.first, next.time <= epoch.time {
        engine.takeBase(next)
        waiting.removeFirst()
      }
      return engine.solve(epoch)
    }
  }

  @Test("an epoch without ephemerides has no position, and says why")
  func solves() {
    let epoch = ObservationEpoch(time: GPSTime(week: 2421, secondsOfWeek: 129_600), stationID: 0)
    let place = ECEFPosition(GeodeticPosition(latitude: 45.5, longitude: 9.25, height: 150))
    let solutions = positions(of: [epoch], base: [epoch], at: place, by: [])
    #expect(solutions.map(\.state) == [.none])
    #expect(solutions[0].reason.contains("a position needs four"))
  }

  func rootMeanSquareErrors(
    of solution: [UInt8], at place: GeodeticPosition
  ) -> (level: Double, up: Double)? {
    let file = PositionFile(reading: solution.span)
    let comparison = TrackComparison(of: file.records, with: .place(place))
    return comparison.statistics(of: .fixed).map { ($0.levelRMS, $0.upRMS) }
  }

  func judge(_ solution: [UInt8], by truth: [UInt8]) -> TrackComparison? {
    let file = PositionFile(reading: solution.span)
    if let fault = file.faults.first { print(file.faults.count, "lines are left out:", fault) }
    guard let start = file.records.first?.time else { return nil }
    let track = TruthFile(reading: truth.span, near: start).track
    var rules = TrackComparison.Rules()
    rules.wrongFix = 0.05
    let comparison = TrackComparison(of: file.records, with: .track(track), by: rules)
    print(comparison.text)
    return comparison
  }

  func files(of records: [PositionRecord]) -> (positions: [UInt8], map: [UInt8]) {
    let positions = PositionFileForm.pos.bytes(
      of: records, name: "walk", remarks: ["program   : mine"])
    return (positions, PositionFileForm.kml.bytes(of: records, name: "walk"))
  }

  @Test("positions are written, read and compared")
  func compares() throws {
    let place = GeodeticPosition(latitude: 45.5, longitude: 9.25, height: 150)
    let records = (0..<3).map { index in
      PositionRecord(
        time: GPSTime(week: 2421, secondsOfWeek: 129_600 + index), quality: .fixed,
        position: place.moved(east: 0, north: 0, up: Double(index)))
    }
    let files = files(of: records)
    #expect(String(decoding: files.map, as: UTF8.self).contains("<kml"))
    let errors = try #require(rootMeanSquareErrors(of: files.positions, at: place))
    #expect(errors.level < 1e-3 && abs(errors.up - 1.291) < 1e-3)
    let comparison = judge(files.positions, by: Array("129601,45.5,9.25,151\n".utf8))
    #expect(comparison?.samples.count == 1 && comparison?.unknownCount == 2)
  }
}
