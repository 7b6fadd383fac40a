import GNSSBasics
import RTCMParser
import Testing

@testable import GNSSSimulation

@Suite("A synthetic base station at hard places and times")
struct HardPlacesTests {
  /// The position, start and epoch interval of a station.
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var latitude = 45.478, longitude = 9.23, height = 170.0
    /// The start, Unix time; the default is 2026-06-01T12:00:00Z.
    var start: Int64 = 1_780_315_200
    var milliseconds = 1000
    var mask = 5.0
    /// The number of epochs to check.
    var epochs = 14

    var testDescription: String { name }

    func station(_ effects: SkyEffects) throws -> BaseStationSynthesizer {
      var station = BaseStationConfiguration()
      station.position = GeodeticPosition(
        latitude: latitude, longitude: longitude, height: height)
      (station.start, station.interval) = (UnixTime(seconds: start), .milliseconds(milliseconds))
      (station.elevationMask, station.effects) = (mask, effects)
      return try BaseStationSynthesizer(station)
    }
  }

  static let cases = [
    Case(name: "north pole", latitude: 90, longitude: 0, height: 0),
    Case(name: "south pole, on its ice", latitude: -90, longitude: -77, height: 2835),
    Case(name: "180° east", latitude: -16.8, longitude: 180, height: 0),
    Case(name: "180° west", latitude: -16.8, longitude: -180, height: 0),
    Case(name: "360° east", latitude: 51.48, longitude: 360, height: 46),
    Case(name: "the equator", latitude: 0, longitude: 0, height: 0),
    Case(name: "under the mountains' tops", latitude: 27.99, longitude: 86.93, height: 9000),
    Case(name: "lower than the sea", latitude: 31.5, longitude: 35.5, height: -430),
    // The start is 2026-06-06T23:59:37Z, five seconds before week 2422.
    Case(name: "a week's end", start: 1_780_790_377),
    Case(name: "a day's end in GPS time", start: 1_780_358_377),
    Case(name: "a day's end in Moscow", start: 1_780_347_595),
    Case(name: "a day's end in UTC", start: 1_780_358_395),
    Case(name: "a year's end", start: 1_798_761_595),
    // The starts are ten and five seconds before the leap seconds.
    Case(name: "the leap second of 2016", start: 1_483_228_790),
    Case(name: "the leap second of 2015", start: 1_435_708_795),
    // The start is 1999-08-21T23:59:42Z, when GPS time was 13 s ahead of UTC.
    Case(name: "the beginning of GPS's week 1024", start: 935_279_982),
    Case(name: "a leap day", start: 1_709_251_195),
    Case(
      name: "twenty times a second over a week's end", start: 1_780_790_381, milliseconds: 50,
      epochs: 28),
    Case(name: "a mask that hides most", mask: 45),
  ]

  @Test("ranges and phases go on smoothly while a signal is tracked", arguments: cases)
  func isContinuous(station: Case) throws {
    let epochs = Array(
      try station.station([.earthRotation, .troposphere, .ionosphere]).prefix(station.epochs))
    let step = Double(station.milliseconds) / 1000
    var arcs = 0
    for index in 2..<epochs.count {
      let three = epochs[index - 2...index].map { epoch in
        Dictionary(
          uniqueKeysWithValues: epoch.observations.observations.map {
            (["\($0.satellite)", $0.code.map { "\($0)" } ?? ""], $0)
          })
      }
      for (signal, last) in three[2] {
        guard last.minimumLockTimeMilliseconds ?? 0 > 2 * station.milliseconds,
          let first = three[0][signal], let middle = three[1][signal]
        else { continue }
        func bend(_ value: (SignalObservation) -> Double?) throws -> Double {
          try #require(value(first)) - 2 * (try #require(value(middle)))
            + (try #require(value(last)))
        }
        // Satellites accelerate by up to 0.2 m/s² along the line of sight. A code jumps at new data, for
        // GLONASS by the rounding to half a metre and a millimetre a second.
        #expect(try bend(\.phaserange).magnitude < 0.2 * step * step + 0.002, "\(signal)")
        #expect(try bend(\.pseudorange).magnitude < 0.2 * step * step + 3, "\(signal)")
        #expect((18e6...47e6).contains(try #require(last.pseudorange)), "\(signal)")
        arcs += 1
      }
    }
    #expect(arcs > 5 * (station.epochs - 2), "\(arcs)")
  }

  @Test(
    "everything on, each frame decodes, and its epoch is the one that was measured",
    arguments: cases)
  func decodes(station: Case) throws {
    var last: GPSTime?
    for epoch in try station.station(.all).prefix(station.epochs) {
      let time = epoch.observations.time
      if let last {
        #expect(time.nanoseconds - last.nanoseconds == Int64(station.milliseconds) * 1_000_000)
      }
      last = time
      let next = time.advanced(byNanoseconds: 1_000_000_000)
      var (cells, frames) = (0, 0)
      var scanner = FrameScanner()
      var failures: [any Error] = []
      let bytes = try epoch.encode()
      scanner.consume(bytes.span) { frame in
        frames += 1
        do {
          guard case .msm(let message) = try RTCMMessage(decoding: frame.payload) else { return }
          cells += message.cells.count
          let told = message.header.epoch.gpsTime(near: time)
          #expect(told == time || (told == next && message.isGLONASSInLeapSecond(of: time)))
        } catch { failures.append(error) }
      }
      #expect(failures.isEmpty && scanner.counts.otherBytes == 0)
      #expect(frames == (try epoch.messages().count))
      #expect(cells == epoch.observations.observations.count && cells > 0)
    }
  }

  @Test("a mask that hides everything leaves epochs without observations, and no trap")
  func hidesAll() throws {
    let station = Case(name: "", latitude: 90, longitude: 0, height: 0, mask: 89.9)
    for epoch in try station.station(.all).prefix(30) {
      #expect(epoch.observations.observations.isEmpty)
      let bytes = try epoch.encode()
      var scanner = FrameScanner()
      var types: Set<UInt16?> = []
      scanner.consume(bytes.span) { types.insert($0.messageType) }
      #expect(scanner.counts.badCRC == 0 && !types.contains(1019))
    }
  }

  @Test(
    "one place by two names sees the same",
    arguments: [(90, 0, 90, 137), (-90, 10, -90, -170), (-16.8, 180, -16.8, -180)]
      as [(Double, Double, Double, Double)])
  func isOnePlace(place: (Double, Double, Double, Double)) throws {
    let (one, other) = try (
      Case(name: "", latitude: place.0, longitude: place.1).observations,
      Case(name: "", latitude: place.2, longitude: place.3).observations
    )
    #expect(one.map(\.satellite) == other.map(\.satellite) && one.count > 30)
    for (a, b) in zip(one, other) {
      #expect((try #require(a.pseudorange) - (try #require(b.pseudorange))).magnitude < 1e-6)
      #expect((try #require(a.phaserange) - (try #require(b.phaserange))).magnitude < 1e-6)
    }
  }
}

extension MSMMessage {
  /// Whether the epoch is encoded as the second after it: DF034 has one time for both.
  fileprivate func isGLONASSInLeapSecond(of time: GPSTime) -> Bool {
    let next = time.advanced(byNanoseconds: 1_000_000_000)
    return header.constellation == .glonass && next.leapSeconds > time.leapSeconds
  }
}

extension HardPlacesTests.Case {
  /// The station's measurements at its first epoch, with geometry and atmosphere.
  fileprivate var observations: [SignalObservation] {
    get throws {
      try Array(station([.earthRotation, .troposphere, .ionosphere]).prefix(1)).flatMap {
        $0.observations.observations
      }
    }
  }
}
