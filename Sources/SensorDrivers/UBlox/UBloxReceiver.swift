// What was counted of sentences is part of the interface.
public import NMEA

/// A driver for a u-blox GNSS receiver on DDC, its I2C port.
///
/// ``start(configuration:delay:)`` finds the receiver and configures it; then ``poll()`` reads what waits
/// and ``messages`` holds the latest of each kind. ``send(corrections:)`` feeds RTCM 3 for RTK. Poll at
/// least once a second: a receiver that nobody reads stops its output after 1.5 s.
///
/// A receiver that does not answer UBX but sends NMEA is served too: its ``solution`` is what GGA and RMC
/// say, with accuracies where there is GST. It cannot be configured and gives no reasons.
///
/// Source: u-blox F9 HPG interface description and integration manual.
public struct UBloxReceiver<Bus: I2CBus>: ~Copyable {
  private var bus: Bus
  private let address: I2CAddress
  private var scanner = UBXScanner()
  private var sentenceScanner = NMEAScanner()
  /// Polls in a row that were told of more bytes than a receiver can have.
  private var impossibleLengths = 0
  /// Takes what a transfer from the stream brings; kept for its capacity.
  private var spareChunk: [UInt8] = []
  /// The time between epochs that a board sets it up for, 100 ms to a second and more.
  public var epochInterval = Duration.seconds(1)
  /// The latest of each message.
  public internal(set) var messages = UBloxMessages()
  /// Correction bytes that the receiver has acknowledged.
  public private(set) var correctionBytesWritten = 0
  /// Correction bytes that were lost to failed transfers.
  public private(set) var correctionBytesLost = 0
  /// A byte that could not be sent, because a write of one byte would set the register pointer.
  private var heldCorrection: UInt8?

  /// Creates a driver; no transfer happens until a call that needs one.
  ///
  /// - Parameters:
  ///   - bus: The bus the receiver is on; it has to allow clock stretching.
  ///   - address: `0x42` unless it was configured otherwise.
  public init(on bus: Bus, at address: I2CAddress = .ublox) {
    self.bus = bus
    self.address = address
  }

  /// The counts of the stream so far.
  public var streamCounts: UBXScanCounts { scanner.counts }

  /// The same of the NMEA sentences in it.
  public var sentenceCounts: NMEAScanCounts { sentenceScanner.counts }

  /// The latest position; `nil` until the first epoch has arrived.
  public var solution: UBloxSolution? { messages.solution }

  /// Reads what the receiver has waiting.
  ///
  /// - Returns: Which messages have arrived; look for them in ``messages``.
  /// - Throws: ``UBloxError`` when a transfer fails, when nothing but damaged messages came, when the
  ///   receiver says that output was lost, or when the length has been impossible three times in a row;
  ///   messages read before that are kept.
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

  /// Messages so far whose checksum was wrong.
  private var damagedCount: Int {
    scanner.counts.badChecksums + (messages.isNMEAOnly ? sentenceScanner.counts.badChecksums : 0)
  }

  private mutating func readWaiting() throws(UBloxError) {
    var waiting = try readLength()
    try judge(waiting)
    // The buffer is taken out of the driver, so that bus and buffer can be used at once.
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

  /// A length that cannot be is what receivers give that are not ready; one that stays is a fault.
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
  /// The most bytes read in one transfer.
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
  /// The register pointer already stands there: reading the length has moved it.
  private mutating func readStream(into chunk: inout [UInt8]) throws(UBloxError) {
    var buffer = chunk.mutableSpan
    do throws(I2CError) {
      try bus.read(into: &buffer, from: address)
    } catch { throw .transfer(error, during: .readStream) }
  }

  /// Whether a chunk holds no data: all `0xFF`, or those after the `0x7F` of a receiver not ready.
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
  /// Sends RTCM 3 corrections, cut anywhere, in writes of at most 128 bytes.
  ///
  /// A single byte is never written, as it would be taken for a register address: it is held back
  /// and sent with the next call.
  ///
  /// - Throws: ``UBloxError``; what was not acknowledged is then lost and counted in
  ///   ``correctionBytesLost``, and the receiver skips to the next frame by its CRC.
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

  /// The most bytes of corrections in one write.
  private static var correctionPieceLength: Int { 128 }

  /// Writes a piece of corrections, behind which so many bytes are left.
  private mutating func write(_ piece: Span<UInt8>, left: Int) throws(UBloxError) {
    do throws(I2CError) {
      try bus.write(piece, to: address)
    } catch {
      count(failed: error, of: piece.count, left: left)
      throw .transfer(error, during: .sendCorrections)
    }
    correctionBytesWritten += piece.count
  }

  /// Counts what a refused write has still delivered; a single byte has only set the pointer.
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
