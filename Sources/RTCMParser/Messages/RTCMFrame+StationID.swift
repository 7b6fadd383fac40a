extension RTCMFrame {
  /// Returns the first bit of DF003 in a message's payload; `nil` for types without it.
  ///
  /// It follows DF002, but for the network residuals, where an epoch comes first. The IDs of master and
  /// auxiliary stations (DF059–DF061) and DF226 of message 1032 are other fields.
  package static func stationIDPosition(ofMessageType type: UInt16) -> Int? {
    switch type {
    case 1001...1013, 1029, 1032...1035, 1230: 12
    case 1030, 1303, 1304: 12 + 20
    case 1031: 12 + 17
    default: MSMType(messageType: type) == nil ? nil : 12
    }
  }

  /// DF003, the reference station ID of a message.
  ///
  /// - Parameter payload: The message from DF002 on.
  /// - Returns: `0...4095`; `nil` where the message has none, or is cut off before it.
  public static func stationID(ofPayload payload: Span<UInt8>) -> UInt16? {
    guard let position = stationIDPosition(in: payload) else { return nil }
    return UInt16(payload.bits(at: position, count: DataField.df003.bitCount))
  }

  /// Returns the first bit of DF003 in a payload that is long enough to have it.
  package static func stationIDPosition(in payload: Span<UInt8>) -> Int? {
    guard let type = messageType(ofPayload: payload),
      let position = stationIDPosition(ofMessageType: type),
      position + DataField.df003.bitCount <= payload.count * 8
    else { return nil }
    return position
  }
}
