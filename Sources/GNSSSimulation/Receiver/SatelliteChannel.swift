internal import GNSSBasics
internal import Mathematics
internal import RTCMParser

/// One satellite in a receiver: what it broadcasts at the moment, and its signals.
struct SatelliteChannel: Sendable {
  var satellite: SimulatedSatellite
  let id: SatelliteID
  private(set) var set: BroadcastSet? { didSet { (validity, orbit) = (set?.validity, set?.orbit) } }
  // Of the set, for each epoch: the whole of it takes longer to copy.
  private var validity: Range<GPSTime>?
  private var orbit: SatelliteOrbit?
  private var signals: [SignalChannel] = []
  private let codes: [RINEXSignalCode]
  /// What sets that followed one another have moved the range by: phases do not follow.
  private var step = 0.0
  /// When its signals were received last, and the time before that: from these follows what is observed.
  private var last: Sighting?, before: Sighting?
  /// Until when the satellite cannot have risen above the mask.
  var hiddenUntil: GPSTime?
  /// By which way its signals come.
  private var path = SignalPath.direct
  /// Whether it was observed at the last epoch.
  private(set) var isFollowed = false

  /// Its signals' way at an epoch.
  private struct Sighting: Sendable {
    let sight: LineOfSight
    let reception: Reception
    /// The atmosphere's part, once it was asked for: of the troposphere, and of the ionosphere at L1, metres.
    private var delays: (troposphere: Double, ionosphere: Double)?

    init(_ sight: LineOfSight, at reception: Reception) {
      (self.sight, self.reception) = (sight, reception)
    }

    mutating func atmosphere() -> (troposphere: Double, ionosphere: Double) {
      let delays = delays ?? reception.atmosphere(along: sight)
      self.delays = delays
      return delays
    }
  }

  init(_ satellite: SimulatedSatellite, _ equipment: Equipment) {
    self.satellite = satellite
    id = satellite.id
    codes = equipment.signals(of: id)
  }

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

  /// The way of its signal, by the set that is flown at an instant; `nil` where there is none.
  ///
  /// When a new set begins, what it moves the range by is kept off the phases.
  mutating func sight(_ reception: Reception) -> LineOfSight? {
    if let validity, let orbit, validity.contains(reception.time) {
      return reception.sight(of: orbit)
    }
    guard let new = satellite.set(at: reception.time) else {
      set = nil
      return nil
    }
    let sight = reception.sight(of: new.orbit)
    if isFollowed, let old = orbit {
      let before = reception.sight(of: old)
      step += before.clockedRange - sight.clockedRange
      // What is another orbit altogether, as behind the end of a recording, is no phase to go on from.
      if step.magnitude > Self.longestStep { lose() }
    }
    if signals.isEmpty { signals = codes.map { SignalChannel(id, $0, channel: new.channel) } }
    set = new
    return sight
  }

  /// Tracks its signals at an epoch.
  mutating func track(
    along sight: LineOfSight, _ reception: Reception, _ generator: inout Xoshiro256,
    into tracked: inout [(satellite: SatelliteID, signal: TrackedSignal)]
  ) {
    guard validity != nil, path != .none else { return }
    swap(&before, &last)
    last = Sighting(sight, at: reception)
    let carrierToNoise = reception.carrierToNoise(along: sight) - path.loss
    let cosine = (1 - sight.sineOfElevation * sight.sineOfElevation).squareRoot()
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
  mutating func observe(at reception: Reception, into observations: inout [SignalObservation]) {
    guard let set, let sight = last?.sight, last?.reception === reception,
      let delays = last?.atmosphere()
    else { return }
    let earlier = before?.atmosphere() ?? delays
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
      guard let errors = signal.errors else { continue }
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
