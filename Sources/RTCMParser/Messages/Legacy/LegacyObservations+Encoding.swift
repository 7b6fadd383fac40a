internal import GNSSBasics

extension LegacyObservations {
  /// Creates a message from observations in metres, each rounded to the nearest step of its field.
  ///
  /// Observations that the type cannot hold are omitted: other constellations, bands and signals, all but the
  /// first signal of a band, and satellites without a pseudorange on L1. A phaserange more than 262 m from
  /// the pseudorange is shifted by multiples of 1500 cycles.
  ///
  /// - Parameters:
  ///   - type: The constellation and fields.
  ///   - stationID: DF003, reference station ID, `0...4095`.
  ///   - epoch: The time of the observations.
  ///   - isMoreToFollow: Whether more messages of the same epoch follow.
  ///   - observations: The observations in any order; satellites are sent in the order of their first
  ///     observation.
  /// - Throws: ``RTCMEncodingError`` when a pseudorange is negative or too long, or a GLONASS frequency
  ///   channel does not fit. Only `encode()` rejects more than 31 satellites.
  public init(
    type: LegacyObservationType, stationID: UInt16, epoch: MSMEpoch, isMoreToFollow: Bool = false,
    observations: [LegacyObservation]
  ) throws(RTCMEncodingError) {
    self.init(type: type, stationID: stationID, epoch: epoch, isMoreToFollow: isMoreToFollow)
    do throws(RTCMEncodingError) {
      for l1 in observations {
        guard let id = type.satelliteID(of: l1), let code = type.l1CodeIndicator(of: l1),
          let pseudorange = l1.pseudorange, !satellites.contains(where: { $0.id == id })
        else { continue }
        var satellite = LegacySatellite(id: id)
        satellite.l1.codeIndicator = code
        try satellite.setL1(l1, pseudorange, type: type)
        if type.hasL2 {
          satellite.setL2(
            observations.first { type.satelliteID(of: $0) == id && $0.band == 2 }, type: type)
        }
        satellites.append(satellite)
      }
    } catch { throw error.of(type.messageType) }
  }
}

extension LegacyObservationType {
  /// Returns DF009 or DF038 of an observation; `nil` when it is of another constellation or out of range.
  fileprivate func satelliteID(of observation: LegacyObservation) -> UInt8? {
    let id = observation.satelliteID
    return switch (constellation, observation.constellation) {
    case (.gps, .gps): (1...39).contains(id) ? id : nil
    case (.gps, .sbas): (1...24).contains(id) ? id + 39 : nil
    case (.glonass, .glonass): (1...63).contains(id) ? id : nil
    default: nil
    }
  }

  /// Returns DF010 or DF039 of an L1 observation; `nil` for any signal but C/A and P.
  fileprivate func l1CodeIndicator(of observation: LegacyObservation) -> UInt8? {
    guard observation.band == 1 else { return nil }
    return switch observation.rinexCode?.attribute {
    case UInt8(ascii: "C"): 0
    case UInt8(ascii: "P"), UInt8(ascii: "W"): 1
    default: nil
    }
  }

  /// Returns DF016 or DF046 of an L2 observation; `nil` for a signal without an indicator.
  ///
  /// Any L2C signal is 0.
  fileprivate func l2CodeIndicator(of observation: LegacyObservation) -> UInt8? {
    guard let attribute = observation.rinexCode?.attribute else { return nil }
    let isL2C = [UInt8(ascii: "C"), UInt8(ascii: "S"), UInt8(ascii: "L")].contains(attribute)
    if constellation == .gps && isL2C { return 0 }
    return l2Attributes.firstIndex(of: attribute).map { UInt8($0) }
  }
}

extension LegacySatellite {
  fileprivate mutating func setL1(
    _ observation: LegacyObservation, _ pseudorange: Double, type: LegacyObservationType
  ) throws(RTCMEncodingError) {
    let fields = LegacyFields(type)
    if let field = fields.frequencyChannel, let channel = observation.glonassFrequencyChannel {
      frequencyChannelIndicator = UInt8(try field.bits(ofInteger: channel + 7))
    }
    let ambiguity = (pseudorange / type.pseudorangeModulus).rounded(.down)
    // The ambiguity is checked even in messages without a field for it, so that a pseudorange that no
    // receiver can resolve is rejected.
    guard ambiguity >= 0, ambiguity < Double(1 << fields.ambiguity.bitCount) else {
      let limit = Double(1 << fields.ambiguity.bitCount) * type.pseudorangeModulus
      throw RTCMEncodingError(
        .outOfRange(value: pseudorange, minimum: 0, maximum: limit),
        field: fields.ambiguity.number)
    }
    let remainder = pseudorange - ambiguity * type.pseudorangeModulus
    let steps = UInt32((remainder * fields.l1Pseudorange.stepsPerUnit).rounded())
    // An error of 2 cm is better than sending "not available".
    l1.pseudorange = UInt64(steps) == fields.l1Pseudorange.notAvailable ? steps + 1 : steps
    l1.ambiguity = UInt8(ambiguity)
    l1.phaserangeDifference = phaserangeDifference(of: observation, type: type)
    l1.lockTimeIndicator = LockTime.df013(ofSeconds: observation.minimumLockTime)
    l1.cnr = observation.cnr.map(Self.cnrSteps)
    if !type.isExtended { (l1.ambiguity, l1.cnr) = (0, nil) }
  }

  fileprivate mutating func setL2(_ observation: LegacyObservation?, type: LegacyObservationType) {
    guard let observation, let code = type.l2CodeIndicator(of: observation) else { return }
    l2.codeIndicator = code
    if let pseudorange = observation.pseudorange {
      let range = l1Pseudorange(type: type, near: pseudorange) ?? pseudorange
      l2.pseudorangeDifference = Self.steps(pseudorange - range, .df017).map { Int16($0) }
    }
    l2.phaserangeDifference = phaserangeDifference(of: observation, type: type)
    l2.lockTimeIndicator = LockTime.df013(ofSeconds: observation.minimumLockTime)
    if type.isExtended { l2.cnr = observation.cnr.map(Self.cnrSteps) }
  }

  /// Returns the phaserange less the L1 pseudorange as sent, in steps; `nil` when it is not available or does
  /// not fit.
  private func phaserangeDifference(
    of observation: LegacyObservation, type: LegacyObservationType
  ) -> Int32? {
    guard let phaserange = observation.phaserange,
      let pseudorange = l1Pseudorange(type: type, near: phaserange)
    else { return nil }
    let difference = phaserange - pseudorange
    if let steps = Self.steps(difference, .df012) { return Int32(steps) }
    guard let frequency = observation.carrierFrequency else { return nil }
    let leap = 1500 * WGS84.speedOfLight / frequency
    return Self.steps(difference - (difference / leap).rounded() * leap, .df012).map { Int32($0) }
  }

  /// Returns a difference in steps of its field; `nil` when it does not fit.
  private static func steps(_ difference: Double, _ field: DataField) -> Int? {
    guard let bits = try? field.bits(of: difference) else { return nil }
    return Int(field.integer(of: bits))
  }

  /// Returns a CNR in steps of 0.25 dB-Hz, at least 1, because 0 means "not available".
  private static func cnrSteps(_ cnr: Double) -> UInt8 {
    UInt8(min(max((cnr * DataField.df015.stepsPerUnit).rounded(), 1), 255))
  }
}
