import Foundation
import TestSupport
import Testing

@testable import RTCMStreams

@Suite("Playing a capture")
struct CapturePlayerTests {
  /// A capture of two epochs of two messages, with a station message before, between and after them.
  private static func capture() throws -> [[UInt8]] {
    [
      try ObservationFrames.station(),
      try ObservationFrames.frame(1077, time: 5000, isMoreToFollow: true),
      try ObservationFrames.frame(1097, time: 5000),
      try ObservationFrames.station(),
      try ObservationFrames.frame(1077, time: 6000, isMoreToFollow: true),
      try ObservationFrames.frame(1097, time: 6000),
      Array("stray".utf8),
    ]
  }

  @Test("a slice ends with the last message of its epoch, and stray bytes travel along")
  func cutsAfterEpochs() throws {
    let parts = try Self.capture()
    let player = CapturePlayer(Array(parts.joined()))
    #expect(player.slice(0)?.bytes == Array(parts[0...2].joined()))
    #expect(player.slice(1)?.bytes == Array(parts[3...6].joined()))
    #expect(player.slice(0)?.time == .zero)
    #expect(player.slice(1)?.time == .seconds(1))
    #expect(player.index.epochCount == 2)
    #expect(player.slice(-1) == nil)
  }

  @Test("slices are handed out when they are due, late ones all at once")
  func handsOutWhenDue() throws {
    var player = CapturePlayer(Array(try Self.capture().joined()), mode: .once)
    #expect(player.due(at: .milliseconds(-1)) == nil)
    #expect(player.due(at: .zero)?.number == 0)
    #expect(player.due(at: .milliseconds(999)) == nil)
    #expect(player.nextTime == .seconds(1))
    #expect(player.due(at: .seconds(100))?.number == 1)
    #expect(player.due(at: .seconds(100)) == nil)
    #expect(player.nextTime == nil)
  }

  @Test("a repeated capture goes on one interval after its last epoch")
  func repeats() throws {
    var player = CapturePlayer(Array(try Self.capture().joined()))
    var times: [Duration] = []
    while let slice = player.due(at: .seconds(5)) { times.append(slice.time) }
    #expect(times == (0...5).map { .seconds($0) })
  }

  @Test(
    "skipping stands at the first slice that is still to come",
    arguments: [(0, 0), (1, 1), (1.5, 2), (7, 7), (7.2, 8), (1_000_000.5, 1_000_001)])
  func skips(seconds: Double, number: Int) throws {
    var player = CapturePlayer(Array(try Self.capture().joined()))
    player.skip(to: .seconds(seconds))
    #expect(player.nextNumber == number)
  }

  @Test("skipping in a capture played once ends it, and never goes back")
  func skipsOnce() throws {
    var player = CapturePlayer(Array(try Self.capture().joined()), mode: .once)
    player.skip(to: .seconds(1))
    player.skip(to: .zero)
    #expect(player.nextNumber == 1)
    player.skip(to: .seconds(1_000_000))
    #expect(player.nextTime == nil)
  }

  @Test("an empty capture has nothing to play")
  func playsNothing() {
    var player = CapturePlayer([])
    #expect(player.nextTime == nil)
    #expect(player.due(at: .seconds(10)) == nil)
    player.skip(to: .seconds(10))
  }

  @Test("time runs on through wraps, stragglers take none, and a jump takes one interval")
  func countsTimeOn() throws {
    let week = 604_800_000
    let times = [week - 2000, week - 1000, 0, week - 1000, 1000, 1000, 3_000_000, 3_001_000]
    let frames = try times.map { try ObservationFrames.frame(1077, time: $0) }
    let player = CapturePlayer(Array(frames.joined()))
    #expect(player.index.slices.map(\.time) == [0, 1, 2, 3, 4, 5].map { .seconds($0) })
    #expect(player.slice(2)?.bytes == frames[2] + frames[3])
    #expect(player.slice(3)?.bytes == frames[4] + frames[5])
  }

