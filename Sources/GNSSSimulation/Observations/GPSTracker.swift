internal import GNSSBasics
internal import Mathematics
internal import RTCMParser

/// A noise-free GPS receiver at a fixed place, under a sky without atmosphere.
///
/// Its clock has no error. A pseudorange is the geometric range minus the satellite's clock offset
/// plus its group delay; a phaserange is the same without the group delay and with a whole number of
/// cycles, constant for as long as the satellite stays in view.
struct GPSTracker: Sendable {
  /// One satellite's data, the orbit made from it, and the arc in which it is tracked.
  private struct Channel: Sendable {
    var data: NavigationData
    var orbit: BroadcastOrbit
    var arc: Arc?
    /// Until when the satellite cannot have risen above the mask.
    var belowMaskUntil: GPSTime?
  }

  /// A stretch of uninterrupted tracking.
  private struct Arc: Sendable {
    var start: GPSTime
    /// Whole cycles on the phase, by ``GPSSignal/allCases``.
    var cycles: [Double]
  }

  private let constellation: GPSConstellation
  private let antenna: StandingAntenna
  private let sineOfMask: Double
  private var generator: Xoshiro256
  private var slot: Int?
  private var channels: [Channel] = []

  /// Creates a receiver with a mask in degrees; `seed` decides the whole cycles of every arc.
  init(
    constellation: GPSConstellation, position: GeodeticPosition, elevationMask: Double, seed: UInt64
  ) {
    self.constellation = constellation
    antenna = StandingAntenna(position)
    sineOfMask = Math.sine(elevationMask.degreesInRadians)
    generator = Xoshiro256(seed: seed, part: "carrier phase ambiguities")
  }

  /// The navigation data of a satellite, as of the last epoch.
  func navigationData(of prn: Int) -> NavigationData? {
    channels.first { $0.data.prn == prn }?.data
  }

  /// Measures every satellite above the mask; times must not go back.
  mutating func observe(at time: GPSTime) -> MeasurementEpoch {
    renewNavigationData(at: time)
    var satellites: [SatelliteMeasurement] = []
    satellites.reserveCapacity(channels.count)
    for index in channels.indices {
      if let until = channels[index].belowMaskUntil, time < until { continue }
      let sight = LineOfSight(from: channels[index].orbit, to: antenna, receivedAt: time)
      guard sight.sineOfElevation >= sineOfMask else {
        channels[index].arc = nil
        channels[index].belowMaskUntil = earliestRise(of: sight, at: time)
        continue
      }
      satellites.append(observe(index, along: sight, at: time))
    }
    return MeasurementEpoch(time: time, satellites: satellites)
  }

  /// The earliest that a satellite below the mask can rise.
  ///
  /// No GPS satellite's elevation changes faster than 1.7e-4 rad/s, overhead, and its sine no
  /// faster than that.
  private func earliestRise(of sight: LineOfSight, at time: GPSTime) -> GPSTime {
    let seconds = (sineOfMask - sight.sineOfElevation) / 2e-4
    return GPSTime(nanoseconds: time.nanoseconds + Int64(seconds * 1e9))
  }

  /// Takes over new navigation data when a slot begins; tracking goes on.
  private mutating func renewNavigationData(at time: GPSTime) {
    let current = GPSConstellation.slot(of: time)
    guard slot != current else { return }
    slot = current
    let data = constellation.navigationData(at: time)
    let arcs = channels.isEmpty ? data.map { _ in nil } : channels.map(\.arc)
    channels = zip(data, arcs).map { Channel(data: $0, orbit: BroadcastOrbit($0), arc: $1) }
  }

  private mutating func observe(
    _ index: Int, along sight: LineOfSight, at time: GPSTime
  ) -> SatelliteMeasurement {
    let arc = channels[index].arc ?? newArc(at: time)
    channels[index].arc = arc
    let groupDelay = Double(channels[index].data.tgd) * 0x1p-31 * GPSConstants.speedOfLight
    let range = sight.range - sight.clockOffset * GPSConstants.speedOfLight
    let rate = sight.rangeRate - sight.clockRate * GPSConstants.speedOfLight
    let lockTime = Int((time.nanoseconds - arc.start.nanoseconds) / 1_000_000)
    return SatelliteMeasurement(
      prn: channels[index].data.prn,
      elevation: Math.arcSine(sight.sineOfElevation),
      signals: zip(GPSSignal.allCases, arc.cycles).map { signal, cycles in
        SignalMeasurement(
          signal: signal,
          pseudorange: range + signal.groupDelayFactor * groupDelay,
          phaserange: range + cycles * signal.wavelength,
          phaserangeRate: rate,
          carrierToNoise: signal.carrierToNoise(sineOfElevation: sight.sineOfElevation),
          lockTime: lockTime)
      })
  }

  /// Begins an arc with some hundred metres of whole cycles: MSM leaves room for 1,171 m between
  /// phase and code.
  private mutating func newArc(at time: GPSTime) -> Arc {
    let cycles = GPSSignal.allCases.map { _ in Double(generator.next() % 1025) - 512 }
    return Arc(start: time, cycles: cycles)
  }
}
