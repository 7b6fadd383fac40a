internal import GNSSBasics
internal import GNSSSimulation
internal import Mathematics
internal import RTCMParser

/// The errors of real signals against a simulated sky, as a station observed them.
///
/// Orbits and clocks that satellites really had, and the atmosphere of that hour, are in no model. They are in the
/// observations of a station: those less the ranges that the sky's models give for its place. A receiver nearby has
/// the same errors. With them its own measurements, of the simulated sky, belong to the station's.
struct StationErrors: Sendable {
  /// The ranges of satellites, by the sky's models, from a place at a time.
  typealias Ranges = (_ place: GeodeticPosition, _ time: GPSTime) -> [ModelledRange]

  private let place: GeodeticPosition
  private var carriers: [Carrier: Observed] = [:]
  /// The time of the last epoch.
  private var time: GPSTime?

  /// A carrier of a satellite.
  private struct Carrier: Hashable {
    let satellite: SatelliteID
    let band: UInt8
  }

  /// The station's observations of a carrier.
  private struct Observed {
    let frequency: Double
    /// The time of the last epoch with the carrier.
    var time: GPSTime
    /// The phaserange, metres, without ``cycles``.
    var phase: Double
    /// The whole cycles that are taken off the station's phaserange: those of its first epoch, and of slips since.
    var cycles: Double
    /// The mean of the codes less the phases, metres, and the number of epochs in it.
    var difference: Double
    var count = 1.0
    /// The number of epochs in a row whose code deviated from that mean.
    var deviations = 0
    /// The phase less the model's and less the clock, metres, with the broadcast of the model; `nil` where the receiver
    /// does not track the satellite.
    var rest: (value: Double, broadcast: BroadcastSet)?

    var wavelength: Double { WGS84.speedOfLight / frequency }
    /// The pseudorange without most of its noise, metres.
    var code: Double { phase + difference }
  }

  /// The number of epochs over which the noise of the station's codes is averaged.
  private static let mostEpochs = 100.0
  /// The deviation of a code from the mean from which it is taken for a fault of the station, metres, and the number
  /// of epochs in a row after which it is not.
  private static let (greatestDeviation, mostDeviations) = (10.0, 3)
  /// The time after which a carrier begins anew, seconds.
  private static let longestGap = 60.0

  /// Creates the errors of a station at a place, before its first epoch.
  init(at place: ECEFPosition) { self.place = GeodeticPosition(place) }
}

// MARK: Learning

extension StationErrors {
  /// Learns an epoch of the station; an epoch that is not later than the last one is ignored.
  mutating func learn(_ epoch: ObservationEpoch, ranges: Ranges) {
    if let time, epoch.time <= time { return }
    time = epoch.time
    var present: Set<Carrier> = []
    for observation in epoch.observations {
      guard let band = observation.code?.band, let frequency = observation.carrierFrequency,
        let code = observation.pseudorange, let phase = observation.phaserange
      else { continue }
      let carrier = Carrier(satellite: observation.satellite, band: band)
      guard present.insert(carrier).inserted else { continue }
      note(carrier, frequency, code: code, phase: phase, at: epoch.time)
    }
    mendSlips(of: present, by: ranges(place, epoch.time))
  }

  private mutating func note(
    _ carrier: Carrier, _ frequency: Double, code: Double, phase: Double, at time: GPSTime
  ) {
    guard var known = carriers[carrier], time.seconds(since: known.time) <= Self.longestGap,
      known.frequency == frequency
    else {
      let wavelength = WGS84.speedOfLight / frequency
      let cycles = ((phase - code) / wavelength).rounded()
      let whole = phase - cycles * wavelength
      carriers[carrier] = Observed(
        frequency: frequency, time: time, phase: whole, cycles: cycles, difference: code - whole)
      return
    }
    known.time = time
    known.phase = phase - known.cycles * known.wavelength
    let difference = code - known.phase
    known.deviations =
      (difference - known.difference).magnitude > Self.greatestDeviation ? known.deviations + 1 : 0
    if known.deviations == Self.mostDeviations { (known.count, known.deviations) = (0, 0) }
    if known.deviations == 0 {
      known.count = min(known.count + 1, Self.mostEpochs)
      known.difference += (difference - known.difference) / known.count
    }
    carriers[carrier] = known
  }

