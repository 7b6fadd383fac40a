public import GNSSBasics

/// The position of a reference station's antenna, decoded from message 1005 or 1006 without heap memory.
///
/// ``AntennaReferencePoint`` and ``AntennaReferencePointAndHeight`` hold every field of the messages and can
/// be encoded. This type holds only the fields that a rover needs.
public struct StationPosition: Hashable, Sendable {
  /// DF003, reference station ID, `0...4095`.
  public let stationID: UInt16
  /// DF025–DF027, antenna reference point in metres, ECEF.
  public let position: ECEFPosition
  /// DF028, height of the antenna reference point above the marker, metres; `nil` in message 1005.
  public let antennaHeight: Double?

  /// Decodes a payload of message 1005 or 1006, which runs from DF002 up to the CRC.
  ///
  /// - Throws: ``RTCMDecodingError`` when the payload ends early or is of another type.
  public init(decoding payload: Span<UInt8>) throws(RTCMDecodingError) {
    var cursor = BitCursor()
    let type = UInt16(try cursor.next(.df002, in: payload))
    guard type == 1005 || type == 1006 else {
      throw RTCMDecodingError(.unexpectedMessageType, field: 2, bitOffset: 0, messageType: type)
    }
    stationID = UInt16(try cursor.next(.df003, in: payload))
    _ = try cursor.next(.df021, in: payload)
    _ = try cursor.next(.df022, in: payload)
    _ = try cursor.next(.df023, in: payload)
    _ = try cursor.next(.df024, in: payload)
    _ = try cursor.next(.df141, in: payload)
    let x = try cursor.next(.df025, in: payload)
    _ = try cursor.next(.df142, in: payload)
    _ = try cursor.next(.df001(bits: 1), in: payload)
    let y = try cursor.next(.df026, in: payload)
    _ = try cursor.next(.df364, in: payload)
    let z = try cursor.next(.df027, in: payload)
    position = ECEFPosition(x: x, y: y, z: z)
    antennaHeight = type == 1006 ? try cursor.next(.df028, in: payload) : nil
  }
}

extension StationPosition {
  /// Decodes a station message; returns `nil` for any other message or a position that is not on Earth.
  ///
  /// A station whose position has not been configured sends zeros.
  package init?(onEarthIn payload: Span<UInt8>) {
    guard let station = try? StationPosition(decoding: payload), station.position.isOnEarth else {
      return nil
    }
    self = station
  }
}

extension BitCursor {
  /// Reads the value of the next field.
  ///
  /// The function is not inlined, because a station message comes only once in several seconds.
  @inline(never)
  fileprivate mutating func next(
    _ field: DataField, in payload: Span<UInt8>
  ) throws(RTCMDecodingError) -> Double {
    field.quantity(of: try read(field, from: payload))
  }
}
