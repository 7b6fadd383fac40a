// The interface includes the counts of NMEA sentences.
public import NMEA

/// A driver for a u-blox GNSS receiver on DDC, its I2C port.
///
/// ``start(configuration:delay:)`` finds the receiver and configures it. Then ``poll()`` reads the
/// waiting bytes, and ``messages`` holds the latest message of each kind. ``send(corrections:)``
/// sends RTCM 3 for RTK. Poll at least once a second: a receiver that is not read stops its output
/// after 1.5 s.
///
/// The driver also supports a receiver that does not answer UBX but sends NMEA. Its ``solution``
/// comes from GGA and RMC, with accuracies from GST. Such a receiver cannot be configured and
/// reports no error texts.
///
/// Source: u-blox F9 HPG interface description and integration manual.
public struct UBloxReceiver<Bus: I2CBus>: ~Copyable {
  private var bus: Bus
  private let address: I2CAddress
  private var scanner = UBXScanner()
  private var sentenceScanner = NMEAScanner()
  /// The number of consecutive polls that reported more waiting bytes than a receiver can buffer.
  private var impossibleLengths = 0
  /// The buffer for reading the stream, kept for its capacity.
  private var spareChunk: [UInt8] = []
  /// The interval between epochs that the board configures, 100 ms to a second and more.
  public var epochInterval = Duration.seconds(1)
  /// The latest message of each kind.
  public internal(set) var messages = UBloxMessages()
  /// The number of correction bytes that the receiver has acknowledged.
  public private(set) var correctionBytesWritten = 0
  /// The number of correction bytes lost in failed transfers.
  public private(set) var correctionBytesLost = 0
  /// A correction byte held back, because a write of one byte would set the register pointer.
  private var heldCorrection: UInt8?

  /// Creates a driver without making a transfer.
  ///
  /// - Parameters:
  ///   - bus: The bus of the receiver, which must support clock stretching.
  ///   - address: The receiver's address, by default `0x42`.
  public init(on bus: Bus, at address: I2CAddress = .ublox) {
    self.bus = bus
    self.address = address
  }

  /// The counts of UBX frames and other bytes in the stream.
  public var streamCounts: UBXScanCounts { scanner.counts }

  /// The counts of NMEA sentences and other bytes in the stream.
  public var sentenceCounts: NMEAScanCounts { sentenceScanner.counts }

  /// The latest position; `nil` before the first epoch.
  public var solution: UBloxSolution? { messages.solution }

  /// Reads the bytes that wait in the receiver.
  ///
  /// - Returns: The kinds of messages that have arrived, which ``messages`` holds.
  /// - Throws: ``UBloxError`` when a transfer fails, when only damaged messages came, when the
  ///   receiver reports lost output, or when the length was impossible three times in a row.
  ///   Messages read before the error are kept.
  @discardableResult
  public mutating func poll() throws(UBloxError) -> UBloxUpdates {
    messages.arrived = []
    let damaged = damagedCount
    try readWaiting()
    if messages.arrived.isEmpty, damagedCount > damaged {
      throw .damaged(messages: damagedCount - damaged)
    }
    if messages.arrived.contains(.information), !messages.arrived.contains(.solution),
      messages.information?.isOutputLoss == true
    {
      throw .outputLost
    }
    return messages.arrived
  }

  /// The number of messages with a wrong checksum so far.
  private var damagedCount: Int {
    scanner.counts.badChecksums + (messages.isNMEAOnly ? sentenceScanner.counts.badChecksums : 0)
  }

  private mutating func readWaiting() throws(UBloxError) {
    var waiting = try readLength()
    try judge(waiting)
    // The buffer is moved out of the driver, so that bus and buffer can be used at the same time.
    var chunk: [UInt8] = []
    swap(&chunk, &spareChunk)
    defer { swap(&chunk, &spareChunk) }
    while waiting.count > 0 {
      let length = min(waiting.count, Self.readChunkLength)
      chunk.removeAll(keepingCapacity: true)
      chunk.append(contentsOf: repeatElement(0, count: length))
      try readStream(into: &chunk)
      if waiting.isDoubtful, Self.isFiller(chunk.span) { break }
      deliver(chunk.span)
      waiting.count -= length
    }
  }

