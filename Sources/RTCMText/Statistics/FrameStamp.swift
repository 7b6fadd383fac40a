import RTCMParser

/// Which of the fields behind the message type a type has: station ID and epoch.
///
/// They all lie in the first eight bytes, so that statistics need not decode a message.
struct FrameStamp: Sendable {
  /// Whose epoch the type has; `nil` for a type without observations.
  let constellation: Constellation?
  /// Whether DF003 follows the type and names the station that the rover is to use.
  let hasStationID: Bool
  /// Whether DF416, the day, stands before the time.
  private let hasDay: Bool

  init(of type: UInt16) {
    let msm = MSMType(messageType: type)
    constellation = msm?.constellation ?? LegacyObservationType(messageType: type)?.constellation
    hasDay = msm?.constellation == .glonass
    hasStationID = constellation != nil || Self.stationTypes.contains(type)
  }

  /// Types besides observations that name their station; those of networks name several.
  private static let stationTypes: Set<UInt16> = [1005, 1006, 1007, 1008, 1033, 1230]

  /// DF003, in the first eight bytes of a payload.
  func stationID(in word: UInt64) -> UInt16? {
    hasStationID ? UInt16(truncatingIfNeeded: word >> 40 & 0xFFF) : nil
  }

  /// DF004, DF034, DF248, DF427, DF428 or DF546, in the first eight bytes of a payload.
  func epoch(in word: UInt64) -> MSMEpoch? {
    guard let constellation else { return nil }
    guard constellation == .glonass else {
      return MSMEpoch(constellation: constellation, milliseconds: Self.bits(word >> 10, 30))
    }
    return MSMEpoch(
      constellation: .glonass, milliseconds: Self.bits(word >> (hasDay ? 10 : 13), 27),
      glonassDayOfWeek: hasDay ? UInt8(Self.bits(word >> 37, 3)) : 7)
  }

  private static func bits(_ word: UInt64, _ count: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: word & (1 << UInt64(count) - 1))
  }

  /// The first eight bytes of a payload as a number; `nil` when it is shorter.
  static func firstWord(of payload: Span<UInt8>) -> UInt64? {
    guard payload.count >= 8 else { return nil }
    var word: UInt64 = 0
    for index in 0..<8 { word = word << 8 | UInt64(payload[index]) }
    return word
  }
}
