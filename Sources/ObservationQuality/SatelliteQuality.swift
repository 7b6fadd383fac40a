package import GNSSBasics
internal import RTCMParser
internal import SatelliteOrbits

/// The quality of one satellite's observations, signal by signal.
package struct SatelliteQuality: Sendable {
  /// A time without a gap: the satellite was in each of its epochs.
  package typealias Piece = ClosedRange<GPSTime>

  /// A cycle slip.
  package struct Slip: Hashable, Sendable {
    /// The kinds of evidence for a slip.
    package enum Kind: Hashable, Sendable { case told, ionosphere, multipath }

    /// The time of the first epoch behind it.
    package let time: GPSTime
    /// The evidence.
    package let kind: Kind
  }

  /// A place in the sky at a time.
  package struct Sample: Sendable {
    /// The time of the epoch.
    package let time: GPSTime
    /// The direction; `nil` where it is not known.
    package let direction: SkyDirection?
  }

  /// The signals, each with its sums and its arc.
  private(set) var signals: [(code: RINEXSignalCode, sums: SignalQuality, arc: SignalArc)] = []
  /// The number of epochs with the satellite.
  private(set) var epochs = 0
  /// The number of these in which it was above the mask.
  private(set) var epochsAboveMask = 0
  /// The number of jumps of the ionosphere's delay.
  private(set) var ionosphereSlips = 0
  /// The rates of the ionosphere's delay at L1, metres a minute, over half a minute at least.
  private(set) var rates = ElevationBins()
  /// The largest of them.
  private(set) var greatestRate = 0.0
  /// The times without a gap; of more than the most that are kept the last one grows.
  package private(set) var pieces: [Piece] = []
  /// The first slips.
  package private(set) var slips: [Slip] = []
  /// The track through the sky.
  package private(set) var samples = ThinnedSeries<Sample>()

  private var delay: Delay?
  private var lastEpoch = -1

  /// The delay of the ionosphere by two phases, with an unknown constant.
  private struct Delay {
    var codes: (RINEXSignalCode, RINEXSignalCode)
    /// The last value, metres at L1.
    var last: (time: GPSTime, metres: Double)
    /// The value from which the rate is taken.
    var reference: (time: GPSTime, metres: Double)
  }

  private static let mostPieces = 2000
  private static let mostSlips = 2000
  /// The least time over which a rate is taken, seconds, so that it is above the noise of the phases.
  private static let rateTime = 30.0
  /// The difference of two frequencies below which they do not tell the ionosphere from noise, hertz.
  private static let leastDifference = 100e6
}

// MARK: - Adding epochs

extension SatelliteQuality {
  /// The time, direction and limits that go with a satellite's observations of an epoch.
  struct Circumstances {
    let time: GPSTime
    /// The number of epochs before this one.
    let number: Int
    let direction: SkyDirection?
    /// Whether the codes have jumped and the phases have not.
    let haveCodesJumped: Bool
    let options: QualityOptions
  }

  /// Adds the satellite's observations of an epoch.
  mutating func add(_ observations: ArraySlice<SignalObservation>, _ now: Circumstances) {
    let elevation = now.direction?.elevation
    let isAbove = (elevation ?? now.options.elevationMask) >= now.options.elevationMask
    epochs += 1
    if elevation != nil, isAbove { epochsAboveMask += 1 }
    takePiece(now)
    var broken: [RINEXSignalCode] = []
    for observation in observations {
      guard let code = observation.code else { continue }
      let index = signal(code, now)
      signals[index].sums.observations += 1
      let isComplete = observation.pseudorange != nil && observation.phaserange != nil
      if isComplete { signals[index].sums.complete += 1 }
      if isComplete, elevation != nil, isAbove { signals[index].sums.completeAboveMask += 1 }
      if let ratio = observation.cnr {
        signals[index].sums.ratios.add(
          ratio, square: ratio * ratio, at: elevation, mask: now.options.elevationMask)
      }
      if follow(observation, at: index, now) { broken.append(code) }
    }
    samples.add(Sample(time: now.time, direction: now.direction))
    let carriers = Carrier.carriers(of: observations)
    if takeIonosphere(carriers, broken, now) { broken += carriers.map(\.code) }
    takeMultipath(observations, carriers, broken, now)
  }

