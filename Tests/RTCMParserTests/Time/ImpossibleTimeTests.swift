import GNSSBasics
import RTCMParser
import Testing

@Suite("Numbers of time fields that are no times")
struct ImpossibleTimeTests {
  private static let reference = GPSTime(week: 2421, secondsOfWeek: 100_000)

  /// The greatest epoch value of each system; the next number is impossible.
  static let limits: [(Constellation, UInt32)] = Constellation.allCases.map {
    ($0, $0 == .glonass ? 86_400_999 : 604_799_999)
  }

  @Test("the last millisecond of an epoch field is a time, the next none", arguments: limits)
  func epochs(system: Constellation, last: UInt32) throws {
    let epoch = MSMEpoch(constellation: system, milliseconds: last, glonassDayOfWeek: 1)
    #expect(epoch.impossibleTime == nil && epoch.gpsTime(near: Self.reference) != nil)
    let next = MSMEpoch(constellation: system, milliseconds: last + 1, glonassDayOfWeek: 1)
    #expect(next.gpsTime(near: Self.reference) == nil)
    #expect(next.gpsTimeOfDayMilliseconds(leapSeconds: 18) == nil)
    #expect(next.gpsTimeOfWeekMilliseconds(leapSeconds: 18) == nil)
    #expect(next.advanced(byMilliseconds: 1000) == next)
    let found = try #require(next.impossibleTime)
    #expect(found.value == Int(last) + 1 && found.greatest == Int(last))
  }

  @Test("BeiDou's first 14 s may be below zero, other systems' not", arguments: limits)
  func below(system: Constellation, last: UInt32) {
    let epoch = MSMEpoch(constellation: system, milliseconds: (1 << 30) - 14_000)
    #expect((epoch.gpsTimeOfWeekMilliseconds(leapSeconds: 18) == 0) == (system == .beidou))
    let earlier = MSMEpoch(constellation: system, milliseconds: (1 << 30) - 14_001)
    #expect(earlier.impossibleTime != nil)
  }

  @Test("GLONASS's observations of 24:00:01.5 are told by field and range")
  func description() {
    let epoch = MSMEpoch(constellation: .glonass, milliseconds: 86_401_500)
    #expect(epoch.impossibleTime?.description == "DF034 is 86401500, at most 86400999")
  }

  @Test("toe and toc of every system with weeks end with the week")
  func weeks() {
    func check<Orbit: KeplerianEphemeris>(_ orbit: Orbit, _ message: (Orbit) -> RTCMMessage) {
      var orbit = orbit
      #expect(message(orbit).impossibleTime == nil)
      orbit.referenceTime = 604_800
      #expect(orbit.referenceTime(near: Self.reference) == nil)
      #expect(orbit.clockReferenceTime(near: Self.reference) != nil)
      #expect(message(orbit).impossibleTime?.value == 604_800)
      #expect(message(orbit).statedTime == nil)
      for value in [Double.nan, .infinity, -.infinity, 1e300, -1e300, -0.5] {
        orbit.referenceTime = value
        #expect(message(orbit).impossibleTime != nil, "\(value)")
      }
      (orbit.referenceTime, orbit.clockReferenceTime) = (0, 604_800)
      #expect(orbit.clockReferenceTime(near: Self.reference) == nil)
      #expect(message(orbit).impossibleTime?.greatest == 604_799)
    }
    check(GPSEphemeris(satelliteID: 1)) { .gpsEphemeris($0) }
    check(QZSSEphemeris(satelliteID: 1)) { .qzssEphemeris($0) }
    check(NavICEphemeris(satelliteID: 1)) { .navicEphemeris($0) }
    check(GalileoEphemeris(.fnav(), satelliteID: 1)) { .galileoEphemeris($0) }
    check(GalileoEphemeris(.inav(), satelliteID: 1)) { .galileoEphemeris($0) }
    check(BeiDouEphemeris(satelliteID: 1)) { .beidouEphemeris($0) }
  }

