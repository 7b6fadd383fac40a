internal import GNSSBasics
internal import Mathematics

/// What stands in for the receiver's navigation engine: the truth, and models of how it is missed.
struct NavigationEngine: Sendable {
  /// The truth.
  var world: World
  private var fix: FixModel
  private var error: ErrorModel
  private var sky = SatelliteSky()
  /// Which ten seconds of GPS time the sky was computed for.
  private var skyPeriod: Int64?
  private var heading = 0.0

  init(world: World, seed: UInt64) {
    self.world = world
    fix = FixModel(generator: Xoshiro256(seed: seed, part: "receiver.fix"))
    error = ErrorModel(generator: Xoshiro256(seed: seed, part: "receiver.error"))
  }

  /// Begins anew at a board time, with chance that goes on.
  mutating func restart(at now: Duration) { fix.restart(at: now) }

  /// Solves one epoch; chance is drawn here and nowhere else.
  mutating func solve(
    at now: Duration, time: GPSTime, corrections: CorrectionStatus, timeout: Duration
  ) -> NavigationSolution {
    let truth = world.state(at: now)
    let station = corrections.latest?.position
    let baseline = station.map { $0.distance(to: ECEFPosition(truth.position)) }
    if world.hasSkyView(at: now) {
      fix.advance(to: now, corrections: corrections, baseline: baseline, timeout: timeout)
    } else {
      fix.loseSky()
    }
    let sample = error.sample(
      at: now, state: fix.state, baseline: baseline ?? 0, age: fix.correctionAge ?? .zero)
    updateSky(over: truth.position, at: time)
    return solution(of: truth, missedBy: sample, at: time, corrections: corrections)
  }

  private func reference(
    in corrections: CorrectionStatus, at position: GeodeticPosition
  ) -> NavigationSolution.Reference? {
    guard let age = fix.correctionAge, fix.state > .threeD, let latest = corrections.latest
    else { return nil }
    let offset = GeodeticPosition(latest.position).localOffset(to: position)
    return NavigationSolution.Reference(
      stationID: latest.stationID, age: age,
      east: offset.east, north: offset.north, up: offset.up)
  }

  private mutating func solution(
    of truth: WorldState, missedBy sample: ErrorModel.Sample, at time: GPSTime,
    corrections: CorrectionStatus
  ) -> NavigationSolution {
    let position = truth.position.moved(
      east: sample.position.east, north: sample.position.north, up: sample.position.up)
    let velocity = LocalVelocity(
      east: truth.velocity.east + sample.velocity.east,
      north: truth.velocity.north + sample.velocity.north,
      up: truth.velocity.up + sample.velocity.up)
    updateHeading(from: velocity)
    return NavigationSolution(
      time: time, state: fix.state, reason: fix.reason, position: position, velocity: velocity,
      heading: heading, horizontalAccuracy: sample.horizontalAccuracy,
      verticalAccuracy: sample.verticalAccuracy, speedAccuracy: sample.speedAccuracy, sky: sky,
      reference: reference(in: corrections, at: position))
  }

  private mutating func updateHeading(from velocity: LocalVelocity) {
    let (east, north) = (velocity.east, velocity.north)
    let slowest = NavigationSolution.slowestCourse
    guard east * east + north * north >= slowest * slowest else { return }
    let angle = Math.arcTangent(y: east, x: north).radiansInDegrees
    heading = angle < 0 ? angle + 360 : angle
  }

  /// Satellites move half a degree in a minute; ten seconds of standing still are not seen.
  private mutating func updateSky(over place: GeodeticPosition, at time: GPSTime) {
    let period = time.nanoseconds.dividedRoundingDown(by: 10_000_000_000).quotient
    guard period != skyPeriod else { return }
    skyPeriod = period
    sky = SatelliteSky(over: place, at: Double(period) * 10)
  }
}
