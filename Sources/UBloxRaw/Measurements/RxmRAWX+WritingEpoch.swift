extension RxmRAWX {
  /// Creates the message in which a receiver would report an epoch.
  ///
  /// Signals that u-blox receivers do not track, such as GPS `2W`, are left out. The standard deviations
  /// are those that receivers report at the carrier-to-noise ratio, so that other programs reject the
  /// phase of a weak signal.
  ///
  /// - Parameters:
  ///   - epoch: The observations; the epoch's time is also the receiver's.
  ///   - onFinding: Called for each observation that is converted in part or not at all.
  /// - Throws: ``RawEpochError`` when the time or the number of measurements does not fit.
  public init(
    _ epoch: ObservationEpoch, onFinding: (RawMeasurementFinding) -> Void = { _ in }
  ) throws(RawEpochError) {
    guard let week = UInt16(exactly: epoch.time.week), week > 0 else {
      throw .week(epoch.time.week)
    }
    self.week = week
    timeOfWeek = Double(epoch.time.nanosecondsOfWeek) / 1e9
    leapSeconds = Int8(clamping: epoch.time.leapSeconds)
    status = .leapSecondsKnown
    for (index, observation) in epoch.observations.enumerated() {
      let measurement = RawMeasurement(observation) {
        onFinding(RawMeasurementFinding($0, at: index))
      }
      if let measurement { measurements.append(measurement) }
    }
    guard measurements.count <= Self.greatestCount else {
      throw .tooManyMeasurements(measurements.count)
    }
  }
}

extension RawMeasurement {
  /// Creates the measurement of an observation; `nil` for one that u-blox receivers could not report.
  fileprivate init?(
    _ observation: SignalObservation, onFinding: (RawMeasurementFinding.Reason) -> Void
  ) {
    guard let code = observation.code,
      let signal = UBloxSignal(
        constellation: observation.constellation, satelliteNumber: observation.satelliteNumber,
        code: code)
    else {
      onFinding(.notReceivable)
      return nil
    }
    self.init(of: signal)
    if observation.constellation == .glonass {
      guard let channel = observation.glonassFrequencyChannel,
        let indicator = UInt8(exactly: channel + 7), indicator <= Self.greatestFrequencyIndicator
      else {
        onFinding(.noFrequencyChannel)
        return nil
      }
      frequencyIndicator = indicator
    }
    setQuality(of: observation)
    setValues(of: observation, onFinding: onFinding)
  }

  private mutating func setValues(
    of observation: SignalObservation, onFinding: (RawMeasurementFinding.Reason) -> Void
  ) {
    if let value = observation.pseudorange {
      if value.isFinite {
        pseudorange = value
        status.insert(.pseudorangeValid)
      } else {
        onFinding(.notFinite(.pseudorange))
      }
    }
    if let value = observation.phase {
      if value.isFinite {
        carrierPhase = value - signal.unmeasuredCycles
        status.insert(.carrierPhaseValid)
      } else {
        onFinding(.notFinite(.carrierPhase))
      }
    }
    guard let value = observation.doppler else { return }
    let narrow = Float(value)
    if narrow.isFinite { doppler = narrow } else { onFinding(.notFinite(.doppler)) }
  }

  private mutating func setQuality(of observation: SignalObservation) {
    let lockTime = observation.minimumLockTimeMilliseconds ?? 0
    lockTimeMilliseconds = min(UInt16(clamping: lockTime), Self.greatestLockTimeMilliseconds)
    if !observation.hasHalfCycleAmbiguity { status.insert(.halfCycleResolved) }
    if let ratio = observation.cnr, ratio > 0 { cnr = UInt8(min(ratio, 99).rounded()) }
    let indices = Self.deviationIndices[min(Int(cnr) / 4, Self.deviationIndices.count - 1)]
    pseudorangeDeviationIndex = indices.pseudorange
    carrierPhaseDeviationIndex = indices.carrierPhase
    dopplerDeviationIndex = indices.doppler
  }

  /// prStdev, cpStdev and doStdev by the carrier-to-noise ratio, in steps of 4 dB-Hz from 0 on.
  ///
  /// The values are means of 25 000 measurements of a NEO-M8P under open sky.
  private static let deviationIndices: [(pseudorange: UInt8, carrierPhase: UInt8, doppler: UInt8)] =
    [
      (13, 15, 14), (13, 15, 14), (12, 15, 13), (12, 15, 13), (12, 15, 13), (11, 14, 12), (8, 7, 9),
      (8, 3, 8), (7, 2, 8), (6, 1, 8), (5, 1, 8),
    ]
}
