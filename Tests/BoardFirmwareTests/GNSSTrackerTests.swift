import GNSSBasics
import NtripProtocol
import SensorDrivers
import Testing

@testable import BoardFirmware

@Suite("What the receiver says")
struct GNSSTrackerTests {
  private static func solution(at seconds: Int, change: (inout NavPVT) -> Void = { _ in }) -> NavPVT
  {
    var message = FakeReceiver.solution(at: .seconds(seconds))
    change(&message)
    return message
  }

  private static func highPrecision(at seconds: Int) -> NavHPPosLLH {
    FakeReceiver.highPrecision(at: .seconds(seconds))
  }

  private static let precise = GeodeticPosition(
    latitude: 45.478129113, longitude: 9.227790690, height: 162.3456)
  @Test("an epoch has the position and accuracy of its solution")
  func epoch() {
    var tracker = GNSSTracker(bootDate: Samples.bootDate)
    let now = Duration.milliseconds(61_080)
    tracker.update(with: UBloxSolution(Self.solution(at: 61), Self.highPrecision(at: 61)), at: now)
    #expect(tracker.status.position == Timed(Self.precise, at: .seconds(61)))
    #expect(tracker.status.horizontalAccuracy == 1.3999)
    #expect(tracker.status.verticalAccuracy == 2.2001)
    #expect(tracker.status.meanSeaLevelHeight == 115.1456)
    #expect(tracker.status.satellites == 21)
  }

  @Test(
    "an epoch's board time is that of its date, or of its arrival where the date cannot be right")
  func boardTime() {
    var tracker = GNSSTracker(bootDate: Samples.bootDate)
    tracker.update(
      with:
        UBloxSolution(Self.solution(at: 9) { $0.nanoseconds = -250_000_000 }, nil),
      at: .milliseconds(9080))
    #expect(tracker.status.position?.time == .milliseconds(8750))
    for change in [
      { $0.validity = [.date, .time] }, { $0.year = 2025 }, { $0.month = 14 },
      { $0.second = 11 },
    ] as [(inout NavPVT) -> Void] {
      tracker.update(
        with:
          UBloxSolution(Self.solution(at: 10, change: change), nil), at: .milliseconds(10_080))
      #expect(tracker.status.position?.time == .milliseconds(10_080))
    }
  }

  @Test("the date is believed from just after its epoch to just before two seconds later")
  func boardTimeLimits() {
    var tracker = GNSSTracker(bootDate: Samples.bootDate)
    let (epoch, instant) = (Duration.seconds(9), Duration.nanoseconds(1))
    for (arrival, time) in [
      (epoch - .milliseconds(1), epoch),
      (epoch - .milliseconds(1) - instant, epoch - .milliseconds(1) - instant),
      (epoch + .seconds(2) - instant, epoch),
      (epoch + .seconds(2), epoch + .seconds(2)),
    ] {
      tracker.update(with: UBloxSolution(Self.solution(at: 9), nil), at: arrival)
      #expect(tracker.status.position?.time == time, "arrived at \(arrival)")
    }
  }

