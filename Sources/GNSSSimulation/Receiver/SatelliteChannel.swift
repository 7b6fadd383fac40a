internal import GNSSBasics
internal import Mathematics
internal import RTCMParser
internal import SatelliteOrbits

/// A receiver's channel for a satellite: the present broadcast, and the signals.
struct SatelliteChannel: Sendable {
  let id: SatelliteID
  /// The satellite's index in the sky.
  var index: Int
  private(set) var set: BroadcastSet?
  /// The present arc of the satellite's orbit.
  private var arc: OrbitArc?
  private var signals: [SignalChannel] = []
  private let equipment: Equipment
  /// The sum of the jumps in range between successive sets, which phases do not follow.
  private var step = 0.0
  /// The receptions of the last epoch and of the one before, from which observations are computed.
  private var last: Sighting?, before: Sighting?
  /// The path by which the signals arrive.
  private var path = SignalPath.direct
  private var shadow = Shadow()
  /// Whether a signal was tracked at the last epoch.
  private(set) var isFollowed = false

  /// The reception of the signals at an epoch.
  private struct Sighting: Sendable {
    let reception: Reception
    /// The cached delays of the atmosphere; `nil` before the first request.
    private var known: AtmosphericDelays?

    init(at reception: Reception) { self.reception = reception }

    /// Returns the atmosphere's delays, along the path from the orbit followed at that epoch.
    mutating func atmosphere(
      along sight: LineOfSight? = nil, from orbit: SatelliteOrbit
    ) -> AtmosphericDelays {
      let delays = known ?? reception.atmosphere(along: sight ?? reception.sight(of: orbit))
      known = delays
      return delays
    }
  }

  /// Creates the channel of a satellite, given its index in a sky.
  init(_ index: Int, of orbits: FlownOrbits, _ equipment: Equipment) {
    (id, self.index, self.equipment) = (orbits.satellites[index], index, equipment)
  }

  /// The time from which on the satellite follows its present broadcast.
  var begin: GPSTime? { self.set?.validity.lowerBound }

  /// Loses track of all signals.
  mutating func lose() {
    guard isFollowed else { return }
    isFollowed = false
    last = nil
    step = 0
    for index in signals.indices { signals[index].lose() }
  }
}

/// An antenna's sight of a satellite above the mask.
enum SatelliteSight {
  case clear
  /// An obstacle hides the satellite.
  case hidden
  /// No sky is visible at all.
  case noSky
}

extension SatelliteChannel {
  /// Takes note of the sight of the satellite; a change of the signal's path loses the phase.
  ///
  /// - Parameters:
  ///   - sight: The antenna's sight of the satellite.
  ///   - generator: The random numbers that decide whether a reflection is received.
  mutating func follow(_ sight: SatelliteSight, _ generator: inout Xoshiro256) {
    switch (sight, path) {
    case (.noSky, _): change(to: .none)
    case (.clear, _): change(to: .direct)
    case (.hidden, .direct):
      // One satellite in four is received by a reflection: mostly across the street, sometimes from far away.
      let chance = generator.uniform()
      let excess = 2 - 8 * Math.logarithm(1 - generator.uniform())
      change(to: chance < 0.25 ? .reflected(excess: min(excess, 80)) : .none)
    default: break
    }
  }

  /// The longest jump in range, metres.
  ///
  /// A larger distance between phase and code does not fit into MSM, with the whole cycles of a new arc.
  private static var longestStep: Double { 500 }

  private mutating func change(to new: SignalPath) {
    guard path != new else { return }
    path = new
    lose()
  }

  /// Returns the direction of the satellite, by the set it follows at an instant; `nil` without a set.
  mutating func direction(_ reception: Reception) -> ApparentDirection? {
    if set?.validity.contains(reception.time) != true { begin(at: reception) }
    if let set, arc?.contains(reception.time) != true {
      arc = reception.orbits.arc(of: set, of: index, at: reception.time)
    }
    return arc.map { reception.direction(along: $0) }
  }

  /// Changes to a new set, and keeps the jump in range off the phases.
  private mutating func begin(at reception: Reception) {
    // The last epoch's delays belong to the set that was followed then, so they are computed first.
    if let set { _ = last?.atmosphere(from: set.orbit) }
    let old = set
    (set, arc) = (reception.orbits.set(of: index, at: reception.time), nil)
    guard let new = set else { return }
    if isFollowed, let old {
      step +=
        reception.sight(of: old.orbit).clockedRange - reception.sight(of: new.orbit).clockedRange
      // A different orbit, as behind the end of a recording, breaks the phase.
      if step.magnitude > Self.longestStep { lose() }
    }
    if signals.isEmpty {
      signals = equipment.signals(of: id).map { SignalChannel(id, $0, channel: new.channel) }
    }
  }

