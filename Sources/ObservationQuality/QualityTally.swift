public import Positioning
internal import GNSSBasics
package import RTCMStreams
internal import SatelliteOrbits

/// The quality of a receiver's observations: completeness, slips, multipath, signal strengths, ionosphere, clock and
/// positions.
///
/// ```swift
/// var tally = QualityTally()
/// for message in stream {
///   tally.take(message, near: time)
///   assembler.add(message) { tally.add($0, at: position) }
/// }
/// print(tally.report.json)
/// ```
/// The orbits come from ephemerides among the messages; those that are taken first serve all epochs. Epochs come in the
/// order of time; one that is not later than the one before it is counted and left out. Memory does not grow with
/// the number of epochs.
public struct QualityTally: Sendable {
  /// The limits.
  public let options: QualityOptions
  /// The steps from epoch to epoch.
  package private(set) var steps = EpochSteps()
  /// The satellites observed.
  package private(set) var satellites: [SatelliteID: SatelliteQuality] = [:]
  private(set) var sky: VisibleSky
  /// The positions.
  package private(set) var scatter = PositionScatter()
  private(set) var clock = ClockJumps()
  private(set) var latencies: [UInt16: ElevationBins.Sums] = [:]
  private(set) var greatestLatencies: [UInt16: Double] = [:]
  /// The last place of the antenna: as it is told, or by codes.
  private(set) var place: ECEFPosition?
  private var engine: RTKEngine

  /// Creates a tally before the first epoch.
  ///
  /// - Parameters:
  ///   - options: The limits.
  ///   - orbits: The orbits that are known.
  public init(_ options: QualityOptions = QualityOptions(), orbits: BroadcastOrbits = .init()) {
    self.options = options
    sky = VisibleSky(mask: options.elevationMask)
    var choices = RTKOptions()
    choices.mode = .single
    choices.elevationMask = options.elevationMask
    engine = RTKEngine(choices, orbits: orbits)
  }

  /// The orbits that are known.
  public var orbits: BroadcastOrbits { engine.orbits }

  /// The number of epochs.
  public var epochCount: Int { steps.epochCount }

  /// Takes a message with an ephemeris; other messages are ignored.
  ///
  /// - Parameters:
  ///   - message: Any message.
  ///   - reference: The approximate time at which it was received.
  public mutating func take(_ message: RTCMMessage, near reference: GPSTime) {
    engine.take(message, near: reference)
  }

  /// Takes the time that a message was under way.
  ///
  /// - Parameters:
  ///   - type: The type (DF002) of the message.
  ///   - seconds: The time of its arrival less that of its epoch, seconds.
  public mutating func takeLatency(of type: UInt16, _ seconds: Double) {
    latencies[type, default: .init()].add(seconds, square: seconds * seconds)
    greatestLatencies[type] = max(greatestLatencies[type] ?? -.infinity, seconds)
  }

  /// Adds the next epoch.
  ///
  /// - Parameters:
  ///   - epoch: The epoch.
  ///   - position: The antenna's place as it is told; `nil` where it is not.
  public mutating func add(_ epoch: ObservationEpoch, at position: ECEFPosition?) {
    let last = steps.last
    steps.add(epoch.time)
    if let last, epoch.time <= last { return }
    let told = position.flatMap { $0.isOnEarth ? $0 : nil }
    if options.solvesPositions, !engine.orbits.satellites.isEmpty {
      let solution = engine.solve(epoch)
      scatter.add(solution, near: told)
      if told == nil, solution.state != .none { place = solution.position }
    }
    place = told ?? place
    if let place { sky.advance(to: epoch.time, from: last, at: place, engine.orbits) }
    let jump = clock.add(epoch)
    let observations = epoch.observationsBySatellite
    var begin = 0
    while begin < observations.count {
      let satellite = observations[begin].satellite
      var end = begin + 1
      while end < observations.count, observations[end].satellite == satellite { end += 1 }
      satellites[satellite, default: SatelliteQuality()].add(
        observations[begin..<end],
        SatelliteQuality.Circumstances(
          time: epoch.time, number: steps.epochCount, direction: sky.directions[satellite],
          haveCodesJumped: jump.map { !$0.ofPhases } ?? false, options: options))
      begin = end
    }
  }
}

extension ObservationEpoch {
  /// The observations, those of each satellite one after the other.
  fileprivate var observationsBySatellite: [SignalObservation] {
    var seen: Set<SatelliteID> = []
    var last: SatelliteID?
    for observation in observations where observation.satellite != last {
      last = observation.satellite
      guard seen.insert(observation.satellite).inserted else {
        return observations.enumerated().sorted {
          ($0.element.satellite, $0.offset) < ($1.element.satellite, $1.offset)
        }.map(\.element)
      }
    }
    return observations
  }
}
