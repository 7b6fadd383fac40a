/// A version of the RINEX format.
///
/// Files of a version hold what the format has had since then: a signal that came later has no place in them.
public enum RINEXFormat: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Version 2.11: GPS, GLONASS, Galileo and SBAS.
  ///
  /// A satellite has one phase for each band. GPS, GLONASS and SBAS have a navigation file each.
  case v2_11 = "2.11"
  /// Version 3.03: all systems.
  case v3_03 = "3.03"
  /// Version 3.04: further signals of BeiDou and QZSS, and GLONASS's CDMA signals on L1 and L2.
  case v3_04 = "3.04"
  /// Version 3.05: L1C/B of QZSS, and a fifth line in ephemerides of GLONASS.
  case v3_05 = "3.05"
  /// Version 4.00: a line with the message's type precedes each navigation record, and phases have no shifts.
  case v4_00 = "4.00"
  /// Version 4.01: L1 of NavIC.
  case v4_01 = "4.01"
  /// Version 4.02.
  case v4_02 = "4.02"

  /// Creates the latest version that is not later than a number such as 3.02, or else the first of its generation.
  public init(nearest version: Double) {
    let hundredths = Int((version * 100).rounded())
    let known = Self.allCases.filter { $0.generation == hundredths / 100 }
    self = known.last { $0.number <= hundredths } ?? known.first ?? .v3_04
  }

  /// The version in hundredths.
  private var number: Int {
    switch self {
    case .v2_11: 211
    case .v3_03: 303
    case .v3_04: 304
    case .v3_05: 305
    case .v4_00: 400
    case .v4_01: 401
    case .v4_02: 402
    }
  }

  /// The number before the point, which tells the form of records.
  var generation: Int { number / 100 }

  /// Returns whether a version is earlier than another one.
  public static func < (one: RINEXFormat, other: RINEXFormat) -> Bool {
    one.number < other.number
  }
}
