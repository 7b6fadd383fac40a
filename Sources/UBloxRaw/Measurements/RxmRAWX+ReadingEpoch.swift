public import GNSSBasics

extension RxmRAWX {
  /// The observations of the epoch, in the order of the measurements.
  ///
  /// A value that the receiver does not call valid is not available. Half a cycle is added to phases of
  /// BeiDou's geostationary satellites, which receivers measure that much too short (as RTKLIB has it).
  ///
  /// - Parameter onFinding: Called for each measurement that comes over in part or not at all.
  /// - Returns: A complete epoch of no station.
  /// - Throws: ``RawEpochError`` when the message does not tell the time.
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

  /// When the receiver measured, in GPS time by its clock, to the nanosecond.
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
  /// The observation; `nil` when it is not known of which signal.
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

  /// The metres that are a number of cycles, to its last bit where there are such: receivers give Doppler in
  /// sixteenths of a hertz, of which many are half a step of RINEX.
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
  /// By how many cycles the measured phase is too short.
  var unmeasuredCycles: Double { isBeiDouGEO ? 0.5 : 0 }
}
