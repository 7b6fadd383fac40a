import GNSSBasics
import GNSSSimulation
import RTCMParser
import Testing

@testable import BoardSimulation

@Suite("Corrections of another sky")
struct StreamSkyTests {
  private static let time = GPSTime(week: 2421, secondsOfWeek: 43_200)

  /// A receiver that is sent a station's stream, some seconds of it.
  private struct Rover {
    var bench = ReceiverBench(bootDate: time.unixTime)
    var station: BaseStationSynthesizer
    /// How many satellites' ephemerides are passed on.
    var mostOrbits: Int
    private var told: Set<SatelliteID> = []

    /// A station under a sky; its satellites fly as at another date.
    init(hoursAway: Int, mostOrbits: Int = .max) throws {
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
      self.mostOrbits = mostOrbits
    }

    mutating func run(for seconds: Int) throws {
      for _ in 0..<seconds {
        guard let epoch = station.next() else { return }
        var bytes: [UInt8] = []
        for message in try epoch.messages() where passes(message) { bytes += try message.frame() }
        var rest = bytes[...]
        while !rest.isEmpty {
          _ = bench.transfer(Array(rest.prefix(250)))
          rest = rest.dropFirst(250)
        }
        bench.run(until: bench.clock.now + .seconds(1))
      }
    }

    private mutating func passes(_ message: RTCMMessage) -> Bool {
      guard let satellite = message.orbitingSatellite else { return true }
      if told.count < mostOrbits { told.insert(satellite) }
      return told.contains(satellite)
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
    // Of systems that the stream does not know, ours are still there.
    #expect(rover.used.contains { $0.constellation == .glonass })
  }

  @Test("of what a stream tells of orbits that is kept which the sky overhead does not tell itself")
  func keepsOrbits() throws {
    var own = try Rover(hoursAway: 0)
    try own.run(for: 60)
    #expect(own.bench.receiver.monitor.orbits.messages.isEmpty)
    // Then it is sent the stream of another sky, whose orbits come before anybody can tell that it is one.
    var foreign = try Rover(hoursAway: 24)
    foreign.bench = own.bench
    try foreign.run(for: 20)
    #expect(own.bench.receiver.monitor.orbits.messages.count >= 5)
    try foreign.run(for: 90)
    #expect(own.bench.receiver.fixState == .rtkFixed)
    #expect(own.bench.receiver.monitor.orbits.messages.isEmpty)
  }

  @Test("a base that has told few of its orbits is used by a guess, and the reason counts them")
  func slow() throws {
    var rover = try Rover(hoursAway: 24, mostOrbits: 2)
    try rover.run(for: 110)
    #expect(rover.bench.receiver.fixState >= .dgnss)
    let sentence = rover.bench.receiver.fixReason.sentence
    #expect(sentence.contains("as it has told orbits of 2 of "), "\(sentence)")
  }

  @Test("a search says how long it has lasted, and after a minute what may keep it from an end")
  func search() {
    let start = FixReason.acquiring(satellites: 3, time: .seconds(60)).sentence
    #expect(
      start == "none: searching satellites for 60 s, 3 can be used and a position needs 4; "
        + "a cold start takes about 30 s")
    #expect(
      FixReason.acquiring(time: .seconds(61)).sentence.hasSuffix(
        "; open the sky, and end jamming (gnss.jam, gnss.no-fix)"))
    #expect(
      SharedSatellites(4, guessedFrom: .init(told: 9, of: 9)).words.hasSuffix(
        "as it tells orbits of another date"))
  }

  @Test("a base that tells no orbits leaves the sky as it is, and the reason says that it guesses")
  func silent() throws {
    var rover = try Rover(hoursAway: 24, mostOrbits: 0)
    try rover.run(for: 110)
    let reason = rover.bench.receiver.fixReason
    #expect(reason.sentence.contains("perhaps"), "\(reason.sentence)")
    #expect(reason.sentence.contains("no orbits for this date"))
  }
}

extension RTCMMessage {
  /// The same orbit as another GPS satellite's, so that no number is where it was.
  fileprivate func exchangingGPSSatellites() -> RTCMMessage {
    guard case .gpsEphemeris(var orbit) = self else { return self }
    orbit.satelliteID = 33 - orbit.satelliteID
    return .gpsEphemeris(orbit)
  }
}
