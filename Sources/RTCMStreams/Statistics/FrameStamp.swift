/// The fields that follow the message type of a type's messages: station ID and epoch, or a satellite ID.
///
/// All of them lie in the first eight bytes, so statistics need not decode a message.
struct FrameStamp: Sendable {
  private let layout: EpochLayout?
  /// Whether DF003 follows the message type and names the station that the rover is to use.
  let hasStationID: Bool
  /// Whether the messages are state-space corrections, which have an epoch of their own.
  let isOfCorrections: Bool
  /// Whether the messages contain times other than observation epochs.
  let tellsTime: Bool
  /// The width of a satellite ID after the message type, bits; 0 for messages that are not of one
  /// satellite.
  let satelliteBitCount: Int

  /// The constellation of the type's epoch; `nil` for a type without observations.
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

  /// The types that may name a station other than the rover's: texts, announcements and networks.
  private static let otherStationTypes: Set<UInt16> = [1013, 1029, 1032, 1034, 1035]

  /// Returns DF003 from the first eight bytes of a payload; `nil` for a type without station ID.
  func stationID(in word: UInt64) -> UInt16? {
    hasStationID
      ? UInt16(word.bits(at: Self.stationIDPosition, count: DataField.df003.bitCount)) : nil
  }

  /// Returns the satellite ID from the first eight bytes of a payload; 0 for a type without satellite ID.
  func satelliteID(in word: UInt64) -> Int {
    satelliteBitCount > 0
      ? Int(word.bits(at: Self.stationIDPosition, count: satelliteBitCount)) : 0
  }

  /// Returns the epoch from the first eight bytes of a payload: DF004, DF034, DF248, DF427, DF428 or DF546.
  func epoch(in word: UInt64) -> MSMEpoch? {
    layout?.epoch { word.bits(at: $0, count: $1) }
  }

  private static var stationIDPosition: Int { DataField.df002.bitCount }

  /// Returns the first eight bytes of a payload as a number; `nil` for a shorter payload.
  static func firstWord(of payload: Span<UInt8>) -> UInt64? {
    payload.count >= 8 ? payload.bits(at: 0, count: 64) : nil
  }
}

extension UInt64 {
  /// Returns the bits at a position, counted from the highest bit.
  fileprivate func bits(at position: Int, count: Int) -> UInt64 {
    (self << UInt64(position)) >> UInt64(64 - count)
  }
}
