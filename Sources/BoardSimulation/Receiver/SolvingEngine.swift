internal import GNSSBasics
internal import GNSSSimulation
internal import Mathematics
internal import Positioning
internal import RTCMParser
internal import SatelliteOrbits
internal import TextOutput

/// A navigation engine that computes the position from the receiver's measurements and from the observations of the
/// station that reached it.
///
/// The position, its accuracy, the state, the ratio and the age are those of an ``RTKEngine``. A stream whose
/// satellites have unknown orbits cannot be solved. For such a stream the engine reports the statistical model, float at best.
struct SolvingEngine: NavigationEngine {
  let solves = true
  private var engine: RTKEngine
  /// The model for epochs that cannot be solved.
  private var model: StatisticalEngine
  private var course = Course()
  /// The broadcasts that the engine has taken.
  private var broadcasts: [SatelliteID: BroadcastSet] = [:]
  /// The station of the corrections; `nil` before the first ones.
  private var station: UInt16?
  /// The engine for vectors from a base that moves; `nil` before the first one.
  private var vectors: RTKEngine?
  /// The receiver's measurements at the last epoch, of satellites whose ephemerides it has read.
  private var observed: ObservationEpoch?
  /// The distance by which the station's told position moved since the last fixed epoch, metres; `nil` for none.
  private var move: Double?

  /// Creates the engine of a receiver.
  init(seed: UInt64, realism: PartRealism) {
    model = StatisticalEngine(seed: seed, realism: realism)
    engine = Self.newEngine()
  }

  /// Creates an engine that trusts its base as real receivers do, and knows the receiver's make.
  private static func newEngine() -> RTKEngine {
    var options = RTKOptions()
    options.checksBase = false
    var engine = RTKEngine(options)
    engine.roverPhases.receiver = "u-blox"
    return engine
  }

  mutating func restart(at now: Duration) {
    model.restart(at: now)
    engine = Self.newEngine()
    (broadcasts, station, move) = ([:], nil, nil)
    (vectors, observed) = (nil, nil)
  }

  mutating func solve(_ epoch: NavigationEpoch) -> NavigationSolution {
    let modelled = model.solve(epoch)
    guard let raw = epoch.raw, epoch.conditions.knownOrbits == nil else { return modelled }
    takeOrbits(of: raw, readBy: epoch.satellites)
    takeStation(of: epoch)
    var observations = raw.observations
    let readable = Set(epoch.satellites.satellites.lazy.filter(\.hasEphemeris).map(\.id))
    observations.observations.removeAll { !readable.contains($0.satellite) }
    observed = observations
    let solution = engine.solve(observations)
    if solution.state == .fixed { move = nil }
    return navigation(solution, of: epoch, modelled)
  }

  /// Passes on the ephemerides that the receiver has read.
  private mutating func takeOrbits(of raw: RawEpoch, readBy receiver: SatellitesInView) {
    for satellite in receiver.satellites where satellite.hasEphemeris {
      guard let set = raw.broadcasts.first(where: { $0.satellite == satellite.id }),
        broadcasts[satellite.id] !== set
      else { continue }
      broadcasts[satellite.id] = set
      for message in set.messages {
        engine.take(message, near: raw.observations.time)
        vectors?.take(message, near: raw.observations.time)
      }
    }
  }

  /// Passes on the observations of the station, its position and the configured limits.
  private mutating func takeStation(of epoch: NavigationEpoch) {
    var options = engine.options
    options.maximumAge = epoch.conditions.timeout / .seconds(1)
    options.mode = epoch.conditions.phaseHindrance == nil ? .rtk : .float
    options.elevationMask = epoch.conditions.elevationMask
    engine.options = options
    guard let latest = epoch.corrections.latest else { return }
    if let place = engine.basePosition, station == latest.stationID, place != latest.position {
      move = place.distance(to: latest.position)
    }
    station = latest.stationID
    engine.basePosition = latest.position
    engine.basePhases = epoch.stationPhases
    for base in epoch.stationEpochs where base.stationID == latest.stationID {
      engine.takeBase(base)
    }
  }
}

// MARK: A base that moves

extension SolvingEngine {
  mutating func vector(
    from base: ObservationEpoch, _ stationID: UInt16, _ phases: GLONASSPhases
  ) -> MovingBaseVector? {
    guard let observed, observed.time.isSame(as: base.time) else { return nil }
    var vectors = vectors ?? Self.newVectorEngine(orbits: engine.orbits)
    vectors.options.mode = engine.options.mode
    vectors.options.elevationMask = engine.options.elevationMask
    vectors.basePhases = phases
    vectors.takeBase(base)
    let solution = vectors.solve(observed)
    self.vectors = vectors
    return MovingBaseVector(solution, from: stationID)
  }

