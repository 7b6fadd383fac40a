import Foundation
import RTCMStreams
import TestSupport
import Testing
import UBloxRaw

/// A stream of RTCM with ephemerides, and the time at which its satellites sent them.
struct OrbitStream: CustomTestStringConvertible, Sendable {
  /// The path below the folder of shared data.
  let path: String
  let start: GPSTime
  /// The least number of orbits that convbin finds in the stream.
  let leastCount: Int

  init(_ path: String, week: Int, _ secondsOfWeek: Int, leastCount: Int) {
    self.path = path
    start = GPSTime(week: week, secondsOfWeek: secondsOfWeek)
    self.leastCount = leastCount
  }

  var testDescription: String { path }

  /// Returns the first ephemeris of each satellite.
  func messages() throws -> [RTCMMessage] {
    let bytes = try Data(contentsOf: try SharedCaptures.file(path)).prefix(300_000)
    var (messages, known) = ([RTCMMessage](), Set<String>())
    for frame in frames(of: [UInt8](bytes)) {
      guard let message = try? RTCMMessage(decoding: frame.payload.span),
        let ephemeris = BroadcastEphemeris(message),
        known.insert("\(ephemeris.constellation) \(ephemeris.satelliteNumber)").inserted
      else { continue }
      messages.append(message)
    }
    return messages
  }

  /// Returns a receiver's output of the minute from the start, in which every satellite sends
  /// its whole orbit.
  func written(_ messages: [RTCMMessage]) throws -> [UInt8] {
    var writer = RawStreamWriter()
    writer.ephemerides = messages.compactMap { BroadcastEphemeris($0) }
    let code = try #require(RINEXSignalCode("1C"))
    var observation = SignalObservation(constellation: .gps, satelliteNumber: 1, code: code)
    observation.pseudorange = 2e7
    return try (Int64(0)...65).flatMap { second in
      let time = start.advanced(byNanoseconds: second * 1_000_000_000)
      return try writer.bytes(
        at: ObservationEpoch(time: time, stationID: 0, observations: [observation]))
    }
  }
}

@Suite("Broadcast orbits")
struct BroadcastOrbitTests {
  @Test(
    "are in convbin's records as RTCM's are, to the last digit",
    .compares(with: .captures, .convbin),
    arguments: [
      OrbitStream("rtk/mosaic-static/base.rtcm3", week: 2320, 116_400, leastCount: 57),
      OrbitStream("captures/swift__eph_wn.rtcm", week: 2025, 597_618, leastCount: 60),
      OrbitStream("captures/swift__eph.rtcm", week: 2012, 486_018, leastCount: 91),
      OrbitStream("captures/swift__20190120_1956_rover.023", week: 2037, 72_018, leastCount: 20),
      OrbitStream("captures/swift__test_gal_eph.rtcm", week: 2014, 187_218, leastCount: 9),
      OrbitStream("captures/rtklib__GMSD7_20121014.rtcm3", week: 1710, 16, leastCount: 29),
      OrbitStream("captures/rtklib__testglo.rtcm3", week: 1562, 516_615, leastCount: 21),
      OrbitStream("captures/ntripstreams__AgPartner_2.rtcm3", week: 2426, 57_618, leastCount: 19),
      OrbitStream(
        "captures/pygnssutils__ntrip_encode_none.bin", week: 2328, 76_458, leastCount: 34),
    ])
  func agreesWithConvbin(stream: OrbitStream) throws {
    let messages = try stream.messages()
    let fromWords = try Convbin.convert(
      try stream.written(messages), format: "ubx", near: stream.start
    ).navigation.navigation
    let fromRTCM = try Convbin.convert(
      try messages.flatMap { try $0.frame() }, near: stream.start
    ).navigation.navigation
    #expect(fromRTCM.count >= stream.leastCount)
    #expect(fromWords.count == fromRTCM.count)
    for record in fromRTCM {
      let same = fromWords.first { $0.satellite == record.satellite }
      let found = try #require(same, "\(record.satellite)")
      #expect(found.time == record.time)
      for (index, (a, b)) in zip(found.values, record.values).enumerated() {
        if isOfTransmission(index, record.satellite) || differs(index, record.satellite) {
          continue
        }
        #expect(a == b, "\(record.satellite) value \(index)")
      }
    }
  }

