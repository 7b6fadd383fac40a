internal import RTCMParser

extension MSMMessage {
  /// The message 1077 that tells what a GPS receiver measured at an epoch.
  ///
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` when an observation is none that MSM7 can hold.
  init(_ epoch: MeasurementEpoch, stationID: UInt16) throws(RTCMEncodingError) {
    let observations = epoch.satellites.flatMap { satellite in
      satellite.signals.map { MSMObservation($0, prn: satellite.prn) }
    }
    try self.init(
      type: MSMType(.gps, kind: 7),
      stationID: stationID,
      epoch: MSMEpoch(
        constellation: .gps, gpsTimeOfWeekMilliseconds: epoch.time.millisecondsOfWeek),
      observations: observations)
  }
}

extension MSMObservation {
  fileprivate init(_ signal: SignalMeasurement, prn: Int) {
    self.init(
      satelliteID: UInt8(clamping: prn),
      signalID: UInt8(signal.signal.signalID),
      pseudorange: signal.pseudorange,
      phaserange: signal.phaserange,
      phaserangeRate: signal.phaserangeRate,
      lockTimeMilliseconds: signal.lockTime,
      cnr: signal.carrierToNoise)
  }
}