  private static func newVectorEngine(orbits: BroadcastOrbits) -> RTKEngine {
    var options = RTKOptions()
    options.hasMovingBase = true
    var engine = RTKEngine(options, orbits: orbits)
    engine.roverPhases.receiver = "u-blox"
    return engine
  }
}

// MARK: Solutions

extension SolvingEngine {
  private mutating func navigation(
    _ solution: Solution, of epoch: NavigationEpoch, _ modelled: NavigationSolution
  ) -> NavigationSolution {
    let state = GNSSFix(solution.state)
    let position = GeodeticPosition(solution.position)
    var result = modelled
    result.state = state
    result.ratio = solution.ratio
    (result.leftOut, result.used) = (solution.leftOut, solution.used)
    for index in result.sky.satellites.indices {
      let id = result.sky.satellites[index].id
      result.sky.satellites[index].isUsed = solution.satellites.contains(id)
    }
    result.reference = reference(of: solution, state, at: position)
    result.reason = reason(of: solution, state, epoch, modelled, reference: result.reference)
    guard state != .none else {
      result.dilution = Dilution([])
      return result
    }
    let plane = TangentPlane(at: position)
    result.position = position
    result.velocity =
      solution.velocity.map { plane.components(of: $0) } ?? LocalVelocity(east: 0, north: 0, up: 0)
    result.heading = course.heading(at: result.velocity)
    let covariance = plane.covariance(of: solution.covariance)
    result.covariance = covariance
    result.horizontalAccuracy = (covariance.east + covariance.north).squareRoot()
    result.verticalAccuracy = covariance.up.squareRoot()
    result.dilution = Dilution(result.sky.usable.compactMap(\.direction))
    result.speedAccuracy =
      solution.velocity == nil
      ? Self.unknownVelocity : Self.velocityNoise * result.dilution.position
    return result
  }

  /// The noise of a velocity by the changes of one phase within a second, and the accuracy of an unknown one, m/s.
  private static let (velocityNoise, unknownVelocity) = (0.008, 20.0)

  private func reference(
    of solution: Solution, _ state: GNSSFix, at position: GeodeticPosition
  ) -> NavigationSolution.Reference? {
    guard state > .threeD, let station, let place = engine.basePosition else { return nil }
    return NavigationSolution.Reference(
      to: position, from: place, of: station, age: .seconds(max(solution.age, 0)))
  }

  private func reason(
    of solution: Solution, _ state: GNSSFix, _ epoch: NavigationEpoch,
    _ modelled: NavigationSolution, reference: NavigationSolution.Reference?
  ) -> FixReason {
    switch (state, epoch.corrections.latest) {
    case (.none, _) where modelled.state == .none: return modelled.reason
    case (.threeD, nil): return .unusable(epoch.corrections.problem ?? .nothingReceived)
    case (.threeD, let latest?) where epoch.now - latest.arrival > epoch.conditions.timeout:
      let age = epoch.now - latest.arrival
      return epoch.corrections.problem.map { .unusable($0) }
        ?? .stopped(station: latest.stationID, age: age)
    case (.rtkFixed, let latest?):
      guard let reference else { break }
      if reference.age > FixModel.Parameters.freshness {
        return .holding(station: latest.stationID, age: reference.age)
      }
      return .fixed(
        station: latest.stationID, satellites: SharedSatellites(solution.satellites.count),
        baseline: reference.length, age: reference.age)
    case (.rtkFloat, let latest?):
      if let hindrance = epoch.conditions.phaseHindrance {
        return .hindered(station: latest.stationID, by: hindrance)
      }
    default: break
    }
    let words = move.map { distance in
      "base moved \(PlainText.number(distance, decimals: distance < 10 ? 1 : 0)) m, \(solution.reason)"
    }
    return .computed(
      state, station: state > .none ? station : nil, reason: words ?? solution.reason)
  }
}

extension GNSSFix {
  /// Creates the state of a receiver from that of its engine.
  init(_ state: Solution.State) {
    self =
      switch state {
      case .none: .none
      case .single: .threeD
      case .differential: .dgnss
      case .float: .rtkFloat
      case .fixed: .rtkFixed
      }
  }
}

extension TangentPlane {
  /// Returns the components of a velocity in the Earth-fixed frame.
  fileprivate func components(of velocity: ECEFPosition) -> LocalVelocity {
    let vector = SIMD3(velocity)
    return LocalVelocity(
      east: vector.dot(axes.east), north: vector.dot(axes.north), up: vector.dot(axes.up))
  }
}
