import Positioning
import RTCMParser

/// A pair of receivers to which something is done before it is solved.
struct DamagedPair {
  var pair: SyntheticPair
  /// The base's position from an epoch of the rover on.
  var places: [Int: ECEFPosition] = [:]
  var roverPhases = GLONASSPhases()
  var basePhases = GLONASSPhases()
  /// The time near which ephemerides are taken.
  var reference: GPSTime
  /// Whether nothing else was done than what makes no fix wrong.
  var isFair = true
  /// Whether no epoch was lost, doubled, swapped or moved.
  var isInOrder = true
  /// The satellite whose codes or phases are wrong; `nil` for none.
  var culprit: SatelliteID?
  /// The first epoch of the rover in which its codes are.
  var codesAreWrongFrom = Int.max

  init(_ pair: SyntheticPair) {
    self.pair = pair
    reference = pair.rover[0].time
    (roverPhases.receiver, basePhases.receiver) = ("SYNTH", "SYNTH")
  }

  /// Solves the rover's epochs, each with the base's last one by then.
  func solve(_ options: RTKOptions) -> [Solution] {
    var engine = RTKEngine(options)
    engine.basePosition = pair.basePosition
    (engine.roverPhases, engine.basePhases) = (roverPhases, basePhases)
    for message in pair.ephemerides { engine.take(message, near: reference) }
    var waiting = pair.base[...]
    return pair.rover.enumerated().map { index, epoch in
      if let place = places[index] { engine.basePosition = place }
      while let next = waiting.first, next.time <= epoch.time {
        engine.takeBase(next)
        waiting.removeFirst()
      }
      return engine.solve(epoch)
    }
  }

  /// Requires that no fix is wrong, and that the culprit is named, where enough is left to tell it by.
  func requireRight(_ solutions: [Solution], _ options: RTKOptions) {
    let usual = RTKOptions()
    guard isFair, options.systems == usual.systems, options.maximumAge == usual.maximumAge,
      options.elevationMask == usual.elevationMask
    else { return }
    for (index, solution) in solutions.enumerated() {
      let isElsewhere = places.keys.contains { $0 <= index }
      if solution.state == .fixed {
        require(!isElsewhere, "with a base that is elsewhere nothing is fixed: epoch \(index)")
        let error = solution.position.distance(to: pair.roverPosition)
        require(error < 0.1, "no fix is wrong: epoch \(index) is \(error) m off")
      }
      if isInOrder, let culprit, index >= codesAreWrongFrom, solution.state >= .differential {
        require(
          solution.leftOut.contains { $0.satellite == culprit },
          "\(culprit) is left out of epoch \(index): \(solution.leftOut)")
      }
    }
  }
}

extension FuzzInput {
  /// A pair, and what is done to it: a byte for each deed, the next ones for what it is done to.
  mutating func damagedPair() -> DamagedPair {
    var damaged = DamagedPair(byte() & 1 == 0 ? .standard : .atWeekEnd)
    while !isEmpty { damaged.suffer(byte(), &self) }
    return damaged
  }

  /// A number below a limit; 0 where there is none.
  mutating func index(below limit: Int) -> Int { limit > 0 ? Int(byte()) % limit : 0 }
}

extension DamagedPair {
  /// Does something; the byte says what, and its highest bit whether to the base.
  fileprivate mutating func suffer(_ deed: UInt8, _ input: inout FuzzInput) {
    let side = deed & 128 == 0 ? \SyntheticPair.rover : \.base
    switch deed & 15 {
    case 0...2: accuse(deed & 15, side, &input)
    case 3: moveBase(&input)
    case 4: setClock(side, ahead: input.byte() & 1 == 0)
    case 5, 6: disorder(side, &input)
    default:
      isFair = false
      spoil(deed & 15, side, &input)
    }
  }

  /// Makes a satellite's codes wrong by 30 m, or its phases by a cycle or half of one.
  private mutating func accuse(
    _ deed: UInt8, _ side: WritableKeyPath<SyntheticPair, [ObservationEpoch]>,
    _ input: inout FuzzInput
  ) {
    let count = pair[keyPath: side].count
    let first = input.index(below: count)
    guard first < count else { return }
    let observations = pair[keyPath: side][first].observations
    let index = input.index(below: observations.count)
    guard index < observations.count else { return }
    let satellite = observations[index].satellite
    if culprit == nil { culprit = satellite }
    if culprit != satellite { isFair = false }
    if deed == 0, side == \.rover { codesAreWrongFrom = min(codesAreWrongFrom, first) }
    for number in first..<count {
      pair[keyPath: side][number].change { observation in
        guard observation.satellite == satellite else { return }
        // What is wrong at both would cancel.
        if deed == 0 { observation.pseudorange? += side == \.rover ? 30 : -30 }
        observation.slip(deed == 1 ? 1 : deed == 2 ? 0.5 : 0)
      }
    }
  }

  /// Puts the base ten metres to the east or to the west of its place.
  private mutating func moveBase(_ input: inout FuzzInput) {
    let (index, distance) = (input.index(below: 10), input.byte() & 1 == 0 ? 10.0 : -10)
    let right = pair.basePosition
    let level = (right.x * right.x + right.y * right.y).squareRoot()
    places[index] = ECEFPosition(
      x: right.x - distance * right.y / level, y: right.y + distance * right.x / level, z: right.z)
  }

  /// Sets a receiver's clock by half a second, which its codes and phases show too.
  private mutating func setClock(
    _ side: WritableKeyPath<SyntheticPair, [ObservationEpoch]>, ahead: Bool
  ) {
    isInOrder = false
    for index in pair[keyPath: side].indices {
      let time = pair[keyPath: side][index].time
      pair[keyPath: side][index].time = time.advanced(
        byNanoseconds: ahead ? 500_000_000 : -500_000_000)
      pair[keyPath: side][index].change { observation in
        observation.pseudorange? += (ahead ? 0.5 : -0.5) * WGS84.speedOfLight
        observation.phaserange? += (ahead ? 0.5 : -0.5) * WGS84.speedOfLight
      }
    }
  }

  /// Loses, doubles or swaps epochs.
  private mutating func disorder(
    _ side: WritableKeyPath<SyntheticPair, [ObservationEpoch]>, _ input: inout FuzzInput
  ) {
    isInOrder = false
    let (how, count) = (input.byte(), pair[keyPath: side].count)
    let (one, other) = (input.index(below: count), input.index(below: count))
    guard count > 1 else { return }
    switch how % 3 {
    case 0: pair[keyPath: side].remove(at: one)
    case 1 where count < 6:
      let epoch = pair[keyPath: side][one]
      pair[keyPath: side].insert(epoch, at: other)
    default: pair[keyPath: side].swapAt(one, other)
    }
  }
}

extension ObservationEpoch {
  /// Changes each observation.
  fileprivate mutating func change(_ change: (inout SignalObservation) -> Void) {
    for index in observations.indices { change(&observations[index]) }
  }
}

extension SignalObservation {
  /// Moves the phase by cycles.
  fileprivate mutating func slip(_ cycles: Double) {
    guard let carrierFrequency else { return }
    phaserange? += cycles * WGS84.speedOfLight / carrierFrequency
  }
}
