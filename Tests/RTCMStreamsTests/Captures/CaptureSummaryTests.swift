import GNSSBasics
import TestSupport
import Testing

@testable import RTCMStreams

@Suite("What a capture holds, as a sourcetable tells it")
struct CaptureSummaryTests {
  static func summary(_ frames: [[UInt8]]) -> CaptureSummary {
    Capture(Array(frames.joined())).summary
  }

  static func summary(types: UInt16...) throws -> CaptureSummary {
    summary(try types.map { try ObservationFrames.station($0) })
  }

  /// The signals on L1 or the corresponding band by message type.
  ///
  /// pyrtcm 1.2 has the same tables, except for QZSS's L1C/B and L1-SAIF.
  static let firstBands: [(type: UInt16, signals: [Int])] = [
    (1077, [2, 3, 4, 30, 31, 32]), (1087, [2, 3]), (1097, [2, 3, 4, 5, 6]), (1107, [2]),
    (1117, [2, 3, 6, 30, 31, 32]), (1127, [2, 3, 4, 30, 31, 32]), (1137, []),
  ]

  @Test("a signal of the first band is one carrier, any other makes it two", arguments: firstBands)
  func tellsCarriers(type: UInt16, signals: [Int]) {
    for signal in 1...32 {
      let carrier = CaptureSummary.carrier(
        of: type, ObservationFrames.payload(type, signals: [signal]).span)
      #expect(carrier == (signals.contains(signal) ? 1 : 2), "signal \(signal)")
    }
    let all = ObservationFrames.payload(type, signals: signals)
    #expect(CaptureSummary.carrier(of: type, all.span) == 1)
    #expect(CaptureSummary.carrier(of: type, all.span.extracting(..<21)) == 0)
    let mixed = ObservationFrames.payload(type, signals: signals + [signals.isEmpty ? 1 : 9])
    #expect(CaptureSummary.carrier(of: type, mixed.span) == 2)
  }

  @Test(
    "messages tell their carriers by their type where that says it",
    arguments: [
      (1000, 0), (1001, 1), (1002, 1), (1003, 2), (1004, 2), (1005, 0), (1008, 0), (1009, 1),
      (1010, 1), (1011, 2), (1012, 2), (1013, 0), (1070, 0), (1071, 0), (1072, 1), (1073, 1),
      (1074, 1), (1075, 1), (1076, 1), (1077, 1), (1078, 0), (1080, 0), (1082, 1), (1132, 2),
      (1138, 0), (1230, 0),
    ] as [(UInt16, Int)])
  func tellsCarriersByType(type: UInt16, carrier: Int) {
    let payload = ObservationFrames.payload(type, signals: [2])
    #expect(CaptureSummary.carrier(of: type, payload.span) == carrier)
  }

  @Test(
    "the version of the standard is that which brought the messages",
    arguments: [
      (1040, "RTCM 3.2"), (1041, "RTCM 3.3"), (1046, "RTCM 3.3"), (1047, "RTCM 3.2"),
      (1100, "RTCM 3.2"), (1101, "RTCM 3.3"), (1117, "RTCM 3.3"), (1118, "RTCM 3.2"),
      (1130, "RTCM 3.2"), (1131, "RTCM 3.3"), (1137, "RTCM 3.3"), (1138, "RTCM 3.2"),
    ] as [(UInt16, String)])
  func tellsVersion(type: UInt16, format: String) throws {
    #expect(try Self.summary(types: type).format == format)
  }

