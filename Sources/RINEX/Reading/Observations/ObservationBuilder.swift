internal import GNSSBasics
import RTCMParser

/// A maker of observations from the fields of records, with lock times and carrier frequencies.
struct ObservationBuilder: Sendable {
  var locks: LockTimes
  /// The channels of GLONASS satellites, by slot `0...99`.
  private var channels = [Int?](repeating: nil, count: 100)
  private var halfWavelengthBands: UInt8 = 0
  private var isVersion3 = true
  /// Whether phases of an unknown channel are taken for those of channel 0, since they will be cycles again.
  private let takesAnyChannel: Bool

  init(isForRewriting: Bool) {
    locks = LockTimes(marksSlipsOnly: isForRewriting)
    takesAnyChannel = isForRewriting
  }

  /// Takes over a header's channels, which take precedence over given ones.
  mutating func follow(_ header: RINEXObservationHeader, givenChannels: [UInt8: Int]) {
    for (slot, channel) in givenChannels.merging(header.glonassChannels, uniquingKeysWith: { $1 })
    where slot < channels.count && GLONASSChannels.range.contains(channel) {
      channels[Int(slot)] = channel
    }
    halfWavelengthBands = header.halfWavelengthBands
    isVersion3 = header.version >= 3
  }

  /// Appends a satellite's observations, one for each signal that has a value.
  mutating func add(
    _ fields: ObservationFields, _ layout: ObservationLayout, of satellite: SatelliteID,
    to observations: inout [SignalObservation]
  ) {
    for group in layout.groups {
      let owner = group.owner(in: fields)
      for (index, signal) in group.signals.enumerated() {
        var observation = empty(signal, of: satellite)
        let pseudorange = signal.pseudorange.map { fields.values[$0] } ?? 0
        if pseudorange != 0 { observation.pseudorange = pseudorange }
        let hasShared =
          index == owner && setShared(&observation, signal, group, fields, satellite)
        if pseudorange != 0 || hasShared { observations.append(observation) }
      }
    }
  }

  /// Ends the arcs of the phases that have a value in a cycle slip record.
  ///
  /// The receiver repaired these slips, but a count of its cycles began anew.
  mutating func noteSlips(
    in fields: ObservationFields, _ layout: ObservationLayout, of satellite: SatelliteID
  ) {
    for group in layout.groups {
      guard let phase = group.phase, fields.values[phase] != 0 else { continue }
      for signal in group.signals { locks.end(signal.code, of: satellite) }
    }
  }

  // MARK: -

  private func empty(
    _ signal: ObservationLayout.Signal, of satellite: SatelliteID
  ) -> SignalObservation {
    let channel = satellite.constellation == .glonass ? channels[satellite.number] : nil
    var observation = SignalObservation(
      constellation: satellite.constellation, satelliteNumber: satellite.number, code: signal.code,
      signalID: signal.signalID,
      carrierFrequency: satellite.constellation.carrierFrequency(
        ofBand: signal.code.band,
        glonassFrequencyChannel: channel ?? (takesAnyChannel ? 0 : nil)))
    observation.glonassFrequencyChannel = channel
    return observation
  }

  /// Sets phase, Doppler and strength; returns whether there is one of them.
  private mutating func setShared(
    _ observation: inout SignalObservation, _ signal: ObservationLayout.Signal,
    _ group: ObservationLayout.Group, _ fields: ObservationFields, _ satellite: SatelliteID
  ) -> Bool {
    let (phase, doppler) = (fields.value(group.phase), fields.value(group.doppler))
    let wavelength = observation.carrierFrequency.map { WGS84.speedOfLight / $0 }
    if let column = group.phase, let phase {
      let indicator = fields.locks[column]
      observation.phaserange = wavelength.map { phase * $0 }
      observation.hasHalfCycleAmbiguity = isHalf(indicator, signal.code.band)
      observation.minimumLockTimeMilliseconds = locks.milliseconds(
        of: signal.code, satellite, hasSlipped: indicator & 1 != 0)
    }
    if let doppler { observation.phaserangeRate = wavelength.map { -doppler * $0 } }
    observation.cnr = strength(signal, group, fields)
    return phase != nil || doppler != nil || fields.value(group.strength) != nil
  }

  /// Whether a phase may be off by half a cycle: bit 1, which in version 2 turns the wavelength factor over.
  private func isHalf(_ indicator: UInt8, _ band: UInt8) -> Bool {
    let isMarked = indicator & 2 != 0
    guard !isVersion3, band <= 2 else { return isMarked }
    return isMarked != (halfWavelengthBands & band != 0)
  }

  /// Returns the signal strength, or without a column of it the lower end of its digit's range, dB-Hz.
  ///
  /// Source: RINEX 3.04, §5.7: a digit is the strength divided by 6, rounded down, `1...9`.
  private func strength(
    _ signal: ObservationLayout.Signal, _ group: ObservationLayout.Group,
    _ fields: ObservationFields
  ) -> Double? {
    if group.strength != nil { return fields.value(group.strength) }
    let digits = [group.phase, signal.pseudorange].lazy.map { $0.map { fields.strengths[$0] } ?? 0 }
    return digits.first { $0 > 0 }.map { Double($0) * 6 }
  }
}

extension ObservationLayout.Group {
  /// Returns the index of the signal that has the shared values: the first with a pseudorange.
  fileprivate func owner(in fields: ObservationFields) -> Int {
    guard signals.count > 1 else { return 0 }
    return signals.firstIndex { fields.value($0.pseudorange) != nil } ?? 0
  }
}

extension ObservationFields {
  /// Returns the value in a column; `nil` where it is missing.
  func value(_ column: Int?) -> Double? {
    guard let column, values[column] != 0 else { return nil }
    return values[column]
  }
}