  @Test(
    "are put together again of their words", .compares(with: .captures),
    arguments: [
      OrbitStream("rtk/mosaic-static/base.rtcm3", week: 2320, 116_400, leastCount: 57),
      OrbitStream("captures/swift__eph.rtcm", week: 2012, 486_018, leastCount: 91),
      OrbitStream("captures/rtklib__testglo.rtcm3", week: 1562, 516_615, leastCount: 21),
      OrbitStream(
        "captures/pygnssutils__ntrip_encode_none.bin", week: 2328, 76_458, leastCount: 34),
    ])
  func readsBack(stream: OrbitStream) throws {
    let messages = try stream.messages()
    let log = try stream.written(messages)
    var reader = RawLogReader()
    var read: [BroadcastEphemeris] = []
    for start in stride(from: 0, to: log.count, by: 1000) {
      let piece = Array(log[start..<min(start + 1000, log.count)])
      reader.consume(piece.span) { event in
        if case .ephemeris(let orbit) = event { read.append(orbit) }
      }
    }
    let written = messages.compactMap { BroadcastEphemeris($0) }
    #expect(read.count >= stream.leastCount && read.count == written.count)
    for orbit in written {
      let same = read.first {
        $0.constellation == orbit.constellation && $0.satelliteNumber == orbit.satelliteNumber
      }
      #expect(same?.comparable == orbit.comparable)
    }
  }

  @Test("an ephemeris of which a piece is of another issue, or lost, is none")
  func mixedIssues() throws {
    let (first, second) = (try pieces(issue: 7), try pieces(issue: 8))
    #expect(issues(first + second + second) == [7, 8])
    #expect(issues([first[0], second[1], first[2]]) == [])
    #expect(issues([first[0], first[1], second[0], second[1], second[2]]) == [8])
    #expect(issues([first[0], first[2]]) == [])
  }

  /// Returns the messages of a satellite's ephemeris, subframe by subframe.
  private func pieces(issue: UInt8) throws -> [[UInt8]] {
    var ephemeris = GPSEphemeris(satelliteID: 5)
    ephemeris.iode = issue
    ephemeris.iodc = UInt16(issue)
    let start = GPSTime(week: 2320, secondsOfWeek: 0)
    let messages = try NavigationBroadcast().messages(
      of: .gps(ephemeris), endingAfter: start,
      through: start.advanced(byNanoseconds: 30_000_000_000))
    return messages.map { $0.message.frame.encode() }
  }

  /// Returns the issues of the ephemerides in a log.
  private func issues(_ log: [[UInt8]]) -> [UInt8] {
    var reader = RawLogReader()
    var issues: [UInt8] = []
    let bytes = log.flatMap { $0 }
    reader.consume(bytes.span) { event in
      if case .ephemeris(.gps(let orbit)) = event { issues.append(orbit.iode) }
    }
    return issues
  }

  @Test("GLONASS frames tell when they began", .compares(with: .captures, .convbin))
  func frameTime() throws {
    let stream = OrbitStream("captures/rtklib__testglo.rtcm3", week: 1562, 516_615, leastCount: 0)
    let records = try Convbin.convert(
      try stream.written(try stream.messages()), format: "ubx", near: stream.start
    ).navigation.navigation.filter { $0.satellite.hasPrefix("R") }
    #expect(records.count > 3)
    // The time of the first whole frame in UTC, which was 15 leap seconds behind.
    #expect(records.allSatisfy { $0.values[2] == 516_600 })
  }

  /// Whether a value is the time of transmission: tk for GLONASS, the first value of the last
  /// line for others.
  private func isOfTransmission(_ index: Int, _ satellite: String) -> Bool {
    index == (satellite.hasPrefix("R") ? 2 : 27)
  }

  /// Whether RTKLIB reads a value from words differently than from RTCM, whatever the ephemeris.
  private func differs(_ index: Int, _ satellite: String) -> Bool {
    switch satellite.first {
    // Words are from E1-B only, but message 1046 may be from E5b as well.
    case "E": index == 20
    // RTKLIB takes QZSS's fit interval for one of GPS, of 4 h.
    case "J": index == 28
    default: false
    }
  }
}

extension BroadcastEphemeris {
  /// The ephemeris without values that differ in words: times of transmission, and GLONASS data besides
  /// the orbit.
  fileprivate var comparable: BroadcastEphemeris {
    switch self {
    case .gps(let orbit): .gps(zeroing(\.week, of: orbit))
    case .qzss(let orbit): .qzss(zeroing(\.week, of: orbit))
    case .galileo(let orbit): .galileo(zeroing(\.week, of: orbit))
    case .beidou(let orbit): .beidou(zeroing(\.week, of: orbit))
    case .glonass(let orbit): .glonass(orbit.orbitAlone)
    }
  }
}

private func zeroing<Orbit>(
  _ week: WritableKeyPath<Orbit, UInt16>, of orbit: Orbit
) -> Orbit {
  var orbit = orbit
  orbit[keyPath: week] = 0
  return orbit
}

extension GLONASSEphemeris {
  fileprivate var orbitAlone: GLONASSEphemeris {
    var orbit = self
    orbit.frameTimeField = 0
    orbit.isAlmanacHealthy = false
    orbit.hasAlmanacHealth = false
    orbit.p3 = false
    orbit.hasAdditionalData = false
    orbit.almanacDay = 0
    orbit.systemTimeOffset = 0
    orbit.fourYearInterval = 0
    orbit.gpsTimeOffset = 0
    orbit.isUnhealthyInFifthString = false
    orbit.reserved = 0
    orbit.trailingBits = TrailingBits()
    return orbit
  }
}
