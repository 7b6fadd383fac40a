import Positioning
import RTCMParser

/// Deeds after which a fix may be wrong, and numbers still are numbers.
extension DamagedPair {
  /// Does something without measure to an epoch, to the base's place, or to the ephemerides.
  mutating func spoil(
    _ deed: UInt8, _ side: WritableKeyPath<SyntheticPair, [ObservationEpoch]>,
    _ input: inout FuzzInput
  ) {
    let number = input.index(below: pair[keyPath: side].count)
    guard number < pair[keyPath: side].count else { return }
    switch deed {
    case 7: pair[keyPath: side][number].spoilNumber(&input)
    case 8: pair[keyPath: side][number].spoilName(&input)
    case 9: pair[keyPath: side][number].spoilOrder(&input)
    case 10:
      let time = pair[keyPath: side][number].time
      pair[keyPath: side][number].time = time.advanced(byNanoseconds: input.shift())
    case 11: places[number] = ECEFPosition(x: input.number(), y: input.number(), z: input.number())
    case 12: spoilEphemeris(&input)
    case 13: reference = reference.advanced(byNanoseconds: input.shift())
    case 14: spoilPhases(&input)
    default: crowd(pair[keyPath: side][number].observations, &input)
    }
  }

  /// Loses an ephemeris, or changes a byte of it.
  private mutating func spoilEphemeris(_ input: inout FuzzInput) {
    let index = input.index(below: pair.ephemerides.count)
    guard index < pair.ephemerides.count else { return }
    guard var payload = try? pair.ephemerides[index].encode(), payload.count > 2 else { return }
    let place = 2 + input.index(below: payload.count - 2)
    payload[place] ^= input.byte()
    if let changed = try? RTCMMessage(decoding: payload.span) {
      pair.ephemerides[index] = changed
    } else {
      pair.ephemerides.remove(at: index)
    }
  }

  private mutating func spoilPhases(_ input: inout FuzzInput) {
    let which = input.byte()
    let receivers = [nil, "", " ", "SYNTH", "OTHER 1", "ſynth"]
    roverPhases.receiver = receivers[input.index(below: receivers.count)]
    basePhases.receiver = receivers[input.index(below: receivers.count)]
    let biases = GLONASSCodePhaseBiases(
      stationID: 0, isAligned: which & 1 != 0, l1CA: which & 2 != 0 ? input.number() : nil,
      l2CA: which & 4 != 0 ? input.number() : nil)
    if which & 8 != 0 { roverPhases.take(.glonassCodePhaseBiases(biases)) }
    if which & 16 != 0 { basePhases.take(.glonassCodePhaseBiases(biases)) }
  }

  /// Lets Galileo have 64 satellites, each of which is where another one is; in all epochs.
  private mutating func crowd(_ seen: [SignalObservation], _ input: inout FuzzInput) {
    let own = Set(seen.lazy.filter { $0.constellation == .galileo }.map(\.satelliteNumber)).sorted()
    guard let last = own.last, last < 60 else { return }
    let copied = own[input.index(below: own.count)]
    for case .galileoEphemeris(var orbit) in pair.ephemerides where Int(orbit.satelliteID) == copied
    {
      for number in (last + 1)...64 {
        orbit.satelliteID = UInt8(number)
        pair.ephemerides.append(.galileoEphemeris(orbit))
      }
    }
    let satellite = SatelliteID(.galileo, copied)
    for index in pair.rover.indices { pair.rover[index].crowd(last + 1, like: satellite) }
    for index in pair.base.indices { pair.base[index].crowd(last + 1, like: satellite) }
  }
}

extension FuzzInput {
  /// A shift of a time, nanoseconds: often none that a clock has.
  fileprivate mutating func shift() -> Int64 {
    let which = byte()
    let odd: [Int64] = [
      .min, .max, 1, -1, 1_000_000, 500_000_000, -500_000_000, 30_000_000_000, 604_800_000_000_000,
    ]
    return Int(which) < odd.count ? odd[Int(which)] : int64()
  }
}

extension ObservationEpoch {
  /// Sets a number of an observation, or of all.
  fileprivate mutating func spoilNumber(_ input: inout FuzzInput) {
    let fields: [WritableKeyPath<SignalObservation, Double?>] = [
      \.pseudorange, \.phaserange, \.phaserangeRate, \.cnr, \.carrierFrequency,
    ]
    let (which, index) = (input.byte(), input.index(below: observations.count))
    let (field, number) = (fields[Int(which & 127) % fields.count], input.number())
    for other in observations.indices where other == index || which & 128 != 0 {
      observations[other][keyPath: field] = number
    }
  }

  /// Changes whose an observation is, or what its receiver says of it.
  fileprivate mutating func spoilName(_ input: inout FuzzInput) {
    let index = input.index(below: observations.count)
    guard index < observations.count else { return }
    let numbers = [.min, -1, 0, 1, 3, 7, 255, 256, .max]
    let number = numbers[input.index(below: numbers.count)]
    switch input.byte() % 7 {
    case 0: observations[index].satelliteNumber = number
    case 1: observations[index].satelliteNumber = Int(input.byte())
    case 2:
      let systems = Constellation.allCases
      observations[index].constellation = systems[input.index(below: systems.count)]
    case 3:
      let codes = ["1C", "2W", "5Q", "9X", "0?"].map { RINEXSignalCode($0) } + [nil]
      observations[index].code = codes[input.index(below: codes.count)]
    case 4: observations[index].glonassFrequencyChannel = number
    case 5: observations[index].minimumLockTimeMilliseconds = number
    default: observations[index].hasHalfCycleAmbiguity.toggle()
    }
  }

  /// Loses, doubles or swaps observations.
  fileprivate mutating func spoilOrder(_ input: inout FuzzInput) {
    let (how, count) = (input.byte(), observations.count)
    let (one, other) = (input.index(below: count), input.index(below: count))
    guard count > 0 else { return }
    let satellite = observations[one].satellite
    switch how % 6 {
    case 0: observations.remove(at: one)
    case 1 where count < 500: observations.insert(observations[one], at: other)
    case 2: observations.removeAll { $0.satellite == satellite }
    case 3: observations.removeAll { $0.constellation == satellite.constellation }
    case 4: observations = []
    default: observations.swapAt(one, other)
    }
  }

  /// Gives the satellites from a number on the observations of another one.
  fileprivate mutating func crowd(_ first: Int, like satellite: SatelliteID) {
    guard first <= 64 else { return }
    let copied = observations.filter { $0.satellite == satellite }
    for number in first...64 {
      observations += copied.map { observation in
        var observation = observation
        observation.satelliteNumber = number
        return observation
      }
    }
  }
}