  @Test("the fix is the best the flags allow")
  func fixes() {
    let cases: [(GNSSFix, (inout NavPVT) -> Void)] = [
      (.threeD, { _ in }),
      (.threeD, { $0.fixType = .combined }),
      (.dgnss, { $0.flags.insert(.differential) }),
      (.rtkFloat, { $0.carrierSolution = .float }),
      (.rtkFixed, { $0.carrierSolution = .fixed }),
      (.none, { $0.flags.remove(.gnssFixOK) }),
      (.none, { $0.positionFlags = [.invalidPosition] }),
      (.none, { $0.fixType = .noFix }),
      (.none, { $0.fixType = .twoDimensional }),
      (.none, { $0.fixType = .timeOnly }),
    ]
    for (fix, change) in cases { #expect(Self.solution(at: 1, change: change).fix == fix) }
  }

  @Test("without a fix the last position stays with its time, and none is reported")
  func lostFix() {
    var tracker = GNSSTracker(bootDate: Samples.bootDate)
    tracker.update(with: UBloxSolution(Self.solution(at: 5), nil), at: .milliseconds(5080))
    let report = tracker.takeReport()
    #expect(report != nil)
    tracker.update(
      with:
        UBloxSolution(Self.solution(at: 6) { $0.flags = [] }, nil), at: .milliseconds(6080))
    #expect(tracker.status.fix == .none)
    #expect(tracker.status.position?.time == .seconds(5))
    tracker.update(
      with:
        UBloxSolution(Self.solution(at: 7) { $0.fixType = .twoDimensional }, nil),
      at: .milliseconds(7080))
    #expect(tracker.status.position?.time == .seconds(5))
    let nothing = tracker.takeReport()
    #expect(nothing == nil)
  }

  @Test("the report is a GGA sentence of the receiver's own position")
  func report() throws {
    var tracker = GNSSTracker(bootDate: Samples.bootDate)
    tracker.recordUse(of: Self.used(station: 2003), at: .milliseconds(60_000))
    let solution = Self.solution(at: 61) { $0.carrierSolution = .fixed }
    tracker.update(
      with:
        UBloxSolution(solution, Self.highPrecision(at: 61)), at: .milliseconds(61_080))
    let report = tracker.takeReport()
    let sentence = try #require(report)
    // 45.478129113° = 45°28.68774678', 9.22779069° = 9°13.6674414'.
    let body =
      "GPGGA,120101.00,4528.6877468,N,00913.6674414,E,4,21,1.2,115.146,M,47.200,M,1.1,2003"
    let sum = body.utf8.reduce(0, ^)
    let text = String(decoding: sentence.encode(), as: UTF8.self)
    #expect(text == "$\(body)*\(String(sum, radix: 16, uppercase: true))")
    let next = tracker.takeReport()
    #expect(next == nil)
  }

  @Test("the report tells quality, time, and corrections only where they are used")
  func reportByFix() {
    var tracker = GNSSTracker(bootDate: Samples.bootDate)
    tracker.recordUse(of: Self.used(station: 2003), at: .milliseconds(60_000))
    let cases: [(GGASentence.Quality, (inout NavPVT) -> Void)] = [
      (.autonomous, { _ in }),
      (.differential, { $0.flags.insert(.differential) }),
      (.rtkFloat, { $0.carrierSolution = .float }),
      (.rtkFixed, { $0.carrierSolution = .fixed }),
    ]
    for (quality, change) in cases {
      let solution = Self.solution(at: 61, change: change)
      tracker.update(with: UBloxSolution(solution, nil), at: .milliseconds(61_080))
      let report = tracker.takeReport()
      #expect(report?.quality == quality)
      #expect(report?.timeOfDay == .seconds(12 * 3600 + 61))
      #expect(report?.correctionAge == (quality == .autonomous ? nil : 1.08))
      #expect(report?.stationID == (quality == .autonomous ? nil : 2003))
    }
    let undated = Self.solution(at: 62) { $0.validity = [.date, .time] }
    tracker.update(with: UBloxSolution(undated, nil), at: .milliseconds(62_080))
    let report = tracker.takeReport()
    #expect(report != nil && report?.timeOfDay == nil)
  }

  private static func used(station: UInt16) -> RxmRTCM {
    var message = RxmRTCM()
    message.use = .used
    (message.messageType, message.referenceStationID) = (1077, station)
    return message
  }

  @Test("observations are told from other messages by their type")
  func observationTypes() {
    let types = (UInt16(1000)...1140).filter { type in
      var message = RxmRTCM()
      message.messageType = type
      return message.isObservation
    }
    let legacy: [UInt16] = [1001, 1002, 1003, 1004, 1009, 1010, 1011, 1012]
    let systems: [UInt16] = [1070, 1080, 1090, 1100, 1110, 1120, 1130]
    let kinds: [UInt16] = systems.flatMap { system in (1...7).map { system + $0 } }
    #expect(types == legacy + kinds)
  }

  @Test("station and age are those of the observations used last")
  func correctionsUsed() {
    var tracker = GNSSTracker(bootDate: Samples.bootDate)
    #expect(tracker.status.correctionAge(at: .seconds(2)) == nil)
    tracker.recordUse(of: Self.used(station: 1), at: .seconds(3))
    tracker.recordUse(of: Self.used(station: 4095), at: .seconds(5))
    #expect(tracker.status.stationID == 4095)
    #expect(tracker.status.correctionAge(at: .seconds(8)) == .seconds(3))
    #expect(tracker.status.correctionAge(at: .seconds(4)) == .zero)
  }

  @Test("the heading comes from the vector of a base that moves, with the time of its epoch")
  func heading() throws {
    var tracker = GNSSTracker(bootDate: Samples.bootDate)
    var vector = NavRelPosNED()
    vector.flags = [.relativePositionValid]
    vector.lengthMetres = 1000
    tracker.update(with: vector, at: .seconds(9))
    let boot = try #require(GPSTime(Samples.bootDate))
    vector.timeOfWeekMilliseconds = UInt32(
      boot.advanced(byNanoseconds: 60_000_000_000).millisecondsOfWeek)
    (vector.lengthMetres, vector.headingE5, vector.headingAccuracyE5) = (1.01, 123_45678, 12_000)
    vector.flags = [.relativePositionValid, .movingBase, .headingValid]
    tracker.update(with: vector, at: .milliseconds(60_070))
    let heading = try #require(tracker.status.heading)
    #expect(heading.time == .seconds(60))
    #expect(heading.value == .init(degrees: 123.45678, accuracy: 0.12, distance: 1.01))
    // The distance to the fixed base stays that of its own vector.
    #expect(tracker.status.baseline == 1000)
    tracker.update(with: vector, at: .seconds(90))
    #expect(tracker.status.heading?.time == .seconds(90))
    tracker.lose(because: "gone")
    #expect(tracker.status.heading == nil)
    vector.flags = [.relativePositionValid, .movingBase]
    tracker.update(with: vector, at: .seconds(91))
    #expect(tracker.status.heading == nil)
  }

  @Test("baseline, reason and model come from their messages")
  func otherMessages() {
    var tracker = GNSSTracker(bootDate: Samples.bootDate)
    var vector = NavRelPosNED()
    vector.lengthMetres = 1000.25
    tracker.update(with: vector, at: .seconds(9))
    #expect(tracker.status.baseline == nil)
    vector.flags = [.relativePositionValid]
    tracker.update(with: vector, at: .seconds(9))
    #expect(tracker.status.baseline == 1000.25)
    vector.flags = []
    tracker.update(with: vector, at: .seconds(9))
    #expect(tracker.status.baseline == nil)
    tracker.update(with: UBXInformation(level: .warning, text: "no corrections"))
    tracker.update(with: UBXInformation(level: .debug, text: "noise"))
    #expect(tracker.status.reason == "no corrections")
    for level in [UBXInformation.Level.error, .notice] {
      tracker.update(with: UBXInformation(level: level, text: "\(level)"))
      #expect(tracker.status.reason == "\(level)")
    }
    tracker.update(with: UBXInformation(level: .test, text: "noise"))
    #expect(tracker.status.reason == "notice")
  }

  @Test("the model is what the version calls MODEL or, by an older firmware, MOD")
  func model() {
    var tracker = GNSSTracker(bootDate: Samples.bootDate)
    for (extensions, model) in [
      (["PROTVER=1"], nil), (["MOD=a"], "a"), (["PROTVER=1", "MOD=b", "MODEL=x y"], "x y"),
      (["PROTVER=1"], "x y"),
    ] as [([String], String?)] {
      tracker.identify(MonVER(softwareVersion: "", hardwareVersion: "", extensions: extensions))
      #expect(tracker.status.model == model)
    }
  }

  @Test("a lost receiver has no fix but keeps its last position")
  func lostReceiver() {
    var tracker = GNSSTracker(bootDate: Samples.bootDate)
    tracker.update(with: UBloxSolution(Self.solution(at: 5), nil), at: .milliseconds(5080))
    tracker.lose(because: "no answer")
    #expect(tracker.status.fix == .none)
    #expect(tracker.status.reason == "no answer")
    #expect(tracker.status.position != nil)
    tracker.update(with: UBloxSolution(Self.solution(at: 9), nil), at: .milliseconds(9080))
    #expect(tracker.status.fix == .threeD)
    #expect(tracker.status.reason == "3d: the receiver has not said why yet")
  }

  @Test("a reason that a returned receiver gives is kept")
  func reasonAfterLoss() {
    var tracker = GNSSTracker(bootDate: Samples.bootDate)
    tracker.lose(because: "no answer")
    tracker.update(with: UBXInformation(level: .notice, text: "no corrections"))
    tracker.update(with: UBloxSolution(Self.solution(at: 9), nil), at: .milliseconds(9080))
    #expect(tracker.status.reason == "no corrections")
  }
}