  private mutating func takePiece(_ now: Circumstances) {
    if now.number == lastEpoch + 1 || pieces.count == Self.mostPieces, let last = pieces.last {
      pieces[pieces.count - 1] = last.lowerBound...max(last.upperBound, now.time)
    } else {
      pieces.append(now.time...now.time)
    }
    lastEpoch = now.number
  }

  /// Returns the index of a signal, which a first observation creates.
  private mutating func signal(_ code: RINEXSignalCode, _ now: Circumstances) -> Int {
    if let index = signals.firstIndex(where: { $0.code == code }) { return index }
    let arc = SignalArc(
      last: now.time, average: MovingAverage(of: now.options.averageLength))
    signals.append((code, SignalQuality(), arc))
    return signals.count - 1
  }

  /// Follows the lock time of a signal; returns whether its phase is broken.
  private mutating func follow(
    _ observation: SignalObservation, at index: Int, _ now: Circumstances
  ) -> Bool {
    let arc = signals[index].arc
    let elapsed = now.time.seconds(since: arc.last)
    signals[index].arc.last = now.time
    signals[index].arc.lock = observation.minimumLockTimeMilliseconds
    guard observation.phaserange != nil else {
      // Without a phase the lock time means nothing.
      signals[index].arc.lock = arc.lock
      return false
    }
    if elapsed > now.options.longestPause { return true }
    guard elapsed > 0,
      LockTime.isBroken(from: arc.lock, to: observation.minimumLockTimeMilliseconds, after: elapsed)
    else { return false }
    signals[index].sums.toldSlips += 1
    note(.told, now)
    return true
  }

  private mutating func note(_ kind: Slip.Kind, _ now: Circumstances) {
    if slips.count < Self.mostSlips { slips.append(Slip(time: now.time, kind: kind)) }
  }
}

// MARK: - Ionosphere and multipath

extension SatelliteQuality {
  /// The phase of a band.
  private struct Carrier {
    let code: RINEXSignalCode
    let frequency: Double
    let phaserange: Double

    /// Returns the phases of an epoch, one of each band, from the lowest band.
    static func carriers(of observations: ArraySlice<SignalObservation>) -> [Carrier] {
      var carriers: [Carrier] = []
      for observation in observations {
        guard let code = observation.code, let phaserange = observation.phaserange,
          let frequency = observation.carrierFrequency
        else { continue }
        let carrier = Carrier(code: code, frequency: frequency, phaserange: phaserange)
        guard let index = carriers.firstIndex(where: { $0.code.sortKey >> 8 >= code.sortKey >> 8 })
        else {
          carriers.append(carrier)
          continue
        }
        if carriers[index].code.band != code.band {
          carriers.insert(carrier, at: index)
        } else if code.sortKey < carriers[index].code.sortKey {
          carriers[index] = carrier
        }
      }
      return carriers
    }

    /// Returns the carrier that tells the ionosphere apart with one of a frequency.
    static func partner(of frequency: Double, in carriers: [Carrier]) -> Carrier? {
      carriers.first { ($0.frequency - frequency).magnitude >= SatelliteQuality.leastDifference }
    }
  }