  @Test(
    "times beside each other are one epoch, far ones a jump that takes one interval",
    arguments: [
      (4, [0]), (5, [0, 0.005]), (600_000, [0, 600]), (600_001, [0, 1]), (-60_000, [0]),
      (-60_001, [0, 1]),
    ] as [(Int, [Double])])
  func tellsSteps(step: Int, times: [Double]) throws {
    let frames = try [100_000_000, 100_000_000 + step].map {
      try ObservationFrames.frame(1077, time: $0)
    }
    let index = CapturePlayer(Array(frames.joined())).index
    #expect(index.slices.map(\.time) == times.map { .seconds($0) })
  }

  @Test("a capture's summary has the position of its first station, once that has one")
  func summarizesStation() throws {
    var capture: [UInt8] = []
    for (id, x) in [(7, 0.0), (8, 4_510_000), (9, 4_500_000)] as [(UInt16, Double)] {
      let place = AntennaReferencePoint(stationID: id, position: ECEFPosition(x: x, y: 0, z: x))
      let station = AntennaReferencePointAndHeight(station: place, antennaHeight: 0)
      let payload = try RTCMMessage.antennaReferencePointAndHeight(station).encode()
      capture += try RTCMFrame.encoding(payload: payload.span)
    }
    let player = CapturePlayer(capture)
    let summary = CaptureSummary(capture.span, scan(capture), player.index)
    #expect(summary.station?.position == ECEFPosition(x: 4_510_000, y: 0, z: 4_510_000))
  }

  @Test(
    "epochs told by GLONASS and BeiDou time are those of GPS time",
    arguments: [UInt16(1127): 14_000, 1012: -10_782_000, 1087: -10_782_000])
  func comparesTimeScales(type: UInt16, ahead: Int) throws {
    let time = 50_000_000
    let frames = [
      try ObservationFrames.frame(1074, time: time, isMoreToFollow: true),
      try ObservationFrames.frame(type, time: time - ahead),
      try ObservationFrames.frame(1074, time: time + 1000, isMoreToFollow: true),
      try ObservationFrames.frame(type, time: time + 1000 - ahead),
    ]
    let index = CapturePlayer(Array(frames.joined())).index
    #expect(index.slices.map(\.time) == [.zero, .seconds(1)])
  }

  @Test("leap seconds are found from epochs that hold GLONASS and GPS", arguments: [13, 16, 18])
  func findsLeapSeconds(leapSeconds: Int64) throws {
    let frames = [
      try ObservationFrames.frame(1074, time: 50_000_000, isMoreToFollow: true),
      try ObservationFrames.frame(
        1084, time: 50_000_000 + 3 * 3_600_000 - Int(leapSeconds) * 1000),
    ]
    #expect(scan(Array(frames.joined())).leapSeconds == leapSeconds)
    #expect(scan(frames[0]).leapSeconds == 18)
  }

  @Test("a capture without epochs goes at a fixed rate of bytes, whole frames each time")
  func pacesByBytes() throws {
    let frames = try (0..<300).map { _ in try ObservationFrames.station(1019) }
    let capture = Array(frames.joined())
    let index = CapturePlayer(capture).index
    #expect(index.slices.count == capture.count / CaptureIndex.byteRate + 1)
    #expect(index.slices.allSatisfy { $0.range.lowerBound % frames[0].count == 0 })
    #expect(index.slices[1].time == .milliseconds(index.slices[1].range.lowerBound))
  }

  @Test("a slice by bytes ends where a frame begins, when one does just there")
  func cutsBetweenFrames() throws {
    let frame = try ObservationFrames.station(1019)
    let frames = [[UInt8]](repeating: frame, count: 1000 / frame.count)
    let stray = [UInt8](repeating: 0, count: 1000 % frame.count)
    let capture = Array(frames.joined()) + stray + frame
    #expect(CapturePlayer(capture).index.slices.map(\.range) == [0..<1000, 1000..<capture.count])
  }

