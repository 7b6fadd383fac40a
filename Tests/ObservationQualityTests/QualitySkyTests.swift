import GNSSBasics
import RTCMStreams
import TestSupport
import Testing
import TextOutput

@testable import ObservationQuality

@Suite("The quality of a capture with its sky")
struct QualitySkyTests {
  /// The capture's messages and epochs.
  private struct Station {
    var messages: [RTCMMessage] = []
    var epochs: [ObservationEpoch] = []
    var place: ECEFPosition?

    init() throws {
      let begin = GPSTime(week: 2421, secondsOfWeek: 129_600)
      var (scanner, assembler) = (FrameScanner(), EpochAssembler(near: begin))
      var (messages, epochs) = ([RTCMMessage](), [ObservationEpoch]())
      let capture = try MilanBase.capture
      scanner.consume(capture.span) { frame in
        guard let message = try? RTCMMessage(decoding: frame.payload) else { return }
        messages.append(message)
        assembler.add(message) { epochs.append($0) }
      }
      assembler.finish { epochs.append($0) }
      (self.messages, self.epochs) = (messages, epochs)
      for case .antennaReferencePointAndHeight(let point) in messages {
        place = point.station.position
      }
    }

    /// Returns the tally of the epochs that `change` returns; it gets each with its number.
    func tally(
      _ options: QualityOptions = QualityOptions(), at place: ECEFPosition? = nil,
      _ change: (Int, ObservationEpoch) -> ObservationEpoch? = { $1 }
    ) -> QualityTally {
      var tally = QualityTally(options)
      for message in messages { tally.take(message, near: epochs[0].time) }
      for (number, epoch) in epochs.enumerated() {
        if let epoch = change(number, epoch) { tally.add(epoch, at: place ?? self.place) }
      }
      return tally
    }
  }

  private let station: Station

  init() throws { station = try Station() }

  private func number(_ tally: QualityTally, _ path: String) -> Double? {
    tally.report[path: path]?.number
  }

  /// Returns a change that leaves out a satellite in some epochs.
  private static func without(
    _ satellite: SatelliteID, in epochs: Range<Int>
  ) -> (Int, ObservationEpoch) -> ObservationEpoch? {
    { number, epoch in
      guard epochs.contains(number) else { return epoch }
      var epoch = epoch
      epoch.observations.removeAll { $0.satellite == satellite }
      return epoch
    }
  }

