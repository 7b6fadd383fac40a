public import GNSSBasics

extension RxmRAWX {
  /// Returns the observations of the epoch, in the order of the measurements.
  ///
  /// A value that the receiver does not mark valid is not available. Half a cycle is added to phases of
  /// BeiDou's geostationary satellites, which receivers measure too short by that much (as RTKLIB does).
  ///
  /// - Parameter onFinding: Called for each measurement that is converted in part or not at all.
  /// - Returns: A complete epoch, with station ID 0.
  /// - Throws: ``RawEpochError`` when the message has no valid time.
  public func observationEpoch(
    onFinding: (RawMeasurementFinding) -> Void = { _ in }
  ) throws(RawEpochError) -> ObservationEpoch {
    var epoch = ObservationEpoch(time: try time, stationID: 0)
    epoch.isComplete = true
    for (index, measurement) in measurements.enumerated() {
      let observation = measurement.observation { onFinding(RawMeasurementFinding($0, at: index)) }
      if let observation { epoch.observations.append(observation) }
    }
    return epoch
  }

  /// The time of the measurements, in GPS time by the receiver's clock, to the nanosecond.
  public var time: GPSTime {
    get throws(RawEpochError) {
      guard (0...604_800).contains(timeOfWeek) else { throw .timeOfWeek(timeOfWeek) }
      guard week > 0 else { throw .unknownWeek }
      let start = GPSTime(week: Int(week), secondsOfWeek: 0)
      guard start.week == week else { throw .week(Int(week)) }
      return start.advanced(byNanoseconds: Int64((timeOfWeek * 1e9).rounded()))
    }
  }
}

extension RawMeasurement {
  /// Returns the observation; `nil` when its signal, satellite or frequency channel is unknown.
  fileprivate func observation(
    onFinding: (RawMeasurementFinding.Reason) -> Void
  ) -> SignalObservation? {
    guard let constellation = signal.constellation, let code = signal.code else {
      onFinding(.unknownSignal(signal))
      return nil
    }
    guard let satellite = signal.satelliteNumber else {
      onFinding(.unknownSatellite(signal))
      return nil
    }
    let isGLONASS = constellation == .glonass
    guard !isGLONASS || frequencyIndicator <= Self.greatestFrequencyIndicator else {
      onFinding(.noFrequencyChannel)
      return nil
    }
    var observation = SignalObservation(
      constellation: constellation, satelliteNumber: satellite, code: code,
      glonassFrequencyChannel: isGLONASS ? Int(frequencyIndicator) - 7 : nil)
    observation.minimumLockTimeMilliseconds = Int(lockTimeMilliseconds)
    observation.hasHalfCycleAmbiguity = !status.contains(.halfCycleResolved)
    observation.cnr = cnr == 0 ? nil : Double(cnr)
    setValues(of: &observation, onFinding: onFinding)
    return observation
  }

  private func setValues(
    of observation: inout SignalObservation, onFinding: (RawMeasurementFinding.Reason) -> Void
  ) {
    func finite(_ value: Double, _ quantity: RawMeasurementFinding.Quantity) -> Double? {
      if value.isFinite { return value }
      onFinding(.notFinite(quantity))
      return nil
    }
    if status.contains(.pseudorangeValid) {
      observation.pseudorange = finite(pseudorange, .pseudorange)
    }
    guard let frequency = observation.carrierFrequency else { return }
    if status.contains(.carrierPhaseValid) {
      observation.phaserange = finite(carrierPhase, .carrierPhase).map {
        Self.metres(of: $0 + signal.unmeasuredCycles, at: frequency)
      }
    }
    observation.phaserangeRate = finite(Double(doppler), .doppler).map {
      Self.metres(of: -$0, at: frequency)
    }
  }

  /// Returns the metres of a number of cycles, exact to the last bit where that is possible.
  ///
  /// Receivers give Doppler in sixteenths of a hertz, and many of these values are half a step of RINEX.
  private static func metres(of cycles: Double, at frequency: Double) -> Double {
    let metres = cycles * (WGS84.speedOfLight / frequency)
    func isExact(_ metres: Double) -> Bool {
      metres * frequency / WGS84.speedOfLight == cycles
    }
    if isExact(metres) { return metres }
    if isExact(metres.nextUp) { return metres.nextUp }
    return isExact(metres.nextDown) ? metres.nextDown : metres
  }
}

extension UBloxSignal {
  /// The cycles by which the measured phase is too short.
  var unmeasuredCycles: Double { isBeiDouGEO ? 0.5 : 0 }
}
