import GNSSBasics
import RTCMParser
import Testing

@testable import RTCMStreams

@Suite("The date of a stream by the vote of its messages")
struct StreamDateTests {
  /// Monday, 1 June 2026, at noon: MJD 61 192, GPS week 2421.
  static let start = GPSTime(week: 2421, secondsOfWeek: 86_400 + 43_200)

  private static func parameters(_ day: UInt16 = 61_192) -> RTCMMessage {
    .systemParameters(
      SystemParameters(
        stationID: 1, time: TransmissionTime(modifiedJulianDay: day, secondOfDay: 43_182)))
  }

  private static func galileo(_ id: UInt8, week: Int = 2421) -> RTCMMessage {
    var orbit = GalileoEphemeris(.inav(), satelliteID: id)
    (orbit.week, orbit.referenceTime) = (UInt16(week - 1024), 86_400 + 43_200)
    return .galileoEphemeris(orbit)
  }

  private static func gps(_ id: UInt8, week: Int = 2421) -> RTCMMessage {
    var orbit = GPSEphemeris(satelliteID: id)
    (orbit.week, orbit.referenceTime) = (UInt16(week % 1024), 86_400 + 50_400)
    return .gpsEphemeris(orbit)
  }

  private static func date(
    of messages: [RTCMMessage], given: GPSTime? = nil, isObserved: Bool = true
  ) -> StreamDate {
    var date = StreamDate(given: given)
    for message in messages {
      date.learn(from: message)
      guard isObserved else { continue }
      date.follow(
        MSMEpoch(constellation: .gps, gpsTimeOfWeekMilliseconds: start.millisecondsOfWeek))
    }
    return date
  }

  @Test(
    "one wrong message is an outlier, wherever it stands", arguments: [0, 1, 5], [true, false])
  func outlier(place: Int, isObserved: Bool) throws {
    var messages = [RTCMMessage](repeating: Self.parameters(), count: 5)
    messages.insert(Self.parameters(65_288), at: place)
    let date = Self.date(of: messages, isObserved: isObserved)
    #expect(try date.settled() == Self.start)
    #expect(date.outliers.map(\.messageType) == [1013])
    #expect(date.outliers.first?.description == "1 message 1013 says 2037-08-18T11:59:42Z")
  }

  @Test("many messages of one clock that is wrong do not outvote the satellites")
  func sources() throws {
    let wrong = [RTCMMessage](repeating: Self.parameters(60_000), count: 50)
    let date = Self.date(of: wrong + (1...2).map { Self.galileo($0) })
    #expect(try date.settled() == Self.start)
    #expect(date.outliers.map(\.count) == [50])
  }

  @Test("weeks of GPS vote for each round, and alone tell no date, but for a guess")
  func rounds() throws {
    let gps = (1...3).map { Self.gps($0) }
    let alone = Self.date(of: gps)
    #expect(throws: StreamDateError.unknown) { try alone.settled() }
    #expect(alone.guess == Self.start)
    let old = Self.date(of: (1...3).map { Self.gps($0, week: 1397) } + [Self.parameters(54_024)])
    #expect(try old.settled().week == 1397)
    #expect(old.outliers.isEmpty)
  }

  @Test("where as many tell one week as another nobody knows the date, and all is told")
  func division() throws {
    let messages = [Self.parameters(), Self.galileo(1, week: 2300)]
    let date = Self.date(of: messages)
    #expect(throws: StreamDateError.self) { try date.settled() }
    #expect(date.outliers.map(\.messageType) == [1013, 1046])
    let given = Self.date(of: messages, given: GPSTime(week: 2300, secondsOfWeek: 100_000))
    #expect(try given.settled().week == 2300)
    #expect(given.outliers.map(\.messageType) == [1013])
  }

  @Test("satellites that tell another week than the only 1013 leave the date unknown")
  func clockAgainstGPS() throws {
    let date = Self.date(of: [Self.parameters(65_288)] + (1...4).map { Self.gps($0) })
    #expect(throws: StreamDateError.self) { try date.settled() }
    #expect(date.guess == Self.start)
  }

