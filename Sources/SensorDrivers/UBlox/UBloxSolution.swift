// Positions are part of this module's interface, and Mathematics is no product of its own.
public import GNSSBasics

/// The position of one navigation epoch.
public struct UBloxSolution: Hashable, Sendable {
  /// The epoch's NAV-PVT: time, velocity, status; of NMEA what the sentences say of it.
  public var navPVT: NavPVT
  /// Latitude, longitude and ellipsoidal height; `nil` without a valid fix.
  public var position: GeodeticPosition?
  /// Height above mean sea level, metres; `nil` without a valid fix.
  public var meanSeaLevelHeightMetres: Double?
  /// Horizontal accuracy estimate, metres; `nil` where NMEA has no GST.
  public var horizontalAccuracyMetres: Double?
  /// Vertical accuracy estimate, metres; `nil` where NMEA has no GST.
  public var verticalAccuracyMetres: Double?
  /// Whether the position is that of NAV-HPPOSLLH, with steps of 1e-9 degrees and 0.1 mm.
  public var isHighPrecision: Bool
  /// Whether the solution is from NMEA sentences, of a receiver that does not speak UBX.
  public var isFromNMEA = false
  /// Age and station of the corrections in use, as NMEA tells them; `nil` in UBX, where RXM-RTCM does.
  public var correctionAge: Duration?, stationID: UInt16?

  /// Joins the two messages of one epoch.
  ///
  /// - Parameters:
  ///   - navPVT: The epoch's NAV-PVT.
  ///   - fine: The NAV-HPPOSLLH of the same epoch. It is left aside when there is none, when it is of
  ///     another epoch and when it says that its position is invalid.
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

  /// GPS time of week of the epoch, milliseconds.
  public var timeOfWeekMilliseconds: UInt32 { navPVT.timeOfWeekMilliseconds }
  /// The state of the carrier-phase solution.
  public var carrierSolution: CarrierSolution { navPVT.carrierSolution }
  /// Whether differential corrections were applied.
  public var isDifferential: Bool { navPVT.flags.contains(.differential) }
  /// The number of satellites used.
  public var satelliteCount: Int { Int(navPVT.satelliteCount) }
}

extension NavPVT {
  /// Whether the message holds a position that its own flags call valid.
  public var hasPosition: Bool {
    let kinds: [FixType] = [.deadReckoning, .twoDimensional, .threeDimensional, .combined]
    return kinds.contains(fixType) && flags.contains(.gnssFixOK)
      && !positionFlags.contains(.invalidPosition)
  }

  /// The position, to 1e-7 degrees and 1 mm; look at ``hasPosition`` first.
  public var position: GeodeticPosition {
    GeodeticPosition(
      latitude: Double(latitudeE7) / 1e7, longitude: Double(longitudeE7) / 1e7,
      height: Double(heightMillimetres) / 1000)
  }
}

extension NavHPPosLLH {
  /// The position, to 1e-9 degrees and 0.1 mm; `nil` when the message says it is invalid.
  public var position: GeodeticPosition? {
    if flags.contains(.invalidPosition) { return nil }
    return GeodeticPosition(
      latitude: Double(latitudeE9) / 1e9, longitude: Double(longitudeE9) / 1e9,
      height: Double(heightTenths) / 10_000)
  }
}
