import Foundation
import Mathematics
import TestSupport
import Testing

@testable import RTCMStreams

@Suite("Playing from another place and at another date")
struct PlayingOptionsTests {
  private static func epochs(_ times: [Int]) throws -> Capture {
    Capture(Array(try times.map { try ObservationFrames.frame(1077, time: $0) }.joined()))
  }

  private static func date(_ year: Int, _ month: Int, _ day: Int, hour: Int = 0) throws -> UnixTime
  {
    let date = try #require(CivilDate(year: year, month: month, day: day))
    return try #require(UnixTime(date, hour: hour))
  }

  /// Returns the epoch in a slice's message 1077, milliseconds of the week.
  private static func epoch(of slice: CapturePlayer.Slice) throws -> Int {
    let frame = try #require(frames(of: slice.bytes).first { $0.type == 1077 })
    let field = EpochField(in: frame.payload.span)
    return Int(try #require(field).epoch.milliseconds)
  }

  @Test(
    "an offset passes over what is before it",
    arguments: [(0.0, 0, 0.0), (2, 2, 0), (2.25, 3, 0.75), (9, 9, 0), (10.5, 11, 0.5)])
  func beginsLater(offset: Double, number: Int, time: Double) throws {
    let capture = try Self.epochs((0..<10).map { 5000 + $0 * 1000 })
    let options = PlayingOptions(offset: .seconds(offset))
    var player = CapturePlayer(capture, options: options)
    let due = player.due(at: .seconds(1))
    let first = try #require(due)
    #expect(first.number == number && first.time == .seconds(time))
    #expect(player.nextTime == .seconds(time + 1))
    let once = CapturePlayer(capture, mode: .once, options: options)
    #expect((once.nextTime == nil) == (number > 9))
  }

  @Test("gaps are kept, or closed to one interval")
  func closesGaps() throws {
    let capture = try Self.epochs([0, 1000, 2000, 12_000, 13_000, 24_000, 25_000])
    var (kept, closed) = (
      CapturePlayer(capture), CapturePlayer(capture, options: PlayingOptions(gaps: .closed))
    )
    var times: [[Duration]] = [[], []]
    for _ in 0..<8 {
      times[0] += [kept.due(at: .seconds(100))].compactMap { $0?.time }
      times[1] += [closed.due(at: .seconds(100))].compactMap { $0?.time }
    }
    #expect(times[0] == [0, 1, 2, 12, 13, 24, 25, 26].map { .seconds($0) })
    #expect(times[1] == [0, 1, 2, 12, 13, 14, 15, 16].map { .seconds($0) })
  }

  @Test(
    "from a date on, each epoch is due at the time that it says, in every pass",
    arguments: [
      CapturePlayer.Mode.looping, .once,
    ])
  func keepsPace(mode: CapturePlayer.Mode) throws {
    let capture = Capture(try MilanBase.capture)
    let date = try Self.date(2031, 3, 9, hour: 4)
    let start = try #require(GPSTime(date))
    var player = CapturePlayer(capture, mode: mode, options: PlayingOptions(date: date))
    let first = try #require(player.nextTime)
    #expect(first >= .zero && first < (mode == .once ? .seconds(16) : .seconds(1)))
    for _ in 0..<(mode == .once ? 600 : 1300) {
      let next = player.due(at: .seconds(100_000))
      let slice = try #require(next)
      let due = start.advanced(byNanoseconds: slice.time.inNanoseconds)
      #expect(try Self.epoch(of: slice) == due.millisecondsOfWeek)
    }
    #expect((player.nextTime == nil) == (mode == .once))
  }

  @Test("RTKLIB finds the station at another date", .compares(with: .convbin, .rnx2rtkp))
  func isWhereItSaysLater() throws {
    let capture = Capture(try MilanBase.calm)
    let date = try Self.date(2026, 8, 9, hour: 4)
    var player = CapturePlayer(capture, mode: .once, options: PlayingOptions(date: date))
    var stream: [UInt8] = []
    while let slice = player.due(at: .seconds(1000)) { stream += slice.bytes }
    let station = try #require(capture.station).position
    let found = try PointPositions(of: stream, from: "2026/08/09 04:00:00").solutions
    #expect(found.count == 600)
    #expect(found.values.allSatisfy { $0.position.distance(to: station) < 0.02 })
    let (start, first) = (try #require(GPSTime(date)), try #require(found.keys.min()))
    #expect(first - Int(start.nanoseconds / 1_000_000_000) < 16)
  }

  @Test("GLONASS is left out where leap seconds lie between the dates")
  func losesGLONASS() throws {
    var bytes = try GLONASSEphemeris(satelliteID: 3).frame()
    bytes += try GPSEphemeris(satelliteID: 3).frame()
    for epoch in 0..<400 {
      let time = 50_000_000 + epoch * 10_000
      bytes += try ObservationFrames.frame(1077, time: time, isMoreToFollow: true)
      bytes += try ObservationFrames.frame(1087, time: time + 10_782_000)
    }
    let date = try Self.date(2012, 1, 1)
    let player = CapturePlayer(Capture(bytes), options: PlayingOptions(date: date))
    #expect(player.losses.first?.reason == .leapSecondsBetween)
    #expect(player.losses.first?.messageTypes == [1020, 1087])
    #expect(player.losses.first?.isFromBeginning == true)
  }
}