  /// Follows the delay of the ionosphere; returns whether a phase has slipped.
  private mutating func takeIonosphere(
    _ carriers: [Carrier], _ broken: [RINEXSignalCode], _ now: Circumstances
  ) -> Bool {
    guard let first = carriers.first,
      let second = Carrier.partner(of: first.frequency, in: carriers)
    else { return false }
    let (a, b) = (first.frequency * first.frequency, second.frequency * second.frequency)
    let l1 = GPSConstants.l1Frequency * GPSConstants.l1Frequency
    let metres = (first.phaserange - second.phaserange) * b / (a - b) * a / l1
    let value = (time: now.time, metres: metres)
    let isBroken = broken.contains(first.code) || broken.contains(second.code)
    guard var delay, !isBroken, delay.codes == (first.code, second.code) else {
      self.delay = Delay(codes: (first.code, second.code), last: value, reference: value)
      return false
    }
    let step = now.time.seconds(since: delay.last.time)
    // The noise of a step shorter than a second is that of a second.
    let limit = now.options.greatestIonosphereRate * max(step, 1) / 60
    guard (metres - delay.last.metres).magnitude <= limit else {
      ionosphereSlips += 1
      note(.ionosphere, now)
      self.delay = Delay(codes: delay.codes, last: value, reference: value)
      return true
    }
    delay.last = value
    let time = now.time.seconds(since: delay.reference.time)
    if time >= Self.rateTime {
      let rate = (metres - delay.reference.metres) / time * 60
      rates.add(
        rate, square: rate * rate, at: now.direction?.elevation, mask: now.options.elevationMask)
      greatestRate = max(greatestRate, rate.magnitude)
      delay.reference = value
    }
    self.delay = delay
    return false
  }

  /// Takes the multipath of each code: its difference from the phase, without the ionosphere.
  ///
  /// With the phases of two frequencies the range without the ionosphere's delay I at the code's frequency follows;
  /// MP = P - L - 2 I. For L1 and L2 that is teqc's MP1 and MP2.
  private mutating func takeMultipath(
    _ observations: ArraySlice<SignalObservation>, _ carriers: [Carrier],
    _ broken: [RINEXSignalCode], _ now: Circumstances
  ) {
    for observation in observations {
      guard let code = observation.code, let pseudorange = observation.pseudorange,
        let phaserange = observation.phaserange, let frequency = observation.carrierFrequency,
        let partner = Carrier.partner(of: frequency, in: carriers),
        let index = signals.firstIndex(where: { $0.code == code })
      else { continue }
      let (own, other) = (frequency * frequency, partner.frequency * partner.frequency)
      let delay = (phaserange - partner.phaserange) * other / (own - other)
      let multipath = pseudorange - phaserange - 2 * delay
      if signals[index].arc.partner != partner.code || broken.contains(code)
        || broken.contains(partner.code) || now.haveCodesJumped
      {
        signals[index].arc.reset()
        signals[index].arc.partner = partner.code
      }
      if take(multipath, at: index, now) { note(.multipath, now) }
    }
  }

  /// Adds a value of multipath; returns whether it jumped for good.
  private mutating func take(_ value: Double, at index: Int, _ now: Circumstances) -> Bool {
    let limit = now.options.greatestMultipathJump
    var hasSlipped = false
    if let mean = signals[index].arc.average.mean, (value - mean).magnitude > limit {
      guard let suspect = signals[index].arc.suspect, (value - suspect).magnitude <= limit else {
        if signals[index].arc.suspect != nil { signals[index].sums.outliers += 1 }
        signals[index].arc.suspect = value
        return false
      }
      signals[index].sums.multipathSlips += 1
      hasSlipped = true
      signals[index].arc.reset()
    } else if signals[index].arc.suspect != nil {
      signals[index].sums.outliers += 1
      signals[index].arc.suspect = nil
    }
    if let square = signals[index].arc.average.add(value) {
      signals[index].sums.multipath.add(
        0, square: square, at: now.direction?.elevation, mask: now.options.elevationMask)
    }
    return hasSlipped
  }
}

extension RINEXSignalCode {
  /// The order of signals: by band, then by attribute.
  var sortKey: Int { Int(band) << 8 | Int(attribute) }
}

extension SatelliteQuality {
  /// Returns whether the satellite was observed from one time to another without a gap.
  package func isTogether(_ first: GPSTime, _ second: GPSTime) -> Bool {
    pieces.contains { $0.contains(first) && $0.contains(second) }
  }
}
