// Positions are part of this module's interface, and Mathematics is not a separate product.
public import GNSSBasics

/// The position of one navigation epoch.
public struct UBloxSolution: Hashable, Sendable {
  /// The epoch's NAV-PVT with time, velocity and status; for NMEA, built from the epoch's sentences.
  public var navPVT: NavPVT
  /// The latitude, longitude and ellipsoidal height; `nil` without a valid fix.
  public var position: GeodeticPosition?
  /// The height above mean sea level in metres; `nil` without a valid fix.
  public var meanSeaLevelHeightMetres: Double?
  /// The estimated horizontal accuracy in metres; `nil` for NMEA without GST.
  public var horizontalAccuracyMetres: Double?
  /// The estimated vertical accuracy in metres; `nil` for NMEA without GST.
  public var verticalAccuracyMetres: Double?
  /// Whether the position comes from NAV-HPPOSLLH, with steps of 1e-9 degrees and 0.1 mm.
  public var isHighPrecision: Bool
  /// Whether the solution comes from NMEA sentences of a receiver that does not answer UBX.
  public var isFromNMEA = false
  /// The age and the station ID of the corrections in use, from NMEA; `nil` for UBX, which has RXM-RTCM.
  public var correctionAge: Duration?, stationID: UInt16?

  /// Creates a solution from the two messages of one epoch.
  ///
  /// - Parameters:
  ///   - navPVT: The epoch's NAV-PVT.
  ///   - fine: The NAV-HPPOSLLH of the same epoch; ignored if it is of another epoch or reports an
  ///     invalid position.
  public init(_ navPVT: NavPVT, _ fine: NavHPPosLLH?) {
    self.navPVT = navPVT
    horizontalAccuracyMetres = Double(navPVT.horizontalAccuracyMillimetres) / 1000
    verticalAccuracyMetres = Double(navPVT.verticalAccuracyMillimetres) / 1000
    isHighPrecision = false
    guard navPVT.hasPosition else { return }
    position = navPVT.position
    meanSeaLevelHeightMetres = Double(navPVT.meanSeaLevelHeightMillimetres) / 1000
    if let fine, fine.timeOfWeekMilliseconds == navPVT.timeOfWeekMilliseconds { refine(by: fine) }
  }

  private mutating func refine(by fine: NavHPPosLLH) {
    guard let finePosition = fine.position else { return }
    isHighPrecision = true
    position = finePosition
    meanSeaLevelHeightMetres = Double(fine.meanSeaLevelHeightTenths) / 10_000
    horizontalAccuracyMetres = Double(fine.horizontalAccuracyTenths) / 10_000
    verticalAccuracyMetres = Double(fine.verticalAccuracyTenths) / 10_000
  }

  /// The GPS time of week of the epoch in milliseconds.
  public var timeOfWeekMilliseconds: UInt32 { navPVT.timeOfWeekMilliseconds }
  /// The state of the carrier-phase solution.
  public var carrierSolution: CarrierSolution { navPVT.carrierSolution }
  /// Whether differential corrections were applied.
  public var isDifferential: Bool { navPVT.flags.contains(.differential) }
  /// The number of satellites used.
  public var satelliteCount: Int { Int(navPVT.satelliteCount) }
}

extension NavPVT {
  /// Whether the message has a position that its flags report as valid.
  public var hasPosition: Bool {
    let kinds: [FixType] = [.deadReckoning, .twoDimensional, .threeDimensional, .combined]
    return kinds.contains(fixType) && flags.contains(.gnssFixOK)
      && !positionFlags.contains(.invalidPosition)
  }

  /// The position with steps of 1e-7 degrees and 1 mm; valid only if ``hasPosition``.
  public var position: GeodeticPosition {
    GeodeticPosition(
      latitude: Double(latitudeE7) / 1e7, longitude: Double(longitudeE7) / 1e7,
      height: Double(heightMillimetres) / 1000)
  }
}

extension NavHPPosLLH {
  /// The position with steps of 1e-9 degrees and 0.1 mm; `nil` when the message reports it as invalid.
  public var position: GeodeticPosition? {
    if flags.contains(.invalidPosition) { return nil }
    return GeodeticPosition(
      latitude: Double(latitudeE9) / 1e9, longitude: Double(longitudeE9) / 1e9,
      height: Double(heightTenths) / 10_000)
  }
}
