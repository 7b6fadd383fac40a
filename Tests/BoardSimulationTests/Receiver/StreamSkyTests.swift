import GNSSBasics
import GNSSSimulation
import RTCMParser
import Testing

@testable import BoardSimulation

@Suite("Corrections of another sky")
struct StreamSkyTests {
  private static let time = GPSTime(week: 2421, secondsOfWeek: 43_200)

  /// A receiver that gets a number of seconds of a station's stream.
  private struct Rover {
    var bench = ReceiverBench(bootDate: time.unixTime)
    var station: BaseStationSynthesizer
    /// Whether the receiver gets ephemerides.
    var tellsOrbits = true

    /// Creates a station under a sky whose satellites fly as at a date some hours away.
    init(hoursAway: Int, tellsOrbits: Bool = true) throws {
      var configuration = BaseStationConfiguration()
      configuration.start = StreamSkyTests.time.unixTime
      configuration.effects = []
      if hoursAway != 0 {
        var other = configuration
        other.start = configuration.start.advanced(by: .seconds(3600 * hoursAway))
        let messages = try BaseStationSynthesizer(other).prefix(60).flatMap(\.announcements)
        let sent = try #require(GPSTime(other.start))
        configuration.sky = Sky(
          ephemerides: messages.map { $0.exchangingGPSSatellites() }, sent: sent,
          systems: [.gps], seed: 1)
      }
      station = try BaseStationSynthesizer(configuration)
      self.tellsOrbits = tellsOrbits
    }

    mutating func run(for seconds: Int) throws {
      for _ in 0..<seconds {
        guard let epoch = station.next() else { return }
        var bytes: [UInt8] = []
        for message in try epoch.messages()
        where tellsOrbits || message.orbitingSatellite == nil { bytes += try message.frame() }
        var rest = bytes[...]
        while !rest.isEmpty {
          _ = bench.transfer(Array(rest.prefix(250)))
          rest = rest.dropFirst(250)
        }
        bench.run(until: bench.clock.now + .seconds(1))
      }
    }

    var used: Set<SatelliteID> { Set(bench.receiver.solution?.sky.usable.map(\.id) ?? []) }
  }

  @Test("a base under the same sky shares what both have, and its reason counts it")
  func own() throws {
    var rover = try Rover(hoursAway: 0)
    try rover.run(for: 90)
    guard case .fixed(_, let shared, _, _) = rover.bench.receiver.fixReason else {
      Issue.record("\(rover.bench.receiver.fixReason.sentence)")
      return
    }
    #expect(!shared.isGuess && shared.count >= 20 && shared.count <= rover.used.count)
  }

  @Test("a base that tells other orbits brings its own sky, and nothing of the fix is lost by it")
  func foreign() throws {
    var rover = try Rover(hoursAway: 24)
    try rover.run(for: 110)
    #expect(rover.bench.receiver.fixState == .rtkFixed)
    guard case .fixed(_, let shared, _, _) = rover.bench.receiver.fixReason else { return }
    #expect(!shared.isGuess && shared.count >= 5)
    let observed = try #require(rover.bench.receiver.corrections.latest).observed
    let systems = Set(rover.used.filter { observed.contains($0) }.map(\.constellation))
    #expect(systems == [.gps])
    // The receiver's own satellites remain for systems that the stream does not contain.
    #expect(rover.used.contains { $0.constellation == .glonass })
  }

  @Test("of what a stream tells of orbits that is kept which the sky overhead does not tell itself")
  func keepsOrbits() throws {
    var own = try Rover(hoursAway: 0)
    try own.run(for: 60)
    #expect(own.bench.receiver.monitor.content.orbits.messages.isEmpty)
    // The receiver then gets the stream of another sky, whose orbits arrive before the change of sky can be
    // detected.
    var foreign = try Rover(hoursAway: 24)
    foreign.bench = own.bench
    try foreign.run(for: 20)
    #expect(own.bench.receiver.monitor.content.orbits.messages.count >= 5)
    try foreign.run(for: 90)
    #expect(own.bench.receiver.fixState == .rtkFixed)
    #expect(own.bench.receiver.monitor.content.orbits.messages.isEmpty)
  }