  @Test(
    "constellations are those with observations",
    arguments: [
      (1001...1004, "GPS"), (1009...1012, "GLO"), (1071...1077, "GPS"), (1081...1087, "GLO"),
      (1091...1097, "GAL"), (1101...1107, "SBAS"), (1111...1117, "QZS"), (1121...1127, "BDS"),
      (1131...1137, "IRN"),
    ] as [(ClosedRange<UInt16>, String)])
  func tellsConstellations(types: ClosedRange<UInt16>, name: String) throws {
    for type in types { #expect(try Self.summary(types: type).navigationSystem == name) }
    for type in [types.lowerBound - 1, types.upperBound + 1] {
      #expect(try Self.summary(types: type).navigationSystem == "")
    }
  }

  @Test("message types are listed ascending, constellations in the order of their messages")
  func ordersTypes() throws {
    let summary = try Self.summary(types: 1087, 1006, 1077, 1033, 1230)
    #expect(summary.formatDetails == "1006,1033,1077,1087,1230")
    #expect(summary.navigationSystem == "GPS+GLO")
  }

  @Test(
    "intervals have a decimal below a second",
    arguments: [(500, "0.5"), (900, "0.9"), (950, "1"), (1200, "1"), (30_000, "30")])
  func roundsIntervals(milliseconds: Int, text: String) throws {
    let frames = try (0..<5).map { try ObservationFrames.frame(1077, time: $0 * milliseconds) }
    #expect(Self.summary(frames).formatDetails == "1077(\(text))")
  }

  @Test("the rate of a message is the mean over those that came, between the first and the last")
  func averagesIntervals() throws {
    let frames = try (0..<31).flatMap { second in
      (second % 10 == 1 ? [try ObservationFrames.station(1033)] : [])
        + [try ObservationFrames.frame(1077, time: second * 1000)]
    }
    #expect(Self.summary(frames).formatDetails == "1033(10),1077(1)")
  }

  @Test(
    "a station is somewhere on the Earth, or does not know where it is",
    arguments: [
      (0.0, false), (6_299_999, false), (6_300_001, true), (6_399_999, true), (6_400_001, false),
    ])
  func knowsPlaces(metres: Double, isPlace: Bool) throws {
    let place = AntennaReferencePoint(
      stationID: 7, position: ECEFPosition(x: 0, y: metres, z: 0))
    let frame = try RTCMMessage.antennaReferencePoint(place).frame()
    #expect(Self.summary([frame]).station?.position == (isPlace ? place.position : nil))
    #expect(Capture(frame).station?.stationID == (isPlace ? 7 : nil))
    var finder = StationFinder()
    finder.consume(frame.span)
    #expect(finder.frameCount == 1)
    #expect(finder.station?.position == (isPlace ? place.position : nil))
  }

  @Test("of places that messages tell, that of most is told, though the first be another")
  func mostStations() throws {
    let frames = try [6_379_000.0, 6_380_000, 6_380_000].map { x in
      try RTCMMessage.antennaReferencePoint(
        AntennaReferencePoint(stationID: 8, position: ECEFPosition(x: x, y: 0, z: 0))
      ).frame()
    }
    #expect(Self.summary(frames).station?.position.x == 6_380_000)
  }

  @Test("of several stations the first with a place is told")
  func firstStation() throws {
    let places = [(7, 0.0), (8, 6_370_000), (9, 6_380_000)].map { id, x in
      AntennaReferencePoint(stationID: id, position: ECEFPosition(x: x, y: 0, z: 0))
    }
    let frames = try places.map { try RTCMMessage.antennaReferencePoint($0).frame() }
    #expect(Self.summary(frames).station?.stationID == 8)
    var finder = StationFinder()
    for frame in frames { finder.consume(frame.span) }
    #expect(finder.station?.stationID == 8)
  }

  @Test("the bit rate is that of all bytes over the time that a pass takes")
  func bitrate() throws {
    let frames = try (0..<4).map { try ObservationFrames.frame(1077, time: $0 * 1000) }
    let capture = Capture(Array(frames.joined()))
    #expect(capture.summary.bitrate == capture.bytes.count * 2)
    #expect(Capture([]).summary.bitrate == 0)
  }

  @Test("a capture counts its frames by type, and what is none")
  func counts() throws {
    let frame = try ObservationFrames.station(1033)
    let capture = Capture([1, 2, 3] + frame + frame)
    #expect(capture.counts.frames == 2)
    #expect(capture.counts.otherBytes == 3)
    #expect(capture.frames[1033] == 2)
    #expect(capture.frames.total == 2)
  }
}

@Suite("Epochs of observation messages")
struct EpochFieldTests {
  @Test("messages with observations have one, all others none")
  func knowsTypes() throws {
    let types = Set((1001...1004).map { $0 } + (1009...1012).map { $0 })
      .union((107...113).flatMap { decade in (1...7).map { decade * 10 + $0 } })
    for type in 990...1150 {
      let payload = ObservationFrames.payload(UInt16(type), signals: [])
      let field = EpochField(in: payload.span)
      #expect((field != nil) == types.contains(type), "\(type)")
    }
  }

