public import GNSSBasics

/// The position of a reference station's antenna, read from message 1005 or 1006 without heap.
///
/// ``AntennaReferencePoint`` and ``AntennaReferencePointAndHeight`` hold everything that the messages
/// say, and can be encoded; this is what a rover needs of them.
public struct StationPosition: Hashable, Sendable {
  /// DF003, reference station ID, `0...4095`.
  public let stationID: UInt16
  /// DF025–DF027, antenna reference point in metres, ECEF.
  public let position: ECEFPosition
  /// DF028, height of the antenna reference point above the marker, metres; `nil` in message 1005.
  public let antennaHeight: Double?

  /// Decodes a payload of either type, which runs from DF002 up to the CRC.
  ///
  /// - Throws: ``RTCMDecodingError`` when it ends early or is of another type.
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
  /// Reads a station message; `nil` for any other message, and where it names no place on Earth: a
  /// station that has not been told where it is sends zeros.
  package init?(onEarthIn payload: Span<UInt8>) {
    guard let station = try? StationPosition(decoding: payload), station.position.isOnEarth else {
      return nil
    }
    self = station
  }
}

extension BitCursor {
  /// The value of the next field; out of line, since a station comes once in seconds.
  @inline(never)
  fileprivate mutating func next(
    _ field: DataField, in payload: Span<UInt8>
  ) throws(RTCMDecodingError) -> Double {
    field.quantity(of: try read(field, from: payload))
  }
}
