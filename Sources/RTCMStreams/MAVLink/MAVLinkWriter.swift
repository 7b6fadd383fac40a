/// The sender of a packet of MAVLink.
public struct MAVLinkSender: Hashable, Sendable, CustomStringConvertible {
  /// The number of the system; ground stations commonly have 255.
  public var systemID: UInt8
  /// The number of the component in the system; that of ground stations is commonly 190.
  public var componentID: UInt8

  /// Creates a sender, by default a ground station.
  public init(systemID: UInt8 = 255, componentID: UInt8 = 190) {
    self.systemID = systemID
    self.componentID = componentID
  }

  /// The numbers of system and component, `255/190`.
  public var description: String { "\(systemID)/\(componentID)" }
}

/// A writer of packets of MAVLink 2 with RTCM 3 inside, as ground stations send them to autopilots.
public struct MAVLinkWriter: Sendable {
  /// The sender of the packets.
  public let sender: MAVLinkSender
  private var packetNumber: UInt8 = 0
  private var frameNumber: UInt8 = 0

  /// The first byte of a packet of MAVLink 2.
  static let magic: UInt8 = 0xFD
  /// The number of bytes before the payload in MAVLink 2.
  static let headLength = 10

  /// Creates a writer.
  public init(as sender: MAVLinkSender = MAVLinkSender()) { self.sender = sender }

  /// Returns the packets of a frame, one to four; `nil` for a frame over 720 bytes.
  public mutating func packets(of frame: [UInt8]) -> [[UInt8]]? {
    guard let fragments = MAVLinkFragment.fragments(of: frame, sequence: frameNumber) else {
      return nil
    }
    frameNumber = (frameNumber + 1) & 31
    return fragments.map { packet(of: $0) }
  }

  /// Returns the packet of a fragment.
  public mutating func packet(of fragment: MAVLinkFragment) -> [UInt8] {
    let payload = fragment.payload
    let id = MAVLinkFragment.messageID
    var packet = [
      Self.magic, UInt8(payload.count), 0, 0, packetNumber, sender.systemID, sender.componentID,
      UInt8(truncatingIfNeeded: id), UInt8(truncatingIfNeeded: id >> 8),
      UInt8(truncatingIfNeeded: id >> 16),
    ]
    packet += payload
    packetNumber &+= 1
    var checksum = MAVLinkChecksum()
    for byte in packet.dropFirst() { checksum.add(byte) }
    checksum.add(MAVLinkFragment.checksumSeed)
    return packet + [UInt8(truncatingIfNeeded: checksum.value), UInt8(checksum.value >> 8)]
  }

  /// Makes a record of a telemetry log (`.tlog`) of a packet.
  ///
  /// - Parameters:
  ///   - packet: The packet.
  ///   - microseconds: The time of its arrival, microseconds since 1970.
  /// - Returns: Eight bytes of time, the highest first, then the packet.
  public static func record(of packet: [UInt8], at microseconds: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: microseconds >> UInt64(56 - 8 * $0)) } + packet
  }
}

/// The checksum of MAVLink: CRC-16/MCRF4XX, polynomial 0x1021, reflected, from 0xFFFF.
struct MAVLinkChecksum {
  private(set) var value: UInt16 = 0xFFFF

  mutating func add(_ byte: UInt8) {
    value ^= UInt16(byte)
    for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0x8408 : value >> 1 }
  }
}
