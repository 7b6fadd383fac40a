/// A message in u-blox's binary protocol UBX.
///
/// On the wire: `B5 62`, class, ID, payload length (16 bits, little-endian), payload, two checksum bytes.
public struct UBXFrame: Hashable, Sendable {
  /// The identity of the message: class and ID.
  public var messageID: UBXMessageID
  /// The payload, at most 65,535 bytes.
  public var payload: [UInt8]

  /// Creates a frame; a frame without a payload polls the message.
  public init(_ messageID: UBXMessageID, payload: [UInt8] = []) {
    self.messageID = messageID
    self.payload = payload
  }

  /// Encodes the frame.
  ///
  /// - Precondition: The payload has at most 65,535 bytes.
  public func encode() -> [UInt8] {
    var bytes: [UInt8] = [Self.preamble.0, Self.preamble.1, messageID.messageClass, messageID.id]
    bytes.reserveCapacity(payload.count + Self.overhead)
    bytes.append(littleEndian: UInt64(UInt16(payload.count)), byteCount: 2)
    bytes += payload
    let checksum = UBXChecksum(of: bytes.span.extracting(2..<bytes.count))
    bytes.append(checksum.a)
    bytes.append(checksum.b)
    return bytes
  }
}

extension UBXFrame {
  /// The two bytes that begin every frame.
  public static var preamble: (UInt8, UInt8) { (0xB5, 0x62) }
  /// The number of bytes before the payload: preamble, class, ID and length.
  public static var headerLength: Int { 6 }
  /// The number of bytes of a frame besides its payload.
  public static var overhead: Int { headerLength + 2 }
}

/// The two checksum bytes of a UBX frame: the 8-bit Fletcher checksum.
public struct UBXChecksum: Hashable, Sendable {
  /// The byte CK_A, the sum of the bytes.
  public private(set) var a: UInt8 = 0
  /// The byte CK_B, the sum of the successive values of CK_A.
  public private(set) var b: UInt8 = 0

  /// Computes the checksum of the bytes from the class to the end of the payload.
  public init(of bytes: Span<UInt8>) {
    for index in bytes.indices {
      a &+= bytes[index]
      b &+= a
    }
  }
}