  /// Checks the reported length, and throws after three consecutive impossible lengths.
  ///
  /// A receiver that is not ready may report an impossible length, so a single one is ignored.
  private mutating func judge(_ waiting: UBloxWaitingBytes) throws(UBloxError) {
    guard waiting.isImpossible else {
      impossibleLengths = 0
      return
    }
    impossibleLengths += 1
    if impossibleLengths >= 3 { throw .impossibleLength(waiting.told) }
  }
}

extension UBloxReceiver {
  /// The maximum number of bytes read in one transfer.
  private static var readChunkLength: Int { 256 }

  private mutating func readLength() throws(UBloxError) -> UBloxWaitingBytes {
    do throws(I2CError) {
      let bytes: InlineArray<2, UInt8> = try bus.read(
        UBloxRegister.waitingHigh.rawValue, of: address)
      return UBloxWaitingBytes(high: bytes[0], low: bytes[1])
    } catch { throw .transfer(error, during: .readLength) }
  }

  /// Fills the buffer from the stream.
  ///
  /// The register pointer is already at the stream, because reading the length has advanced it.
  private mutating func readStream(into chunk: inout [UInt8]) throws(UBloxError) {
    var buffer = chunk.mutableSpan
    do throws(I2CError) {
      try bus.read(into: &buffer, from: address)
    } catch { throw .transfer(error, during: .readStream) }
  }

  /// Returns whether a chunk has no data: all bytes are `0xFF`, except for a first `0x7F` if not ready.
  private static func isFiller(_ bytes: Span<UInt8>) -> Bool {
    guard bytes[0] == UBloxConstants.filler || bytes[0] == UBloxConstants.notReady else {
      return false
    }
    for index in 1..<bytes.count where bytes[index] != UBloxConstants.filler {
      return false
    }
    return true
  }

  private mutating func deliver(_ bytes: Span<UInt8>) {
    Self.deliver(bytes, through: &scanner, &sentenceScanner, to: &messages)
  }

  private static func deliver(
    _ bytes: Span<UInt8>, through scanner: inout UBXScanner, _ sentences: inout NMEAScanner,
    to messages: inout UBloxMessages
  ) {
    scanner.consume(bytes) { messages.receive($0, $1) }
    sentences.consume(bytes) { messages.receive($0) }
  }
}

extension UBloxReceiver {
  /// Sends RTCM 3 corrections, which may be cut anywhere, in writes of at most 128 bytes.
  ///
  /// A single byte is never written, because the receiver would take it for a register address. The
  /// byte is held back and sent with the next call.
  ///
  /// - Throws: ``UBloxError``; bytes that were not acknowledged are lost and counted in
  ///   ``correctionBytesLost``. The receiver finds the next frame by its CRC.
  public mutating func send(corrections: Span<UInt8>) throws(UBloxError) {
    var pending = CorrectionBytes(held: heldCorrection, bytes: corrections)
    heldCorrection = nil
    while pending.left > 1 {
      if let piece = pending.take(atMost: Self.correctionPieceLength) {
        try write(corrections.extracting(piece), left: pending.left)
      } else {
        var chunk = InlineArray<128, UInt8>(repeating: 0)
        let length = pending.move(into: &chunk)
        try write(chunk.span.extracting(0..<length), left: pending.left)
      }
    }
    heldCorrection = pending.last
  }

  /// The maximum number of correction bytes in one write.
  private static var correctionPieceLength: Int { 128 }

  /// Writes a piece of corrections; `left` is the number of bytes after the piece.
  private mutating func write(_ piece: Span<UInt8>, left: Int) throws(UBloxError) {
    do throws(I2CError) {
      try bus.write(piece, to: address)
    } catch {
      count(failed: error, of: piece.count, left: left)
      throw .transfer(error, during: .sendCorrections)
    }
    correctionBytesWritten += piece.count
  }

  /// Counts the delivered and the lost bytes of a failed write.
  ///
  /// A single acknowledged byte is not delivered, because it only sets the register pointer.
  private mutating func count(failed error: I2CError, of length: Int, left: Int) {
    var delivered = 0
    if case .dataNotAcknowledged(_, let index) = error, index > 1 { delivered = min(index, length) }
    correctionBytesWritten += delivered
    correctionBytesLost += length - delivered + left
  }
}

extension UBloxReceiver {
  /// Sends a UBX message without waiting for an answer.
  public mutating func send(_ frame: UBXFrame) throws(UBloxError) {
    do throws(I2CError) {
      try bus.write(frame.encode().span, to: address)
    } catch { throw .transfer(error, during: .send(frame.messageID)) }
  }
}
