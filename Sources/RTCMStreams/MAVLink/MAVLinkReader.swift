/// A reader of the packets with RTCM 3 in a stream of MAVLink 1 or 2, or in a telemetry log.
///
/// The reader finds the packets of GPS_RTCM_DATA with a correct checksum and passes over all else: other messages, the
/// times of a telemetry log, and damaged data. Signatures of MAVLink 2 are passed over as well, not checked.
public struct MAVLinkReader: Sendable {
  /// A packet of GPS_RTCM_DATA.
  public struct Packet: Hashable, Sendable {
    /// The sender of the packet.
    public var sender: MAVLinkSender
    /// The content of the packet.
    public var fragment: MAVLinkFragment
  }

  /// The number of packets read.
  public private(set) var packetCount = 0
  /// The number of packets of GPS_RTCM_DATA, by their heads, with a wrong checksum or length.
  public private(set) var damagedCount = 0
  private var pending: [UInt8] = []

  /// The first byte of a packet of MAVLink 1, and the number of bytes before the payload.
  private static let first: (magic: UInt8, headLength: Int) = (0xFE, 6)

  /// Creates a reader at the beginning of a stream.
  public init() {}

  /// Reads the next bytes of the stream.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - body: A closure called with each packet.
  /// - Throws: The error of `body`.
  public mutating func consume<E: Error>(
    _ bytes: Span<UInt8>, _ body: (Packet) throws(E) -> Void
  ) throws(E) {
    for index in bytes.indices { pending.append(bytes[index]) }
    try scan(isAtEnd: false, body)
  }

  /// Ends the stream: what was held back as the beginning of a packet may have packets in it.
  ///
  /// - Parameter body: A closure called with each packet.
  /// - Throws: The error of `body`.
  public mutating func finish<E: Error>(_ body: (Packet) throws(E) -> Void) throws(E) {
    try scan(isAtEnd: true, body)
    pending.removeAll()
  }

  private mutating func scan<E: Error>(
    isAtEnd: Bool, _ body: (Packet) throws(E) -> Void
  ) throws(E) {
    var position = 0
    defer { pending.removeFirst(position) }
    while position < pending.count {
      let head = head(at: position)
      guard let head, position + head.length <= pending.count else {
        guard isAtEnd else { break }
        position += 1
        continue
      }
      guard head.isOurs else {
        position += 1
        continue
      }
      guard let fragment = fragment(of: head, at: position) else {
        damagedCount += 1
        position += 1
        continue
      }
      packetCount += 1
      position += head.length
      try body(Packet(sender: head.sender, fragment: fragment))
    }
  }

  /// The beginning of a packet, or of something else.
  private struct Head {
    var isOurs = false
    var sender = MAVLinkSender()
    var payload = 0..<0
    /// The length of the packet with its checksum.
    var length = 1
  }

  /// Returns the head at a position; `nil` when more bytes have to come first.
  private func head(at position: Int) -> Head? {
    let isFirstVersion = pending[position] == Self.first.magic
    guard isFirstVersion || pending[position] == MAVLinkWriter.magic else { return Head() }
    let headLength = isFirstVersion ? Self.first.headLength : MAVLinkWriter.headLength
    guard position + headLength <= pending.count else { return nil }
    let id = (isFirstVersion ? [5] : [9, 8, 7]).reduce(UInt32(0)) {
      $0 << 8 | UInt32(pending[position + $1])
    }
    guard id == MAVLinkFragment.messageID else { return Head() }
    let sender = position + (isFirstVersion ? 3 : 5)
    let count = Int(pending[position + 1])
    let start = position + headLength
    return Head(
      isOurs: true,
      sender: MAVLinkSender(systemID: pending[sender], componentID: pending[sender + 1]),
      payload: start..<start + count, length: headLength + count + 2)
  }

  /// Returns the fragment of a whole packet; `nil` for a damaged one.
  private func fragment(of head: Head, at position: Int) -> MAVLinkFragment? {
    var checksum = MAVLinkChecksum()
    for byte in pending[position + 1..<head.payload.upperBound] { checksum.add(byte) }
    checksum.add(MAVLinkFragment.checksumSeed)
    let end = head.payload.upperBound
    guard head.payload.count <= MAVLinkFragment.payloadLength,
      UInt16(pending[end]) | UInt16(pending[end + 1]) << 8 == checksum.value
    else { return nil }
    return MAVLinkFragment(payload: pending.span.extracting(head.payload))
  }
}