  @Test("a payload that ends within the epoch has none")
  func refusesShort() {
    for type in [UInt16(1001), 1012, 1077, 1087] {
      let payload = ObservationFrames.payload(type, signals: [])
      let field = EpochField(in: payload.span.extracting(..<8))
      #expect(field?.isMoreToFollow == false)
      let bits = EpochLayout(messageType: type)?.moreToFollowPosition ?? 0
      let short = EpochField(in: payload.span.extracting(..<(bits / 8)))
      #expect(short == nil)
    }
  }

  @Test("the shortest way between two times of day may lead over midnight")
  func measuresDistance() {
    let day = 86_400_000
    for (from, to, way) in [
      (0, 1, 1), (1, 0, -1), (day - 1, 1, 2), (1, day - 1, -2), (0, day / 2, day / 2),
      (0, day / 2 + 1, 1 - day / 2), (day / 2, 0, day / 2),
    ] as [(Int, Int, Int)] {
      #expect(TimeOfDay.distance(from: from, to: to) == way)
    }
  }

  @Test("BeiDou's time below zero is that of the day before")
  func readsNegativeTime() throws {
    let frame = try ObservationFrames.frame(1127, time: (1 << 30) - 13_000)
    let epoch = try #require(scan(frame).frames.first?.epoch)
    #expect(epoch.gpsTimeOfDayMilliseconds(leapSeconds: 18) == 1000)
  }

  @Test("the next pass of a capture goes on after its latest epoch, one interval later")
  func redates() throws {
    let times = [1_000_000, 1_001_000, 500_000, 501_000, 502_000]
    let frames = try times.map { try ObservationFrames.frame(1077, time: $0) }
    let capture = Capture(Array(frames.joined()))
    #expect(capture.plan.passLength == 502_000)
    #expect(CapturePlayer(capture).period == .seconds(5))
  }

  @Test("of steps met equally often the shortest is the interval")
  func choosesInterval() throws {
    let times = [0, 2000, 4000, 5000, 6000, 9000]
    let frames = try times.map { try ObservationFrames.frame(1077, time: $0) }
    #expect(CapturePlayer(Array(frames.joined())).index.interval == .seconds(1))
    let longer = try [0, 1000, 3000, 5000].map { try ObservationFrames.frame(1077, time: $0) }
    #expect(CapturePlayer(Array(longer.joined())).index.interval == .seconds(2))
  }

  @Test(
    "leap seconds are those of most epochs, rounded, and none but 0 to 60",
    arguments: [
      ([17_000], 17), ([17_499], 17), ([16_500], 17), ([16_000, 17_000, 17_000], 17),
      ([0], 0), ([60_000], 60), ([61_000], 18), ([-1500], 18), ([], 18),
    ] as [([Int], Int)])
  func countsVotes(milliseconds: [Int], leapSeconds: Int) throws {
    let frames = try milliseconds.enumerated().flatMap { number, leap in
      let time = 50_000_000 + number * 1000
      return [
        try ObservationFrames.frame(1074, time: time, isMoreToFollow: true),
        try ObservationFrames.frame(1084, time: time + 3 * 3_600_000 - leap),
      ]
    }
    #expect(scan(Array(frames.joined())).leapSeconds == leapSeconds)
  }
}