  /// Takes slips off the phases of an epoch, since a slip of the station is none of the receiver.
  private mutating func mendSlips(of present: Set<Carrier>, by ranges: [ModelledRange]) {
    let clock = clock(by: ranges)
    var rests: [(carrier: Carrier, rest: Double, change: Double?, broadcast: BroadcastSet)] = []
    for range in ranges {
      for carrier in carriers(of: range) where present.contains(carrier) {
        guard let observed = carriers[carrier] else { continue }
        let rest =
          observed.phase - range.phase(frequency: observed.frequency)
          - clock + range.rate * (clock / WGS84.speedOfLight)
        // Under another broadcast the model is another one.
        let change = observed.rest.flatMap {
          $0.broadcast === range.broadcast ? rest - $0.value : nil
        }
        rests.append((carrier, rest, change, range.broadcast))
      }
    }
    let common = rests.compactMap(\.change).median ?? 0
    for carrier in carriers.keys { carriers[carrier]?.rest = nil }
    for (carrier, rest, change, broadcast) in rests {
      guard let wavelength = carriers[carrier]?.wavelength else { continue }
      let slip = change.map { (($0 - common) / wavelength).rounded() } ?? 0
      carriers[carrier]?.cycles += slip
      carriers[carrier]?.phase -= slip * wavelength
      carriers[carrier]?.difference += slip * wavelength
      carriers[carrier]?.rest = (rest - slip * wavelength, broadcast)
    }
  }

  /// The clock of the station, metres.
  private func clock(by ranges: [ModelledRange]) -> Double {
    let codes = ranges.flatMap { range in
      carriers(of: range).compactMap { carrier in
        carriers[carrier].map {
          $0.time == time
            ? $0.code - range.code(ofBand: carrier.band, frequency: $0.frequency) : nil
        }
      }
    }
    return codes.compactMap(\.self).median ?? 0
  }

  private func carriers(of range: ModelledRange) -> [Carrier] {
    (1...9 as ClosedRange<UInt8>).map {
      Carrier(satellite: range.broadcast.satellite, band: $0)
    }
  }
}

// MARK: Adding

extension StationErrors {
  /// Adds the errors to a receiver's observations.
  func add(to epoch: inout ObservationEpoch, ranges: Ranges) {
    guard let time else { return }
    let ranges = ranges(place, time)
    let clock = clock(by: ranges)
    var errors: [Carrier: (code: Double, phase: Double)] = [:]
    var others: [SatelliteID: Double] = [:]
    for range in ranges {
      let satellite = range.broadcast.satellite
      for carrier in carriers(of: range) {
        guard let observed = carriers[carrier],
          time.seconds(since: observed.time) <= Self.longestGap
        else { continue }
        // The station received the signals of its last epoch with the carrier at another time.
        let shift =
          range.rate * (clock / WGS84.speedOfLight + time.seconds(since: observed.time)) - clock
        let code =
          observed.code - range.code(ofBand: carrier.band, frequency: observed.frequency) + shift
        let phase = observed.phase - range.phase(frequency: observed.frequency) + shift
        errors[carrier] = (code, phase)
        others[satellite] = others[satellite] ?? code
      }
    }
    for index in epoch.observations.indices {
      let observation = epoch.observations[index]
      guard let band = observation.code?.band else { continue }
      let carrier = Carrier(satellite: observation.satellite, band: band)
      // A band that the station does not observe has the errors of another one, but for the ionosphere.
      let other = others[observation.satellite].map { (code: $0, phase: $0) }
      guard let error = errors[carrier] ?? other else { continue }
      epoch.observations[index].pseudorange? += error.code
      epoch.observations[index].phaserange? += error.phase
    }
  }
}

