import Positioning
import RTCMParser
import RTCMStreams

/// Whatever rover and base observe, a solution has no number that is none, tells why it is no better, and is the same
/// when it is computed again; a satellite, a base or a clock that is wrong makes no wrong fix.
///
/// The first byte says what the others are: messages of both receivers, or damage to a pair that is right.
func fuzzRTK(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  let isStream = input.byte() & 1 == 0
  let options = input.rtkOptions()
  if isStream {
    var stream = input.rest()
    repairChecks(in: &stream)
    requireSound(options) { solveStream(stream, options) }
  } else {
    let damaged = input.damagedPair()
    let solutions = requireSound(options) { damaged.solve(options) }
    damaged.requireRight(solutions, options)
  }
}

/// Solves twice, and returns the solutions, which have to be sound and the same.
@discardableResult
private func requireSound(_ options: RTKOptions, _ solve: () -> [Solution]) -> [Solution] {
  let solutions = solve()
  for solution in solutions { solution.requireSound(options) }
  require(solve() == solutions, "the same input gives the same solutions")
  return solutions
}

extension Solution {
  fileprivate func requireSound(_ options: RTKOptions) {
    let speeds = velocity.map { [$0.x, $0.y, $0.z] } ?? []
    let numbers = [position.x, position.y, position.z, age, residual, ratio] + covariance + speeds
    require(numbers.allSatisfy(\.isFinite), "all numbers of a solution are numbers: \(self)")
    require(leftOut.allSatisfy(\.reason.isFinite), "so are those of what is left out: \(leftOut)")
    require(covariance.count == 6, "a covariance has six elements: \(covariance)")
    require(covariance.prefix(3).allSatisfy { $0 >= 0 }, "no variance is negative: \(covariance)")
    let isYoung = age == 0 || age.magnitude <= options.maximumAge + 1e-5
    require(isYoung, "no age is over the limit: \(age) s of \(options.maximumAge) s")
    require(ratio >= 0 && residual >= 0, "ratio \(ratio) and residual \(residual) are not negative")
    require(state <= options.mode.best, "\(state) is no better than \(options.mode)")
    require(
      reason.isEmpty == (state == options.mode.best),
      "it tells why it is no better, and nothing else: \(state) of \(options.mode), '\(reason)'")
    let ascends = zip(satellites, satellites.dropFirst()).allSatisfy { $0 < $1 }
    require(ascends, "satellites are sorted, each once: \(satellites)")
    require(satellites.allSatisfy { options.systems.contains($0.constellation) }, "only those used")
    require(signals >= satellites.count, "each satellite has a signal")
    require((state == .none) == satellites.isEmpty, "a position is of satellites")
    require(state == .none || position.isOnEarth, "a position is on Earth: \(position)")
    require((PositionRecord(self) == nil) == (state == .none), "a position has a line in a file")
  }
}

extension LeftOut.Reason {
  fileprivate var isFinite: Bool {
    switch self {
    case .code(let value), .phase(let value): value.isFinite
    default: true
    }
  }
}

extension RTKOptions.Mode {
  /// The kind of solution that is asked for.
  var best: Solution.State {
    switch self {
    case .single: .single
    case .dgnss: .differential
    case .float: .float
    case .rtk: .fixed
    }
  }
}

extension FuzzInput {
  /// Options: a byte says which differ from the default ones.
  fileprivate mutating func rtkOptions() -> RTKOptions {
    var options = RTKOptions()
    let which = byte()
    let modes: [RTKOptions.Mode] = [.rtk, .rtk, .rtk, .float, .dgnss, .single, .rtk, .float]
    options.mode = modes[Int(which & 7)]
    options.isStatic = which & 8 != 0
    if which & 16 != 0 { options.systems = systems() }
    if which & 32 != 0 { options.elevationMask = number() }
    if which & 64 != 0 { options.maximumAge = number() }
    return options
  }

  private mutating func systems() -> Set<Constellation> {
    let which = byte()
    return Set(Constellation.allCases.filter { which >> $0.rawValue & 1 != 0 })
  }

  /// A number, often one that is none or beyond all sense.
  mutating func number() -> Double {
    let odd: [Double] = [
      .nan, .infinity, -.infinity, 0, -0.0, 1, -1, 1e300, -1e300, 0x1p-1070, 2.3e7, 4.2e7, 6.4e6,
      1.57542e9, 90, -90, 30, 29.999,
    ]
    let which = Int(byte())
    if which < odd.count { return odd[which] }
    return which < 128 ? Double(which) : Double(bitPattern: UInt64(bitPattern: int64()))
  }
}

// MARK: Messages

/// Solves the frames of a stream, in which odd stations are the rover and even ones the base.
private func solveStream(_ stream: [UInt8], _ options: RTKOptions) -> [Solution] {
  var session = StreamSession(options)
  var scanner = FrameScanner()
  scanner.consume(stream.span) { session.take($0) }
  scanner.finish { session.take($0) }
  return session.finished()
}

/// A receiver that solves, with the messages of rover and base taken apart.
private struct StreamSession {
  private var engine: RTKEngine
  private var rover, base: EpochAssembler
  private var time = GPSTime(week: 2421, secondsOfWeek: 129_600)
  private var solutions: [Solution] = []

  init(_ options: RTKOptions) {
    engine = RTKEngine(options)
    (rover, base) = (EpochAssembler(near: time), EpochAssembler(near: time))
  }

  mutating func take(_ frame: borrowing FrameView) {
    // A damaged message is as good as none.
    guard let message = try? RTCMMessage(decoding: frame.payload) else { return }
    engine.take(message, near: time)
    switch message {
    case .antennaReferencePoint(let point): engine.basePosition = point.position
    case .antennaReferencePointAndHeight(let point): engine.basePosition = point.station.position
    case .glonassEphemeris:
      // It tells the channel of its satellite.
      rover.add(message) { _ in }
      base.add(message) { _ in }
    case .receiverAndAntenna(let message): take(.receiverAndAntenna(message), message.stationID)
    case .glonassCodePhaseBiases(let message):
      take(.glonassCodePhaseBiases(message), message.stationID)
    case .msm(let message): takeObservations(.msm(message), message.header.stationID)
    case .legacyObservations(let message):
      takeObservations(.legacyObservations(message), message.stationID)
    default: break
    }
  }

  private mutating func take(_ message: RTCMMessage, _ station: UInt16) {
    if station % 2 == 1 {
      engine.roverPhases.take(message)
    } else {
      engine.basePhases.take(message)
    }
  }

  private mutating func takeObservations(_ message: RTCMMessage, _ station: UInt16) {
    var ended: [ObservationEpoch] = []
    if station % 2 == 1 {
      rover.add(message) { ended.append($0) }
      for epoch in ended { solve(epoch) }
    } else {
      base.add(message) { ended.append($0) }
      for epoch in ended { engine.takeBase(epoch) }
    }
  }

  private mutating func solve(_ epoch: ObservationEpoch) {
    time = epoch.time
    solutions.append(engine.solve(epoch))
  }

  mutating func finished() -> [Solution] {
    var last: ObservationEpoch?
    base.finish { engine.takeBase($0) }
    rover.finish { last = $0 }
    if let last { solve(last) }
    return solutions
  }
}
