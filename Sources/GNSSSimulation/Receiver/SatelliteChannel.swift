internal import GNSSBasics
internal import Mathematics
internal import RTCMParser

/// A satellite in a receiver: its present broadcast, and its signals.
struct SatelliteChannel: Sendable {
  let id: SatelliteID
  /// Its place in the sky.
  var index: Int
  private(set) var set: BroadcastSet?
  /// The part of the orbit that it is on.
  private var arc: OrbitArc?
  private var signals: [SignalChannel] = []
  private let equipment: Equipment
  /// The sum of the range's steps between sets that followed one another: phases do not follow.
  private var step = 0.0
  /// When its signals were received last, and the time before that: from these follows what is observed.
  private var last: Sighting?, before: Sighting?
  /// By which way its signals come.
  private var path = SignalPath.direct
  /// Whether it was observed at the last epoch.
  private(set) var isFollowed = false

  /// Its signals' way at an epoch.
  private struct Sighting: Sendable {
    let reception: Reception
    /// The atmosphere's part, once it was asked for.
    private var known: AtmosphericDelays?

    init(at reception: Reception) { self.reception = reception }

    /// The atmosphere's part, along the way from the orbit that was flown.
    mutating func atmosphere(
      along sight: LineOfSight? = nil, from orbit: SatelliteOrbit
    ) -> AtmosphericDelays {
      let delays = known ?? reception.atmosphere(along: sight ?? reception.sight(of: orbit))
      known = delays
      return delays
    }
  }

  /// The channel of a satellite, by its place in a sky.
  init(_ index: Int, of orbits: FlownOrbits, _ equipment: Equipment) {
    (id, self.index, self.equipment) = (orbits.satellites[index], index, equipment)
  }

  /// From when on what it broadcasts is flown.
  var begin: GPSTime? { self.set?.validity.lowerBound }

  /// Loses all its signals.
  mutating func lose() {
    guard isFollowed else { return }
    isFollowed = false
    last = nil
    step = 0
    for index in signals.indices { signals[index].lose() }
  }
}

extension SatelliteChannel {
  /// Follows it behind houses and out again: what changes its way loses its phase.
  ///
  /// - Parameters:
  ///   - isHidden: Whether it is behind something; `nil` where nothing is seen at all.
  ///   - generator: Decides whether it is heard round the house.
  mutating func follow(isHidden: Bool?, _ generator: inout Xoshiro256) {
    switch (isHidden, path) {
    case (nil, _): change(to: .none)
    case (false, _): change(to: .direct)
    case (true, .direct):
      // One in four finds a wall that reflects it: mostly over the street, now and then from far away.
      let chance = generator.uniform()
      let excess = 2 - 8 * Math.logarithm(1 - generator.uniform())
      change(to: chance < 0.25 ? .reflected(excess: min(excess, 80)) : .none)
    default: break
    }
  }

  /// Metres: phase and code that are further apart fit into no MSM, with the whole cycles that an arc begins with.
  private static var longestStep: Double { 500 }

  private mutating func change(to new: SignalPath) {
    guard path != new else { return }
    path = new
    lose()
  }

  /// In which direction it is seen, by the set that is flown at an instant; `nil` where there is none.
  mutating func direction(_ reception: Reception) -> ApparentDirection? {
    if set?.validity.contains(reception.time) != true { begin(at: reception) }
    if let set, arc?.contains(reception.time) != true {
      arc = reception.orbits.arc(of: set, of: index, at: reception.time)
    }
    return arc.map { reception.direction(along: $0) }
  }

  /// Begins with a new set; what it moves the range by is kept off the phases.
  private mutating func begin(at reception: Reception) {
    // What may still be asked of the last epoch is by the set that was flown then.
    if let set { _ = last?.atmosphere(from: set.orbit) }
    let old = set
    (set, arc) = (reception.orbits.set(of: index, at: reception.time), nil)
    guard let new = set else { return }
    if isFollowed, let old {
      step +=
        reception.sight(of: old.orbit).clockedRange - reception.sight(of: new.orbit).clockedRange
      // What is another orbit altogether, as behind the end of a recording, is no phase to go on from.
      if step.magnitude > Self.longestStep { lose() }
    }
    if signals.isEmpty {
      signals = equipment.signals(of: id).map { SignalChannel(id, $0, channel: new.channel) }
    }
  }

  /// Tracks its signals at an epoch.
  mutating func track(
    from direction: ApparentDirection, _ reception: Reception, _ generator: inout Xoshiro256,
    into tracked: inout [(satellite: SatelliteID, signal: TrackedSignal)]
  ) {
    guard set != nil, path != .none else { return }
    swap(&before, &last)
    last = Sighting(at: reception)
    let carrierToNoise = reception.carrierToNoise(from: direction) - path.loss
    let sine = direction.sineOfElevation
    let cosine = (1 - sine * sine).squareRoot()
    for index in signals.indices {
      let conditions = SignalConditions(
        carrierToNoise: carrierToNoise - signals[index].bandLoss,
        cosineOfElevation: cosine,
        roughness: reception.roughness, isFollowedBefore: reception.hasFollowedBefore,
        interval: reception.interval)
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

  /// Adds what is observed of it at an epoch, which is the last one.
  ///
  /// Nothing of that is needed to track on, so that it is left undone where nobody asks.
  ///
  /// - Parameters:
  ///   - reception: The epoch.
  ///   - antenna: Its antenna, with its velocity.
  ///   - observations: What is observed at it.
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
      observation.phaserange = range + step - ionosphere + errors.phase
      observation.phaserangeRate = rate - rates.ionosphere * scale * scale + errors.rate
      observation.cnr = errors.cnr
      observation.hasHalfCycleAmbiguity = errors.hasHalfCycleAmbiguity
      observation.minimumLockTimeMilliseconds = errors.lockTime
      observations.append(observation)
    }
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
  /// The range as a receiver without an error would have it, by the satellite's clock, metres.
  fileprivate var clockedRange: Double { range - clockOffset * WGS84.speedOfLight }
}