extension StationErrors {
  /// Returns the error of the date that an epoch of the station tells, nanoseconds, to be added to it; `nil` where its
  /// codes fit the sky's ranges then, or at no other time.
  func dateError(of epoch: ObservationEpoch, ranges: Ranges) -> Int64? {
    guard ranges(place, epoch.time).fit(epoch) == false else { return nil }
    var error: Int64 = 0
    for _ in 0..<Self.mostSteps {
      let model = ranges(place, epoch.time.advanced(byNanoseconds: error))
      guard let step = model.timeError(of: epoch) else { return nil }
      error += step
      guard step.magnitude <= Self.leastStep else { continue }
      let second: Int64 = 1_000_000_000
      let whole = (error + second / 2).dividedRoundingDown(by: second).quotient * second
      if (error - whole).magnitude < Self.leastStep { error = whole }
      let found = ranges(place, epoch.time.advanced(byNanoseconds: error))
      return found.fit(epoch) == true ? error : nil
    }
    return nil
  }

  /// The largest number of steps to the time of an epoch, and the length of the last one, nanoseconds: by it ranges
  /// change by some metres.
  private static let (mostSteps, leastStep): (Int, UInt64) = (20, 10_000_000)
}

extension [ModelledRange] {
  /// The difference of a code from a range up to which both may be of one sky, metres: errors of orbits and clocks, and
  /// multipath, are smaller, and the ranges of another sky mostly wrong by more than a thousand kilometres.
  private static var greatestMisfit: Double { 200 }
  /// The smallest number of satellites to tell by, and the smallest share of them that fits.
  private static var least: (count: Int, share: Double) { (4, 0.7) }

  /// Returns whether the codes of a station are those of this sky; `nil` with too few satellites.
  func fit(_ epoch: ObservationEpoch) -> Bool? {
    let misfits = misfits(of: epoch).map(\.metres)
    guard misfits.count >= Self.least.count, let clock = misfits.median else { return nil }
    let fitting = misfits.count { ($0 - clock).magnitude < Self.greatestMisfit }
    return Double(fitting) >= Self.least.share * Double(misfits.count)
  }

  /// Returns the time by which the codes of an epoch are of a later time than this sky, nanoseconds; `nil` with too few
  /// satellites.
  ///
  /// Near the right time the misfit of each satellite is its range's rate times the error of the time, and the clock. The
  /// median of the slopes between all pairs stays right where a quarter of the satellites are wrong.
  fileprivate func timeError(of epoch: ObservationEpoch) -> Int64? {
    let misfits = misfits(of: epoch)
    guard misfits.count > Self.least.count else { return nil }
    var slopes: [Double] = []
    for (index, one) in misfits.enumerated() {
      for other in misfits[..<index] where (one.rate - other.rate).magnitude > 1 {
        slopes.append((one.metres - other.metres) / (one.rate - other.rate))
      }
    }
    return slopes.median.map { Int64((Swift.min(Swift.max($0, -600), 600) * 1e9).rounded()) }
  }

  /// Returns the codes of an epoch less the ranges, metres, the clock of the station included, with the rates of the
  /// ranges, m/s; one for each satellite.
  private func misfits(of epoch: ObservationEpoch) -> [(metres: Double, rate: Double)] {
    compactMap { range in
      let own = epoch.observations.first {
        $0.satellite == range.broadcast.satellite && $0.pseudorange != nil
      }
      guard let own, let code = own.pseudorange, let band = own.code?.band,
        let frequency = own.carrierFrequency
      else { return nil }
      return (code - range.code(ofBand: band, frequency: frequency), range.rate)
    }
  }
}

extension [Double] {
  /// The middle value, or the mean of the two in the middle; `nil` without any.
  fileprivate var median: Double? {
    guard !isEmpty else { return nil }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
