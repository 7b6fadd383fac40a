import RTCMParser

/// The path of corrections from the link to the receiver: the same bytes in the same order, counted.
///
/// A frame scanner counts the frames, but never changes or holds back a byte.
struct CorrectionPipe<Link: CorrectionLink & ~Copyable>: ~Copyable {
  var link: Link
  /// The bytes received from the link and not yet sent to the receiver.
  private(set) var waiting: [UInt8] = []
  private(set) var bytesReceived = 0
  private(set) var bytesDropped = 0
  private(set) var frames = FrameCounts()
  private var scanner = FrameScanner()

  /// The greatest number of waiting bytes; corrections beyond it would be too old for a receiver.
  static var capacity: Int { 64 * 1024 }

  /// The greatest number of bytes in one piece.
  ///
  /// The bus needs 0.4 s for a piece, and the receiver must be read between pieces.
  static var longestPiece: Int { 4096 }

  init(link: consuming Link) {
    self.link = link
  }

  /// The counts of the frame scanner.
  var scan: ScanCounts { scanner.counts }

  /// Receives the bytes that have arrived at the link; drops the oldest waiting bytes beyond the capacity.
  mutating func receive(at now: Duration) {
    var bytes = takeWaiting()
    let known = bytes.count
    link.receive(into: &bytes, at: now)
    if bytes.count > known { look(at: bytes.span.extracting(known...)) }
    waiting = bytes
    if bytes.count > Self.capacity { drop(bytes.count - Self.capacity) }
  }

  /// Removes and returns the oldest waiting bytes, at most one piece.
  mutating func takePiece() -> [UInt8] {
    if waiting.count <= Self.longestPiece { return takeWaiting() }
    defer { waiting.removeFirst(Self.longestPiece) }
    return Array(waiting.prefix(Self.longestPiece))
  }

  /// Removes and returns all waiting bytes.
  private mutating func takeWaiting() -> [UInt8] {
    var bytes: [UInt8] = []
    swap(&bytes, &waiting)
    return bytes
  }

  /// Counts bytes, and the frames that they complete.
  private mutating func look(at bytes: Span<UInt8>) {
    bytesReceived += bytes.count
    var frames = frames
    scanner.consume(bytes) { frame in frames.count(frame.messageType) }
    self.frames = frames
  }

  /// Drops the oldest waiting bytes; the receiver skips the torn frame that remains.
  private mutating func drop(_ count: Int) {
    waiting.removeFirst(count)
    bytesDropped += count
  }
}
