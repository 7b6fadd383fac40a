/// A signal of a satellite, in the numbers of u-blox receivers.
///
/// Source: u-blox F9 HPG interface description, "GNSS identifiers" and "Signal identifiers".
public struct UBloxSignal: Hashable, Sendable {
  /// gnssId: 0 GPS, 1 SBAS, 2 Galileo, 3 BeiDou, 5 QZSS, 6 GLONASS, 7 NavIC.
  public var gnssID: UInt8
  /// svId: the PRN, from 120 on for SBAS, from 1 on for QZSS; for GLONASS the slot, 255 while it is unknown.
  public var satelliteID: UInt8
  /// sigId, the signal within the system.
  public var signalID: UInt8

  /// Creates a signal from its numbers.
  public init(gnssID: UInt8, satelliteID: UInt8, signalID: UInt8) {
    self.gnssID = gnssID
    self.satelliteID = satelliteID
    self.signalID = signalID
  }

  /// Creates the signal of a satellite from RINEX names; `nil` when u-blox receivers have no such signal.
  ///
  /// - Parameters:
  ///   - constellation: The satellite's system.
  ///   - satelliteNumber: The satellite's number in RINEX.
  ///   - code: The signal's RINEX code.
  public init?(constellation: Constellation, satelliteNumber: Int, code: RINEXSignalCode) {
    let isGEO = Self.isGEO(constellation, satelliteNumber)
    guard let row = constellation.signals.first(where: { $0.isNamed(code, ofGEO: isGEO) }),
      constellation.satelliteNumbers.contains(satelliteNumber)
    else { return nil }
    self.init(
      gnssID: constellation.gnssID,
      satelliteID: UInt8(satelliteNumber + constellation.satelliteIDShift), signalID: row.signalID)
  }
}

extension UBloxSignal {
  /// The system; `nil` for an unknown gnssId.
  public var constellation: Constellation? {
    Constellation.allCases.first { $0.gnssID == gnssID }
  }

  /// The satellite's number after the letter in RINEX; `nil` for an unknown or invalid svId.
  public var satelliteNumber: Int? {
    guard let constellation else { return nil }
    let number = Int(satelliteID) - constellation.satelliteIDShift
    return constellation.satelliteNumbers.contains(number) ? number : nil
  }

  /// The signal's RINEX code; `nil` for an unknown sigId.
  public var code: RINEXSignalCode? {
    constellation?.signals.first { $0.signalID == signalID }?.code
  }

  /// Whether the satellite is a geostationary one of BeiDou, which sends D2 instead of D1.
  var isBeiDouGEO: Bool {
    guard let constellation, let satelliteNumber else { return false }
    return Self.isGEO(constellation, satelliteNumber)
  }

  static func isGEO(_ constellation: Constellation, _ number: Int) -> Bool {
    SatelliteID(constellation, number).isBeiDouGEO
  }
}

/// A row of the table of signal identifiers.
struct UBloxSignalRow {
  /// The satellites of a system that send a signal.
  enum Senders { case all, geo, others }

  let signalID: UInt8
  let code: RINEXSignalCode
  let senders: Senders

  init(_ signalID: UInt8, _ band: UInt8, _ attribute: Unicode.Scalar, _ senders: Senders = .all) {
    self.signalID = signalID
    code = RINEXSignalCode(band: band, attribute: UInt8(truncatingIfNeeded: attribute.value))
    self.senders = senders
  }

  /// Whether a satellite's signal of a RINEX code is the one of this row.
  func isNamed(_ code: RINEXSignalCode, ofGEO isGEO: Bool) -> Bool {
    self.code == code && (senders == .all || (senders == .geo) == isGEO)
  }
}

extension Constellation {
  /// The number of the system in u-blox messages, gnssId.
  var gnssID: UInt8 {
    switch self {
    case .gps: 0
    case .sbas: 1
    case .galileo: 2
    case .beidou: 3
    case .qzss: 5
    case .glonass: 6
    case .navic: 7
    }
  }

  /// The svId minus the number in RINEX.
  fileprivate var satelliteIDShift: Int { self == .sbas ? 100 : 0 }

  /// The signals of the system: first those of the ZED-F9P, then those of later receivers.
  fileprivate var signals: [UBloxSignalRow] {
    switch self {
    case .gps:
      [.init(0, 1, "C"), .init(3, 2, "L"), .init(4, 2, "S"), .init(6, 5, "I"), .init(7, 5, "Q")]
    case .sbas: [.init(0, 1, "C")]
    case .galileo:
      [
        .init(0, 1, "C"), .init(1, 1, "B"), .init(5, 7, "I"), .init(6, 7, "Q"),
        .init(3, 5, "I"), .init(4, 5, "Q"), .init(8, 6, "B"), .init(9, 6, "C"),
      ]
    case .beidou:
      [
        .init(0, 2, "I", .others), .init(1, 2, "I", .geo),  // B1I D1, D2
        .init(2, 7, "I", .others), .init(3, 7, "I", .geo),  // B2I D1, D2
        .init(4, 6, "I", .others), .init(10, 6, "I", .geo),  // B3I D1, D2
        .init(5, 1, "P"), .init(6, 1, "D"), .init(7, 5, "P"), .init(8, 5, "D"),
      ]
    case .qzss:
      [
        .init(0, 1, "C"), .init(1, 1, "Z"), .init(4, 2, "S"), .init(5, 2, "L"),
        .init(8, 5, "I"), .init(9, 5, "Q"), .init(12, 1, "E"),
      ]
    case .glonass: [.init(0, 1, "C"), .init(2, 2, "C")]
    case .navic: [.init(0, 5, "A")]
    }
  }
}