  /// Tracks the satellite's signals at an epoch.
  mutating func track(
    from direction: ApparentDirection, _ reception: Reception, _ generator: inout Xoshiro256,
    into tracked: inout [(satellite: SatelliteID, signal: TrackedSignal)]
  ) {
    guard set != nil, path != .none else { return }
    swap(&before, &last)
    last = Sighting(at: reception)
    var carrierToNoise = reception.carrierToNoise(from: direction) - path.loss
    if reception.effects.contains(.noise) {
      carrierToNoise -= shadow.advance(
        by: reception.interval, hiddenShare: reception.hiddenShare, &generator)
    }
    let sine = direction.sineOfElevation
    let cosine = (1 - sine * sine).squareRoot()
    for index in signals.indices {
      let conditions = SignalConditions(
        carrierToNoise: carrierToNoise - signals[index].bandLoss,
        cosineOfElevation: cosine,
        roughness: reception.roughness, hiddenShare: reception.hiddenShare,
        isFollowedBefore: reception.hasFollowedBefore, interval: reception.interval)
      guard conditions.carrierToNoise >= Equipment.weakest else {
        signals[index].lose()
        continue
      }
      let signal = signals[index].track(
        conditions, step: reception.step, at: reception.time, reception.effects, &generator)
      tracked.append((id, signal))
      isFollowed = true
    }
  }

  /// Appends the satellite's observations of the last epoch.
  ///
  /// Tracking does not need the observations, so they are computed only on demand.
  ///
  /// - Parameters:
  ///   - reception: The last epoch.
  ///   - antenna: The antenna of that epoch, with its velocity.
  ///   - observations: The observations of that epoch.
  mutating func observe(
    at reception: Reception, by antenna: Antenna, into observations: inout [SignalObservation]
  ) {
    guard last?.reception === reception, let set else { return }
    let orbit = set.orbit
    let sight = reception.sight(of: orbit, to: antenna)
    guard let delays = last?.atmosphere(along: sight, from: orbit) else { return }
    let earlier = before?.atmosphere(from: orbit) ?? delays
    let rates = (
      troposphere: (delays.troposphere - earlier.troposphere) / reception.interval,
      ionosphere: (delays.ionosphere - earlier.ionosphere) / reception.interval
    )
    let range =
      sight.clockedRange + path.excess + reception.clockOffset * WGS84.speedOfLight
      + delays.troposphere
    let rate =
      sight.rangeRate + (reception.clockDrift - sight.clockRate) * WGS84.speedOfLight
      + rates.troposphere
    for signal in signals {
      guard let errors = signal.errors(at: reception.time) else { continue }
      let scale = GPSConstants.l1Frequency / signal.frequency
      let ionosphere = delays.ionosphere * scale * scale
      var observation = SignalObservation(signal, of: id, channel: set.channel)
      observation.pseudorange =
        range + ionosphere + set.groupDelay(ofBand: signal.code.band) + errors.code
      observation.phaserange =
        range + (reception.phasesStep ? 0 : step) - ionosphere + errors.phase
      observation.phaserangeRate = rate - rates.ionosphere * scale * scale + errors.rate
      observation.cnr = errors.cnr
      observation.hasHalfCycleAmbiguity = errors.hasHalfCycleAmbiguity
      observation.minimumLockTimeMilliseconds = errors.lockTime
      observations.append(observation)
    }
  }
}

extension SatelliteChannel {
  /// Returns the range at a reception of any place and time, by the broadcast that the satellite follows; `nil` where
  /// no signal is tracked.
  func range(at reception: Reception) -> ModelledRange? {
    guard isFollowed, let set else { return nil }
    let sight = reception.sight(of: set.orbit)
    let delays = reception.atmosphere(along: sight)
    return ModelledRange(
      broadcast: set, range: sight.clockedRange + delays.troposphere,
      rate: sight.rangeRate - sight.clockRate * WGS84.speedOfLight, ionosphere: delays.ionosphere)
  }
}

extension SignalObservation {
  fileprivate init(_ signal: SignalChannel, of satellite: SatelliteID, channel: Int?) {
    self.init(
      constellation: satellite.constellation, satelliteNumber: satellite.number, code: signal.code,
      signalID: signal.signalID, carrierFrequency: signal.frequency)
    glonassFrequencyChannel = channel
  }
}

extension LineOfSight {
  /// The range of an error-free receiver, by the satellite's clock, metres.
  fileprivate var clockedRange: Double { range - clockOffset * WGS84.speedOfLight }
}
