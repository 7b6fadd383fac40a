public import RTCMParser

/// The header of a RINEX observation file.
///
/// Source: RINEX 2.11, table A1; RINEX 3.04, table A2; RINEX 4.02, table A2.
public struct RINEXObservationHeader: Hashable, Sendable {
  /// The version of the format, `2...4.02`.
  public internal(set) var version: Double
  /// The system of all satellites; `nil` in a file of several systems.
  public internal(set) var constellation: Constellation?
  /// The name of the program that made the file.
  public internal(set) var program = ""
  /// The station: marker, receiver, antenna, position and comments; only the first thousand comments are kept.
  ///
  /// The position is `nil` where the file has zeros, and the date of the file is not read.
  public internal(set) var station = RINEXHeader()
  /// The interval between epochs, seconds; `nil` if the header has none.
  public internal(set) var interval: Double?
  /// The time of the first epoch, in GPS time; `nil` if the header has none.
  public internal(set) var firstTime: GPSTime?
  /// The time of the last epoch, in GPS time; `nil` if the header has none.
  public internal(set) var lastTime: GPSTime?
  /// The time scale of the file's epochs; epochs that are read are in GPS time.
  public internal(set) var timeScale: TimeScale
  /// Whether times, pseudoranges and phases are already corrected by the receiver's clock offset.
  public internal(set) var isClockOffsetApplied = false
  /// GPS time less UTC, seconds; `nil` if the header has no leap seconds.
  public internal(set) var leapSeconds: Int?
  /// The unit of the signal strengths, such as `DBHZ`; empty if the header has none.
  public internal(set) var signalStrengthUnit = ""
  /// The frequency channels of GLONASS satellites by slot, `-7...13`.
  public internal(set) var glonassChannels: [UInt8: Int] = [:]
  /// The biases between code and phase of GLONASS's signals, metres, which are not applied to the observations.
  public internal(set) var glonassBiases: [RINEXSignalCode: Double] = [:]
  /// The shifts that were applied to phases; they are told here, and not taken back.
  public internal(set) var phaseShifts: [PhaseShift] = []

  /// A shift that was applied to the phases of a signal.
  ///
  /// Source: RINEX 3.04, table A2 and §9.1.
  public struct PhaseShift: Hashable, Sendable {
    /// The signal's system.
    public let constellation: Constellation
    /// The signal's code.
    public let code: RINEXSignalCode
    /// The shift in cycles.
    public let cycles: Double
    /// The satellites whose phases have the shift; empty for all of the system.
    public let satellites: [SatelliteID]
  }

  /// The types of each system; version 2 has them in ``commonTypes``.
  var typesBySystem: [Constellation: [ObservationType]] = [:]
  /// The types of all systems in version 2.
  var commonTypes: [ObservationType] = []
  /// The scale factors by system and type.
  var scaleFactors: [Constellation: [ObservationType: Double]] = [:]
  /// The bands of version 2 whose phases are ambiguous by half cycles, the wavelength factor 2: 1 for L1, 2 for L2.
  var halfWavelengthBands: UInt8 = 0

  init(version: Double, constellation: Constellation?) {
    (self.version, self.constellation) = (version, constellation)
    timeScale = constellation == .beidou ? .beidou : constellation == .glonass ? .utc : .gps
  }

  /// The biases of GLONASS's signals on L1 and L2; `nil` if the header has none of them.
  public var biases: RINEXHeader.GLONASSBiases? {
    func bias(_ band: UInt8, _ attribute: Unicode.Scalar) -> Double? {
      glonassBiases[RINEXSignalCode(band: band, attribute: UInt8(ascii: attribute))]
    }
    let biases = RINEXHeader.GLONASSBiases(
      l1CA: bias(1, "C"), l1P: bias(1, "P"), l2CA: bias(2, "C"), l2P: bias(2, "P"))
    return biases == .init(l1CA: nil, l1P: nil, l2CA: nil, l2P: nil) ? nil : biases
  }

  /// Returns the types of observation in the records of a system, in the order of their columns, as the file
  /// has them: `C1C`, in version 2 `C1`.
  public func types(of constellation: Constellation) -> [String] {
    observationTypes(of: constellation).map(\.text)
  }

  func observationTypes(of constellation: Constellation) -> [ObservationType] {
    version < 3 ? commonTypes : typesBySystem[constellation] ?? []
  }

  /// Returns the number that a type's values are divided by, 1 unless the header has another.
  func scaleFactor(of type: ObservationType, _ constellation: Constellation) -> Double {
    scaleFactors[constellation]?[type] ?? 1
  }
}