  @Test("a base that tells no orbits leaves the sky as it is, and the reason says that it guesses")
  func silent() throws {
    var rover = try Rover(hoursAway: 24, tellsOrbits: false)
    try rover.run(for: 110)
    let reason = rover.bench.receiver.fixReason
    #expect(reason.sentence.contains("perhaps"), "\(reason.sentence)")
    #expect(reason.sentence.contains("no orbits for this date"))
  }

  @Test("orbits of fewer satellites than a position needs bring no sky, and the reason counts them")
  func few() throws {
    let station = BaseStationConfiguration()
    var chart = SkyChart(of: .standard)
    let overhead = chart.entries(above: 30, over: station.position, at: Self.time)
    let told = Sky.standard.satelliteIDs.filter { id in
      overhead.first { $0.satellite.constellation == id.constellation }?.satellite == id
        && [.gps, .glonass, .galileo].contains(id.constellation)
    }
    try #require(told.count == 3)
    var observed = InlineSatellites()
    for (system, bits) in told.map({ ($0.constellation, UInt64(1) << UInt64($0.number - 1)) })
      + [(.beidou, 1 << 63), (.qzss, 1 << 9)]
    {
      observed.insert(
        ObservationMessage(
          stationID: 1, constellation: Int(system.rawValue), isGLONASS: system == .glonass,
          timeOfDay: 0, isMoreToFollow: false, satellites: bits))
    }
    var latest = UsableCorrections(
      stationID: 1, position: ECEFPosition(station.position), satellites: observed.count,
      constellations: 5, lacksGLONASSBiases: false, arrival: .zero)
    latest.observed = observed
    var orbits = StreamOrbits()
    var base = station
    base.start = Self.time.unixTime
    for message in try BaseStationSynthesizer(base).prefix(60).flatMap(\.announcements)
    where message.orbitingSatellite.map(told.contains) == true { orbits.insert(message) }
    var stream = StreamSky()
    // None of the satellites over the receiver is observed by the station.
    let own = overhead.filter { !observed.contains($0.satellite) }
    for second in [0, 40] {
      let sky = stream.sky(
        after: latest, &orbits, insteadOf: Sky(systems: [], seed: 1), own,
        over: station.position, at: .seconds(second), Self.time)
      #expect(sky == nil)
    }
    let shared = try #require(stream.shared(of: latest, with: SatellitesInView()))
    #expect(shared.isGuess && shared.knownOrbits == 3)
    #expect(shared.words.contains("too few orbits (3)"))
  }

  @Test("a receiver that comes to the other side of the Earth finds the satellites there")
  func movesAway() throws {
    let bench = ReceiverBench(bootDate: Self.time.unixTime)
    bench.receiver.world.hasSkyView = false
    bench.run(until: .seconds(30))
    bench.receiver.world = World(
      scenario: .standing, origin: GeodeticPosition(latitude: -35.3, longitude: 149, height: 800))
    bench.run(until: .seconds(90))
    #expect(bench.receiver.fixState == .threeD, "\(bench.receiver.fixReason.sentence)")
  }

  @Test("a search that takes longer than a start names what is missing")
  func givesUp() {
    let bench = ReceiverBench(bootDate: Self.time.unixTime)
    bench.receiver.world.hasSkyView = false
    bench.run(until: .seconds(30))
    #expect(bench.receiver.fixReason == .acquiring)
    bench.run(until: .seconds(70))
    #expect(bench.receiver.fixReason == .outOfSight(satellites: 0))
  }
}

extension RTCMMessage {
  /// Returns the same orbit under another GPS satellite's number, so that every satellite changes its place.
  fileprivate func exchangingGPSSatellites() -> RTCMMessage {
    guard case .gpsEphemeris(var orbit) = self else { return self }
    orbit.satelliteID = 33 - orbit.satelliteID
    return .gpsEphemeris(orbit)
  }
}
