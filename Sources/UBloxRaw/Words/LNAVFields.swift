internal import RTCMParser

/// The RTCM fields for the LNAV parameters of GPS and QZSS, whose subframes have the same layout.
struct LNAVFields {
  let week, codesOnL2, accuracy, health, iodc: DataField
  /// The flag of L2P data; `nil` where the flag is always 1, because QZSS has no P code.
  let isL2PWithoutData: DataField?
  let groupDelay, toc, af2, af1, af0: DataField
  let iode, crs, meanMotionDifference, meanAnomaly, cuc, eccentricity, cus: DataField
  let squareRootOfSemiMajorAxis, toe, fitInterval: DataField
  let cic, ascendingNode, cis, inclination, crc, argumentOfPerigee: DataField
  let ascensionRate, inclinationRate: DataField

  /// The fields of message 1019.
  static let gps = LNAVFields(
    week: .df076, codesOnL2: .df078, accuracy: .df077, health: .df102, iodc: .df085,
    isL2PWithoutData: .df103,
    groupDelay: .df101, toc: .df081, af2: .df082, af1: .df083, af0: .df084,
    iode: .df071, crs: .df086, meanMotionDifference: .df087, meanAnomaly: .df088, cuc: .df089,
    eccentricity: .df090, cus: .df091, squareRootOfSemiMajorAxis: .df092, toe: .df093,
    fitInterval: .df137, cic: .df094, ascendingNode: .df095, cis: .df096, inclination: .df097,
    crc: .df098, argumentOfPerigee: .df099, ascensionRate: .df100, inclinationRate: .df079)

  /// The fields of message 1044.
  static let qzss = LNAVFields(
    week: .df452, codesOnL2: .df451, accuracy: .df453, health: .df454, iodc: .df456,
    isL2PWithoutData: nil,
    groupDelay: .df455, toc: .df430, af2: .df431, af1: .df432, af0: .df433,
    iode: .df434, crs: .df435, meanMotionDifference: .df436, meanAnomaly: .df437, cuc: .df438,
    eccentricity: .df439, cus: .df440, squareRootOfSemiMajorAxis: .df441, toe: .df442,
    fitInterval: .df457, cic: .df443, ascendingNode: .df444, cis: .df445, inclination: .df446,
    crc: .df447, argumentOfPerigee: .df448, ascensionRate: .df449, inclinationRate: .df450)
}

// The parts are words 3 to 10 of the subframes, 24 source bits each. Source: IS-GPS-200N, figure 20-1.
extension LNAVFields {
  /// Returns the parts of subframe `1...3`.
  ///
  /// - Parameters:
  ///   - number: The subframe.
  ///   - week: The part in the place of the week, 10 bits.
  /// - Returns: The parts of the subframe, 192 bits.
  func parts(ofSubframe number: Int, week: MessagePart) -> [MessagePart] {
    switch number {
    case 1: clock(week: week)
    case 2: firstHalfOfOrbit
    default: secondHalfOfOrbit
    }
  }

  private func clock(week: MessagePart) -> [MessagePart] {
    [
      week, .field(codesOnL2), .field(accuracy), .field(health),
      .high(2, of: iodc), isL2PWithoutData.map { .field($0) } ?? .bits(1, count: 1),
      .reserved(23 + 24 + 24 + 16), .field(groupDelay), .low(8, of: iodc), .field(toc),
      .field(af2), .field(af1), .field(af0), .reserved(2),
    ]
  }

  private var firstHalfOfOrbit: [MessagePart] {
    [
      .field(iode), .field(crs), .field(meanMotionDifference), .field(meanAnomaly), .field(cuc),
      .field(eccentricity), .field(cus), .field(squareRootOfSemiMajorAxis), .field(toe),
      .field(fitInterval), .bits(Self.noOffsetAge, count: 5), .reserved(2),
    ]
  }

  private var secondHalfOfOrbit: [MessagePart] {
    [
      .field(cic), .field(ascendingNode), .field(cis), .field(inclination), .field(crc),
      .field(argumentOfPerigee), .field(ascensionRate), .field(iode), .field(inclinationRate),
      .reserved(2),
    ]
  }

  /// The age of data offset (AODO) for a satellite without a correction table (§20.3.3.4.4).
  private static var noOffsetAge: UInt64 { 31 }
}