  @Test("all that is above the mask is observed, of each system")
  func whole() {
    let tally = station.tally()
    #expect(number(tally, "completeness") == 100)
    for (system, epochs, satellites) in [
      ("G", 5260.0, 9.0), ("R", 4800, 8), ("E", 4450, 10), ("C", 7200, 14),
    ] {
      #expect(number(tally, "systems.\(system).expected") == epochs)
      #expect(number(tally, "systems.\(system).found") == epochs)
      #expect(number(tally, "systems.\(system).satellites") == satellites)
      #expect(number(tally, "systems.\(system).without_orbit") == 0)
    }
    #expect(number(tally, "systems.G.signals.1C.complete") == 5400)
    #expect(number(tally, "systems.G.signals.1C.found") == 5260)
    #expect(number(tally, "systems.G.signals.2L.expected") == 2860)
    #expect(tally.report[path: "never_observed"]?.elements.isEmpty == true)
    #expect(tally.text.contains("\nGPS               9      5260   5260  100.00"))
    #expect(
      tally.text.contains(
        "\nG1C             5400  100.00      0     0  0.131  44.9  37.4  38.8     -  44.6"))
    // The capture's signals grow stronger, and multipath weaker, with the elevation.
    let (low, high) = ("systems.G.signals.1C.cnr_by_elevation", "multipath_by_elevation")
    let ratios = tally.report[path: low]?.elements.compactMap(\.number) ?? []
    let multipath =
      tally.report[path: "systems.G.signals.1C.\(high)"]?.elements.compactMap(\.number) ?? []
    #expect(ratios.count == 7 && ratios == ratios.sorted())
    #expect(multipath.count == 7 && multipath[0] > 2 * multipath[6])
  }

  @Test("positions scatter about the told place, or about the first of them")
  func positions() throws {
    let told = station.tally()
    #expect(told.report[path: "position.is_told"] == .flag(true))
    #expect(number(told, "position.count") == 600 && number(told, "position.missing") == 0)
    #expect(try #require(number(told, "position.mean_up")).magnitude < 1)
    #expect((0.05...0.3).contains(try #require(number(told, "position.scatter_up"))))
    var (tally, place) = (QualityTally(), station.place)
    for message in station.messages { tally.take(message, near: station.epochs[0].time) }
    for epoch in station.epochs { tally.add(epoch, at: nil) }
    #expect(tally.report[path: "position.is_told"] == .flag(false))
    #expect(number(tally, "completeness") == 100)
    #expect((21_690...21_730).contains(try #require(number(tally, "systems.G.expected")) + 16_450))
    #expect((0.05...0.3).contains(try #require(number(tally, "position.scatter_up"))))
    let found = try #require(tally.place)
    #expect(found.distance(to: try #require(place)) < 2)
    // A place off the Earth is none.
    place = ECEFPosition(x: 0, y: 0, z: 0)
    let wrong = station.tally(at: place)
    #expect(wrong.report[path: "position.is_told"] == .flag(false))
  }

  @Test("a satellite that is never observed is named, and missing in its system's completeness")
  func never() throws {
    let tally = station.tally(QualityOptions(), Self.without(SatelliteID(.gps, 5), in: 0..<600))
    #expect(tally.report[path: "never_observed"]?.elements.map(\.text) == ["G05"])
    #expect(number(tally, "systems.G.expected") == 5260)
    #expect(number(tally, "systems.G.found") == 4660)
    // Of the signal only the satellites count that sent it.
    #expect(number(tally, "systems.G.signals.1C.expected") == 4660)
    #expect(tally.text.contains("; never observed: G05"))
    // A system of which nothing is observed is not missed.
    let three = station.tally { _, epoch in
      var epoch = epoch
      epoch.observations.removeAll { $0.constellation == .beidou }
      return epoch
    }
    #expect(three.report[path: "never_observed"]?.elements.isEmpty == true)
    #expect(number(three, "completeness") == 100)
  }

  @Test("a satellite that comes back has two pieces, and is missing between them")
  func comesBack() throws {
    let satellite = SatelliteID(.gps, 5)
    let tally = station.tally(QualityOptions(), Self.without(satellite, in: 100..<200))
    let quality = try #require(tally.satellites[satellite])
    let begin = station.epochs[0].time
    let pieces = quality.pieces.map {
      [$0.lowerBound.seconds(since: begin), $0.upperBound.seconds(since: begin)]
    }
    #expect(pieces == [[0, 99], [200, 599]])
    #expect(number(tally, "by_satellite.G05.expected") == 600)
    #expect(number(tally, "by_satellite.G05.found") == 500)
    #expect(number(tally, "by_satellite.G05.signals.1C.completeness") == 500.0 / 6)
    let (a, b) = (station.epochs[50].time, station.epochs[300].time)
    #expect(quality.isTogether(begin, a) && !quality.isTogether(a, b))
  }

  @Test("missing epochs are missing observations of all satellites")
  func gap() {
    let tally = station.tally { number, epoch in (200..<300).contains(number) ? nil : epoch }
    #expect(number(tally, "systems.R.expected") == 4800)
    #expect(number(tally, "systems.R.found") == 4000)
    #expect(number(tally, "missing_epochs") == 100)
  }

  @Test("a higher mask expects less, and counts multipath of what is higher only")
  func mask() throws {
    var options = QualityOptions()
    options.elevationMask = 40
    let (low, high) = (station.tally(), station.tally(options))
    #expect(try #require(number(high, "systems.G.expected")) < 4000)
    #expect(number(high, "completeness") == 100)
    #expect(try #require(number(high, "mp1")) < 0.8 * (try #require(number(low, "mp1"))))
    #expect(number(high, "observations") == number(low, "observations"))
    // Fewer satellites make positions that scatter more.
    let (few, all) = (number(high, "position.scatter_up"), number(low, "position.scatter_up"))
    #expect(try #require(few) > 1.2 * (try #require(all)))
  }

  @Test("an epoch of three satellites has no position")
  func noPosition() {
    let tally = station.tally { number, epoch in
      var epoch = epoch
      if number == 7 {
        epoch.observations.removeAll {
          $0.constellation != .gps || ![5, 13, 18].contains($0.satelliteNumber)
        }
      }
      return epoch
    }
    #expect(number(tally, "position.count") == 599 && number(tally, "position.missing") == 1)
  }

  @Test("positions are not computed where they are not wanted")
  func unsolved() {
    var options = QualityOptions()
    options.solvesPositions = false
    let tally = station.tally(options)
    #expect(number(tally, "position.count") == 0 && number(tally, "completeness") == 100)
    #expect(tally.text.contains("positions     not computed"))
  }

  @Test("the order of a satellite's observations does not matter")
  func order() {
    let tally = station.tally()
    let reversed = station.tally { _, epoch in
      var epoch = epoch
      epoch.observations.reverse()
      return epoch
    }
    for path in ["slips", "outliers", "told_slips", "mp1", "mp2", "ionosphere.rms", "completeness"]
    {
      #expect(number(tally, path) == number(reversed, path), "\(path)")
    }
    for signal in ["G.signals.2L", "E.signals.5Q", "E.signals.7Q", "C.signals.6I"] {
      let path = "systems.\(signal).multipath"
      #expect(number(tally, path) == number(reversed, path) && number(tally, path) != nil)
    }
  }
}

@Suite("Breaks of phases that the receiver tells")
struct ToldBreakTests {
  private func number(_ tally: QualityTally, _ path: String) -> Double? {
    tally.report[path: path]?.number
  }