  @Test("tb, tk and NT of GLONASS and t0 of SBAS end with the day and the four years")
  func days() {
    var orbit = GLONASSEphemeris(satelliteID: 1)
    orbit.referenceTime = 86_400
    #expect(orbit.referenceTime(near: Self.reference) == nil)
    #expect(orbit.frameTime(near: Self.reference) != nil)
    orbit.referenceTime = 85_500
    #expect(RTCMMessage.glonassEphemeris(orbit).impossibleTime == nil)
    for tk: UInt16 in [24 << 7, 60 << 1, 4095] {
      orbit.frameTimeField = tk
      #expect(orbit.frameTime(near: Self.reference) == nil)
      #expect(RTCMMessage.glonassEphemeris(orbit).impossibleTime?.value == Int(tk))
    }
    orbit.frameTimeField = 23 << 7 | 59 << 1 | 1
    #expect(orbit.frameTime(near: Self.reference) != nil)
    orbit.day = 1462
    #expect(orbit.referenceTime(near: Self.reference) == nil)
    var sbas = SBASEphemeris(satelliteID: 1)
    sbas.referenceTime = 86_400
    #expect(sbas.referenceTime(near: Self.reference) == nil)
    #expect(RTCMMessage.sbasEphemeris(sbas).impossibleTime?.value == 86_400)
  }

  @Test("the second of 1013's and 1029's day ends with a leap second")
  func seconds() {
    for (second, isTime) in [(86_400, true), (86_401, false)] as [(UInt32, Bool)] {
      let time = TransmissionTime(modifiedJulianDay: 61_192, secondOfDay: second)
      #expect((time.unixTime != nil) == isTime)
      let message = RTCMMessage.systemParameters(SystemParameters(stationID: 1, time: time))
      #expect((message.statedTime != nil) == isTime)
      #expect((message.impossibleTime == nil) == isTime)
    }
  }

  @Test("corrections in state space are named by their own field, in seconds")
  func stateSpace() throws {
    let clock = try #require(SSRType(messageType: 1058))
    let late = SSRMessage(type: clock, header: SSRHeader(epochSeconds: 604_800))
    #expect(late.epoch.gpsTime(near: Self.reference) == nil)
    #expect(
      RTCMMessage.ssr(late).impossibleTime?.description == "DF385 is 604800, at most 604799")
    let layers = SSRIonosphere(header: SSRHeader(epochSeconds: 1_048_575), layers: [])
    #expect(layers.epoch.gpsTime(near: Self.reference) == nil)
    let glonass = try #require(SSRType(messageType: 1064))
    // Some providers continue Moscow's day for three hours.
    for (seconds, isTime) in [(97_199, true), (97_200, false)] as [(UInt32, Bool)] {
      let message = SSRMessage(type: glonass, header: SSRHeader(epochSeconds: seconds))
      #expect((RTCMMessage.ssr(message).impossibleTime == nil) == isTime)
    }
  }

  @Test("what is no time is decoded and encoded bit for bit")
  func lossless() throws {
    let epoch = MSMEpoch(
      constellation: .glonass, milliseconds: 134_217_727, glonassDayOfWeek: 1)
    let message = RTCMMessage.msm(
      try MSMMessage(
        type: MSMType(.glonass, kind: 7), stationID: 1, epoch: epoch, observations: []))
    var orbit = GLONASSEphemeris(satelliteID: 1)
    (orbit.referenceTime, orbit.frameTimeField, orbit.day) = (127 * 900, 4095, 2047)
    for message in [message, .glonassEphemeris(orbit)] {
      let frame = try message.frame()
      let payload = frame.span.extracting(3..<(frame.count - 3))
      let decoded = try RTCMMessage(decoding: payload)
      #expect(decoded == message)
      #expect(try decoded.frame() == frame)
      #expect(decoded.impossibleTime != nil)
    }
  }
}