  @Test("with arrival times, a frame goes when its last byte had arrived")
  func pacesByArrival() throws {
    let frames = try (0..<3).map { try ObservationFrames.frame(1077, time: 1000 * $0) }
    let size = frames[0].count
    let arrivals = [(10.0, size + 3), (10.5, 2), (11.25, size - 5), (9, size), (12, 99)]
      .map { CaptureArrival(time: .seconds($0), count: $1) }
    let index = CapturePlayer(Array(frames.joined()), arrivals: arrivals).index
    #expect(index.slices.map(\.range) == [0..<size, size..<2 * size, 2 * size..<3 * size])
    #expect(index.slices.map(\.time) == [.zero, .seconds(1.25), .seconds(1.25)])
  }

  @Test("an arrival of nothing says nothing")
  func ignoresEmptyArrivals() throws {
    let frames = try (0..<2).map { try ObservationFrames.frame(1077, time: 1000 * $0) }
    let arrivals = [(10.0, frames[0].count), (12, 0), (11, frames[1].count)]
      .map { CaptureArrival(time: .seconds($0), count: $1) }
    let index = CapturePlayer(Array(frames.joined()), arrivals: arrivals).index
    #expect(index.slices.map(\.time) == [.zero, .seconds(1)])
  }

  @Test(
    "arrivals that say nonsense do no harm", arguments: [[], [-5], [Int.max, Int.max], [0, 1]])
  func survivesBadArrivals(counts: [Int]) throws {
    let capture = try ObservationFrames.frame(1077, time: 1000)
    let arrivals = counts.map { CaptureArrival(time: .zero, count: $0) }
    let index = CapturePlayer(capture, arrivals: arrivals).index
    #expect(index.slices.map(\.range) == [0..<capture.count])
  }
}

@Suite("Playing outside captures", .compares(with: .captures))
struct OutsideCaptureTests {
  @Test(
    "one pass is the capture byte for byte",
    arguments: SharedCaptures.files(withSuffix: ".counts.json").map {
      String($0.lastPathComponent.dropLast(".counts.json".count))
    })
  func passIsIdentical(name: String) throws {
    let capture = try SharedCaptures.bytes(of: name)
    var player = CapturePlayer(capture, mode: .once)
    var played: [UInt8] = []
    var latest = Duration.zero
    while let slice = player.due(at: .seconds(10_000_000)) {
      #expect(slice.time >= latest)
      latest = slice.time
      played += slice.bytes
    }
    #expect(played == capture)
  }

  @Test(
    "epochs and length are those of the recording",
    arguments: [
      ("swift__week-rollover-STR17.rtcm3", 1126, 1125), ("swift__trimble.rtcm", 153, 152),
      ("swift__week-rollover-STR24.rtcm3", 1134, 1133),
    ])
  func countsEpochs(name: String, epochCount: Int, seconds: Int) throws {
    let index = CapturePlayer(try SharedCaptures.bytes(of: name)).index
    #expect(index.epochCount == epochCount)
    #expect(index.slices.count == epochCount)
    #expect(index.interval == .seconds(1))
    #expect(index.slices.last?.time == .seconds(seconds))
  }

  @Test(
    "the second pass goes on in time where the first one ended",
    arguments: [
      ("swift__week-rollover-STR17.rtcm3", 960), ("swift__trimble.rtcm", nil),
      ("jcmb__RTCM3.bin", nil), ("swift__glo_day_rollover.rtcm", nil),
    ] as [(String, Int?)])
  func runsOnInTime(name: String, pass: Int?) throws {
    var player = CapturePlayer(try SharedCaptures.bytes(of: name))
    if let pass { #expect(player.period == .seconds(pass)) }
    let end = player.period * 2 - player.index.interval
    var played: [UInt8] = []
    var first = 0
    while let slice = player.due(at: end) {
      played += slice.bytes
      if slice.time < player.period { first = played.count }
    }
    let passes = [Array(played[..<first]), Array(played[first...])].map { Capture($0).index }
    let both = CapturePlayer(played).index
    #expect(passes[0].epochCount == passes[1].epochCount)
    #expect(both.epochCount == 2 * passes[0].epochCount)
    #expect(both.slices.last?.time == end)
  }
}