  @Test("a date that is given is compared with all, and not with the first that confirms it")
  func given() throws {
    let messages = [Self.parameters(65_288)] + (1...3).map { Self.galileo($0) }
    let wrong = GPSTime(week: 3006, secondsOfWeek: 130_000)
    #expect(throws: StreamDateError.contradicted(byMessage: 1046, saying: Self.start)) {
      try Self.date(of: messages, given: wrong).settled()
    }
    #expect(try Self.date(of: messages, given: Self.start).settled() == Self.start)
  }

  @Test("a stream of three weeks tells one date, and joined captures of days apart too")
  func longStream() throws {
    var date = StreamDate()
    for hour in 0..<504 {
      let time = Self.start.advanced(seconds: hour * 3600)
      date.follow(
        MSMEpoch(constellation: .gps, gpsTimeOfWeekMilliseconds: time.millisecondsOfWeek))
      let day = UInt16(61_192 + (43_182 + hour * 3600) / 86_400)
      date.learn(from: Self.parameters(day))
    }
    #expect(try date.settled() == Self.start)
    #expect(date.outliers.isEmpty)
  }

  @Test("near the turn of a week, an ephemeris whose week is counted by toe is no outlier")
  func turnOfWeek() throws {
    var orbit = GalileoEphemeris(.inav(), satelliteID: 3)
    (orbit.week, orbit.referenceTime) = (UInt16(2420 - 1024), 600)
    var date = StreamDate()
    date.follow(MSMEpoch(constellation: .gps, milliseconds: 604_000_000))
    date.learn(from: .galileoEphemeris(orbit))
    #expect(date.outliers.isEmpty && !date.isWitnessed)
  }

  @Test("behind the turn of a week, an ephemeris whose week is that of sending is no outlier")
  func oldWeek() throws {
    var orbit = GalileoEphemeris(.inav(), satelliteID: 3)
    (orbit.week, orbit.referenceTime) = (UInt16(2420 - 1024), 600)
    var date = StreamDate()
    date.follow(MSMEpoch(constellation: .gps, milliseconds: 60_000))
    for message in [.galileoEphemeris(orbit), Self.galileo(1), Self.galileo(2)] {
      date.learn(from: message)
    }
    #expect(try date.settled() == GPSTime(week: 2421, secondsOfWeek: 60))
    #expect(date.outliers.isEmpty)
  }

  @Test("statistics warn of messages that contradict the date, and redating goes by the others")
  func users() throws {
    var bytes: [UInt8] = []
    for (index, message) in ([Self.parameters(65_288)] + (1...3).map { Self.galileo($0) })
      .enumerated()
    {
      let epoch = MSMEpoch(
        constellation: .gps,
        gpsTimeOfWeekMilliseconds: Self.start.millisecondsOfWeek + index * 1000)
      bytes += try RTCMMessage.msm(
        MSMMessage(type: MSMType(.gps, kind: 7), stationID: 1, epoch: epoch, observations: [])
      )
      .frame()
      bytes += try message.frame()
    }
    var statistics = StreamStatistics()
    statistics.consume(bytes.span)
    statistics.finish()
    let check = StreamVerdict(of: statistics).checks.first { $0.name == "date" }
    #expect(check?.result == .warn)
    #expect(check?.finding.contains("1 message 1013 says 2037-08-18") == true)
    let capture = Capture(bytes)
    #expect(capture.plan.firstEpoch == Self.start)
    #expect(capture.dateOutliers.map(\.messageType) == [1013])
  }

  /// Returns a stream with two epochs, and between them observations and an ephemeris with impossible
  /// times.
  static func withImpossibleTimes() throws -> [UInt8] {
    func observations(_ milliseconds: UInt32) throws -> [UInt8] {
      try RTCMMessage.msm(
        MSMMessage(
          type: MSMType(.gps, kind: 7), stationID: 1,
          epoch: MSMEpoch(constellation: .gps, milliseconds: milliseconds),
          observations: [
            MSMObservation(
              satelliteID: 7, signalID: 2, pseudorange: 20_000_000, phaserange: 20_000_000,
              lockTimeMilliseconds: 1000, cnr: 45)
          ])
      ).frame()
    }
    var orbit = GalileoEphemeris(.inav(), satelliteID: 1)
    (orbit.week, orbit.referenceTime) = (1300, 16_383 * 60)
    return try Self.parameters().frame() + observations(129_600_000)
      + observations(604_800_000 + 129_600_000) + RTCMMessage.galileoEphemeris(orbit).frame()
      + observations(129_601_000)
  }

  @Test("observations and ephemerides with times that are none are left out, and told")
  func impossibleTimes() throws {
    let bytes = try Self.withImpossibleTimes()
    var statistics = StreamStatistics()
    statistics.consume(bytes.span)
    statistics.finish()
    #expect(statistics.epochs == 2 && statistics.timeJumps == 0)
    #expect(
      statistics.impossibleTimes.map(\.description) == [
        "1 message 1077 (DF004 is 734400000, at most 604799999)",
        "1 message 1046 (DF304 is 982980, at most 604799)",
      ])
    #expect(statistics.dateOutliers.isEmpty)
    #expect(StreamVerdict(of: statistics).checks.first { $0.name == "times" }?.result == .warn)
    var assembler = EpochAssembler(near: Self.start)
    var times: [GPSTime] = []
    var scanner = FrameScanner()
    scanner.consume(bytes.span) { frame in
      guard let message = try? RTCMMessage(decoding: frame.payload) else { return }
      assembler.add(message) { times.append($0.time) }
    }
    assembler.finish { times.append($0.time) }
    #expect(times == [Self.start, Self.start.advanced(seconds: 1)])
    let player = CapturePlayer(
      Capture(bytes), mode: .once, options: PlayingOptions(date: UnixTime(seconds: 1_800_000_000)))
    #expect(player.losses.first { $0.reason == .unknownTimes }?.messageTypes == [1046, 1077])
  }

  @Test("a ballot's winner is what most say, of several the first")
  func ballot() {
    var ballot = Ballot<Int>()
    #expect(ballot.winner == nil)
    for value in [7, 8, 8, 7, 9] { ballot.add(value) }
    #expect(ballot.winner == 7)
    ballot.add(8)
    #expect(ballot.winner == 8)
    #expect(ballot.winner { $0 > 8 } == 9)
    for value in 100..<300 { ballot.add(value) }
    for _ in 0..<9 { ballot.add(299) }
    #expect(ballot.winner == 8)
  }
}
