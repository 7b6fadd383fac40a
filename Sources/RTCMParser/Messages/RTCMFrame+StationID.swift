extension RTCMFrame {
  /// Returns the offset of DF003's first bit in a payload of a message type; `nil` for types without DF003.
  ///
  /// DF003 follows DF002, except in the network residuals, where an epoch comes first. DF003 does not include
  /// the IDs of master and auxiliary stations (DF059–DF061) or DF226 of message 1032.
  package static func stationIDPosition(ofMessageType type: UInt16) -> Int? {
    switch type {
    case 1001...1013, 1029, 1032...1035, 1230: 12
    case 1030, 1303, 1304: 12 + 20
    case 1031: 12 + 17
    default: MSMType(messageType: type) == nil ? nil : 12
    }
  }

  /// Returns a message's reference station ID, DF003.
  ///
  /// - Parameter payload: The message from DF002 on.
  /// - Returns: The ID, `0...4095`; `nil` when the message has none or ends before it.
  public static func stationID(ofPayload payload: Span<UInt8>) -> UInt16? {
    guard let position = stationIDPosition(in: payload) else { return nil }
    return UInt16(payload.bits(at: position, count: DataField.df003.bitCount))
  }

  /// Returns the offset of DF003's first bit in a payload; `nil` when the payload has no DF003 or ends before
  /// it.
  package static func stationIDPosition(in payload: Span<UInt8>) -> Int? {
    guard let type = messageType(ofPayload: payload),
      let position = stationIDPosition(ofMessageType: type),
      position + DataField.df003.bitCount <= payload.count * 8
    else { return nil }
    return position
  }
}
