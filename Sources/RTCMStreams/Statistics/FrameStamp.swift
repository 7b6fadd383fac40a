/// The fields of a type behind the message type: station ID and epoch, or a satellite ID.
///
/// They all lie in the first eight bytes, so that statistics need not decode a message.
struct FrameStamp: Sendable {
  private let layout: EpochLayout?
  /// Whether DF003 follows the type and names the station that the rover is to use.
  let hasStationID: Bool
  /// Whether these are corrections in state space, which have an epoch of their own.
  let isOfCorrections: Bool
  /// Whether the messages tell times that are no epochs of observations.
  let tellsTime: Bool
  /// The number of bits of a satellite ID behind the type; 0 where the messages are not of one satellite.
  let satelliteBitCount: Int

  /// Whose epoch the type has; `nil` for a type without observations.
  var constellation: Constellation? { layout?.constellation }

  init(of type: UInt16) {
    layout = EpochLayout(messageType: type)
    hasStationID =
      RTCMFrame.stationIDPosition(ofMessageType: type) == Self.stationIDPosition
      && !Self.otherStationTypes.contains(type)
    isOfCorrections = type == SSRType.igsMessageType || SSRType(messageType: type) != nil
    tellsTime = isOfCorrections || StreamDate.mayTell(type)
    satelliteBitCount =
      !LinkBudget.ephemerisTypes.contains(type)
      ? 0 : type == 1044 ? DataField.df429.bitCount : DataField.df009.bitCount
  }

  /// Types whose station may be another one than the rover's: texts, announcements and networks.
  private static let otherStationTypes: Set<UInt16> = [1013, 1029, 1032, 1034, 1035]

  /// DF003, in the first eight bytes of a payload.
  func stationID(in word: UInt64) -> UInt16? {
    hasStationID
      ? UInt16(word.bits(at: Self.stationIDPosition, count: DataField.df003.bitCount)) : nil
  }

  /// The satellite ID in the first eight bytes of a payload, 0 where there is none.
  func satelliteID(in word: UInt64) -> Int {
    satelliteBitCount > 0
      ? Int(word.bits(at: Self.stationIDPosition, count: satelliteBitCount)) : 0
  }

  /// DF004, DF034, DF248, DF427, DF428 or DF546, in the first eight bytes of a payload.
  func epoch(in word: UInt64) -> MSMEpoch? {
    layout?.epoch { word.bits(at: $0, count: $1) }
  }

  private static var stationIDPosition: Int { DataField.df002.bitCount }

  /// The first eight bytes of a payload as a number; `nil` when it is shorter.
  static func firstWord(of payload: Span<UInt8>) -> UInt64? {
    payload.count >= 8 ? payload.bits(at: 0, count: 64) : nil
  }
}

extension UInt64 {
  /// Some bits, counted from the highest one.
  fileprivate func bits(at position: Int, count: Int) -> UInt64 {
    (self << UInt64(position)) >> UInt64(64 - count)
  }
}