  @Test(
    "a break that is told is no slip of the ionosphere or the multipath", arguments: ["1C", "2W"])
  func told(code: String) {
    var sky = SmallSky()
    sky.change(50...50, 2, code) { $0.minimumLockTimeMilliseconds = 0 }
    sky.change(51...99, 2, code) { $0.minimumLockTimeMilliseconds = 1000 }
    sky.change(50...99, 2, code) { $0.phaserange! += 50 }
    let tally = sky.tally(0..<100)
    #expect(number(tally, "told_slips") == 1)
    #expect(number(tally, "slips") == 0 && number(tally, "outliers") == 0)
    #expect(number(tally, "mp1").map { $0 < 1e-6 } == true)
    #expect(number(tally, "mp2").map { $0 < 1e-6 } == true)
    #expect(number(tally, "ionosphere.greatest").map { $0 < 1e-6 } == true)
    #expect(tally.satellites[SatelliteID(.gps, 2)]?.slips.map(\.kind) == [.told])
  }

  @Test("a phase that is missing for an epoch keeps the lock time before it")
  func missingPhase() {
    var sky = SmallSky()
    sky.change(30...30, 2, "1C") { observation in
      (observation.phaserange, observation.minimumLockTimeMilliseconds) = (nil, 0)
    }
    sky.change(31...99, 2, "1C") { $0.minimumLockTimeMilliseconds = 5000 }
    #expect(number(sky.tally(0..<100), "told_slips") == 1)
  }

  @Test("phases after a long pause begin anew")
  func pause() {
    var sky = SmallSky()
    sky.change(1...9) { observation in
      observation.phaserange! += observation.code?.band == 1 ? 50 : 20
    }
    var tally = QualityTally()
    tally.add(sky.epoch(0), at: nil)
    for number in 1...9 { tally.add(sky.epoch(number, every: 301), at: nil) }
    #expect(number(tally, "slips") == 0 && number(tally, "told_slips") == 0)
    #expect(number(tally, "outliers") == 0)
  }

  @Test("a signal that takes another's place as partner begins the multipath anew")
  func partner() {
    var sky = SmallSky()
    sky.change(50...99, nil, "2W") { observation in
      var other = SignalObservation(
        constellation: .gps, satelliteNumber: observation.satelliteNumber,
        code: RINEXSignalCode(band: 5, attribute: UInt8(ascii: "Q")))
      other.pseudorange = observation.pseudorange
      other.phaserange = observation.phaserange.map { $0 + 30 }
      other.minimumLockTimeMilliseconds = observation.minimumLockTimeMilliseconds
      observation = other
    }
    let tally = sky.tally(0..<100)
    #expect(number(tally, "slips") == 0 && number(tally, "outliers") == 0)
    #expect(number(tally, "mp1").map { $0 < 1e-6 } == true)
    #expect(number(tally, "mp5").map { $0 < 1e-6 } == true)
  }

  @Test(
    "signals 100 MHz apart tell multipath, nearer ones do not",
    arguments: [(6, 5, true), (7, 5, false)])
  func apart(first: UInt8, second: UInt8, isKnown: Bool) {
    var tally = QualityTally()
    for number in 0..<20 {
      var epoch = ObservationEpoch(
        time: SmallSky.begin.advanced(byNanoseconds: Int64(number) * 1_000_000_000), stationID: 0)
      for band in [first, second] {
        var observation = SignalObservation(
          constellation: .galileo, satelliteNumber: 1,
          code: RINEXSignalCode(band: band, attribute: UInt8(ascii: band == 6 ? "C" : "Q")))
        (observation.pseudorange, observation.phaserange) = (2.5e7, 2.5e7)
        epoch.observations.append(observation)
      }
      tally.add(epoch, at: nil)
    }
    #expect((number(tally, "systems.E.signals.5Q.multipath") != nil) == isKnown)
  }

  @Test(
    "the clock's jumps are found at any interval, and satellites' acceleration is none",
    arguments: [1.0, 5, 30])
  func clock(seconds: Double) {
    var tally = QualityTally()
    for number in 0..<200 {
      var epoch = SmallSky().epoch(number, every: seconds)
      let elapsed = Double(number) * seconds
      for index in epoch.observations.indices {
        let change = 0.5 * elapsed * elapsed - (number < 150 ? 0 : 299_792.458)
        epoch.observations[index].pseudorange! += change
        epoch.observations[index].phaserange! += change
      }
      tally.add(epoch, at: nil)
    }
    #expect(number(tally, "clock_jumps") == 1)
  }

  @Test("slips are listed by the evidence for them, outliers are not")
  func kinds() {
    var sky = SmallSky()
    sky.change(20...20, 1, "1C") { $0.pseudorange! += 5 }
    sky.change(30...99, 1, "1C") { $0.pseudorange! += 5 }
    sky.change(60...99, 1, "2W") { $0.phaserange! += 50 }
    let tally = sky.tally(0..<100)
    let slips = tally.satellites[SatelliteID(.gps, 1)]?.slips ?? []
    #expect(slips.map(\.kind) == [.multipath, .ionosphere])
    #expect(
      slips.map { $0.time.nanoseconds - SmallSky.begin.nanoseconds } == [
        31_000_000_000, 60_000_000_000,
      ])
  }
}
