/// A piece of a navigation message as the satellite sent it (UBX-RXM-SFRBX).
///
/// The piece is a subframe of LNAV, D1 or D2, a pair of pages of I/NAV, or a string of GLONASS.
///
/// Source: u-blox F9 HPG interface description, UBX-RXM-SFRBX. Payload: 8 bytes and 4 for each word,
/// version 2.
public struct RxmSFRBX: Hashable, Sendable {
  /// gnssId, svId and sigId, the signal; older receivers leave the byte of sigId at 0.
  public var signal: UBloxSignal
  /// freqId, GLONASS frequency channel plus 7; 0 for other systems.
  public var frequencyIndicator: UInt8 = 0
  /// chn, the receiver's channel that tracks the signal.
  public var channel: UInt8 = 0
  /// dwrd, the words; `encode()` writes at most ``greatestCount``.
  public var words: [UInt32]

  /// Creates a message of a signal's words.
  public init(of signal: UBloxSignal, words: [UInt32]) {
    self.signal = signal
    self.words = words
  }

  /// The greatest number of words in a message.
  public static var greatestCount: Int { 16 }
}

extension RxmSFRBX: UBXPayload {
  /// The message ID of UBX-RXM-SFRBX.
  public static var messageID: UBXMessageID { .rxmSFRBX }
  private static var headerLength: Int { 8 }
  private static var version: UInt8 { 2 }

  /// Decodes a payload.
  ///
  /// - Throws: `UBXDecodingError` when the payload is shorter than a header, not of version 2, or its
  ///   length does not match its count of words.
  public init(decoding payload: Span<UInt8>) throws(UBXDecodingError) {
    guard payload.count >= Self.headerLength else {
      throw Self.wrongLength(payload.count, expected: Self.headerLength)
    }
    guard payload[6] == Self.version else {
      throw UBXDecodingError(
        messageID: .rxmSFRBX, reason: .version(expected: Self.version, actual: payload[6]))
    }
    let length = Self.headerLength + 4 * Int(payload[4])
    guard payload.count == length else { throw Self.wrongLength(payload.count, expected: length) }
    signal = UBloxSignal(gnssID: payload[0], satelliteID: payload[1], signalID: payload[2])
    frequencyIndicator = payload[3]
    channel = payload[5]
    words = (0..<Int(payload[4])).map { payload.littleEndian(at: Self.headerLength + 4 * $0) }
  }

  private static func wrongLength(_ actual: Int, expected: Int) -> UBXDecodingError {
    UBXDecodingError(messageID: .rxmSFRBX, reason: .length(expected: expected, actual: actual))
  }

  /// Returns the payload's bytes, with at most the first 16 words.
  public func encode() -> [UInt8] {
    let sent = words.prefix(Self.greatestCount)
    var bytes = [signal.gnssID, signal.satelliteID, signal.signalID, frequencyIndicator]
    bytes += [UInt8(sent.count), channel, Self.version, 0]
    for word in sent { bytes.append(littleEndian: UInt64(word), byteCount: 4) }
    return bytes
  }
}
