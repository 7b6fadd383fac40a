import RTCMParser

extension SampleMessages {
  /// The samples of messages 1001…1004 and 1009…1012.
  static var legacyObservations: [RTCMMessage] {
    [(false, false), (false, true), (true, false), (true, true)].flatMap { hasL2, isExtended in
      [
        legacy(.gps(hasL2: hasL2, isExtended: isExtended), satelliteIDs: [5, 23, 41]),
        legacy(.glonass(hasL2: hasL2, isExtended: isExtended), satelliteIDs: [2, 11, 24]),
      ]
    }
  }

  private static func legacy(
    _ type: LegacyObservationType, satelliteIDs: [UInt8]
  ) -> RTCMMessage {
    var message = LegacyObservations(
      type: type, stationID: 2003, epoch: epoch(of: type.constellation), isMoreToFollow: true,
      satellites: satelliteIDs.map { legacySatellite($0, of: type) })
    message.hasDivergenceFreeSmoothing = true
    message.smoothingInterval = 5
    // The last satellite is tracked on L1 only, without a phase.
    message.satellites[2].l1.phaserangeDifference = nil
    message.satellites[2].l2 = LegacySatellite.L2()
    return .legacyObservations(message)
  }

  private static func legacySatellite(
    _ id: UInt8, of type: LegacyObservationType
  ) -> LegacySatellite {
    var satellite = LegacySatellite(id: id)
    satellite.frequencyChannelIndicator = id % 13 + 1
    satellite.l1.codeIndicator = id & 1
    satellite.l1.pseudorange = 1_234_567 + 300_000 * UInt32(id)
    satellite.l1.phaserangeDifference = 43_210 - 9_876 * Int32(id)
    satellite.l1.lockTimeIndicator = 100 + id % 27
    satellite.l1.ambiguity = UInt8(20_500_000 / type.pseudorangeModulus) + id % 5
    satellite.l1.cnr = 150 + id
    satellite.l2.codeIndicator = 1
    satellite.l2.pseudorangeDifference = 301 - 25 * Int16(id)
    satellite.l2.phaserangeDifference = 54_321 - 8_765 * Int32(id)
    satellite.l2.lockTimeIndicator = 90 + id % 37
    satellite.l2.cnr = 140 + id
    return satellite
  }

  /// Returns the samples of messages 1071…1137: MSM1 to MSM7 of seven systems.
  static func multipleSignalMessages() throws(RTCMEncodingError) -> [RTCMMessage] {
    var messages: [RTCMMessage] = []
    for constellation in Constellation.allCases {
      for kind in 1...7 as ClosedRange<UInt8> {
        messages.append(.msm(try multipleSignal(MSMType(constellation, kind: kind))))
      }
    }
    return messages
  }

  private static func multipleSignal(_ type: MSMType) throws(RTCMEncodingError) -> MSMMessage {
    var message = try MSMMessage(
      type: type, stationID: 2003, epoch: epoch(of: type.constellation), isMoreToFollow: true,
      iods: 5, observations: observations(of: type.constellation))
    message.header.clockSteering = 1
    message.header.externalClock = 2
    message.header.hasDivergenceFreeSmoothing = true
    message.header.smoothingInterval = 3
    if type.constellation != .glonass && (type.kind == 5 || type.kind == 7) {
      for index in message.satellites.indices {
        message.satellites[index].extendedInformation = UInt8(index) + 1
      }
    }
    return message
  }

  /// Returns observations of four satellites: the third lacks a signal, the fourth has unavailable ranges.
  private static func observations(of constellation: Constellation) -> [MSMObservation] {
    let signals = signalIDs(of: constellation)
    var observations: [MSMObservation] = []
    for (place, satellite) in ([3, 7, 8, 21] as [UInt8]).enumerated() {
      for (band, signal) in signals.enumerated() where place != 2 || band != 1 {
        observations.append(observation(satellite, signal, Double(place), Double(band)))
      }
    }
    return observations
  }

  private static func observation(
    _ satellite: UInt8, _ signal: UInt8, _ place: Double, _ band: Double
  ) -> MSMObservation {
    let range = 20_345_678.9 + 1_234_567.8 * place + 3.21 * band
    return MSMObservation(
      satelliteID: satellite, signalID: signal,
      pseudorange: place == 3 ? nil : range,
      phaserange: place == 3 ? nil : range + 12.3456 - 7.891 * band,
      phaserangeRate: place == 3 ? nil : 612.3456 - 400.5 * place + 0.0123 * band,
      lockTimeMilliseconds: 1000 * (1 + 13 * Int(place) + Int(band)),
      hasHalfCycleAmbiguity: place == 1,
      cnr: place == 3 && band == 0 ? nil : 48.25 - 3 * place - band,
      glonassFrequencyChannel: 4 - 3 * Int(place))
  }

  /// Returns up to three signals that the system's satellites send.
  private static func signalIDs(of constellation: Constellation) -> [UInt8] {
    switch constellation {
    case .gps: [2, 10, 24]  // 1C 2W 5X
    case .glonass: [2, 8]  // 1C 2C
    case .galileo: [2, 15, 23]  // 1C 7Q 5Q
    case .sbas: [2, 22]  // 1C 5I
    case .qzss: [2, 16, 23]  // 1C 2L 5Q
    case .beidou: [2, 8, 14]  // 2I 6I 7I
    case .navic: [22]  // 5A
    }
  }

  /// Returns the epoch of the samples: Tuesday, 34.25 s after noon GPS time.
  static func epoch(of constellation: Constellation) -> MSMEpoch {
    MSMEpoch(constellation: constellation, gpsTimeOfWeekMilliseconds: 216_034_250)
  }
}
