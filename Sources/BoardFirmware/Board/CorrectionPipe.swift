import RTCMParser

/// Carries corrections from the link to the receiver: the same bytes in the same order, counted.
///
/// A frame scanner looks on; what it thinks of the bytes changes nothing about them.
struct CorrectionPipe<Link: CorrectionLink & ~Copyable>: ~Copyable {
  var link: Link
  /// Bytes taken from the link that the receiver has not been given.
  private(set) var waiting: [UInt8] = []
  private(set) var bytesReceived = 0
  private(set) var bytesDropped = 0
  private(set) var frames = FrameCounts()
  private var scanner = FrameScanner()

  /// The most bytes that wait for a receiver; a receiver would call more than this too old.
  static var capacity: Int { 64 * 1024 }

  /// The most bytes sent at once: the bus takes 0.4 s for them, and a receiver must be read in between.
  static var longestPiece: Int { 4096 }

  init(link: consuming Link) {
    self.link = link
  }

  /// The counts of the scanner.
  var scan: ScanCounts { scanner.counts }

  /// Takes what has arrived.
  mutating func receive(at now: Duration) {
    var bytes = takeWaiting()
    let known = bytes.count
    link.receive(into: &bytes, at: now)
    if bytes.count > known { look(at: bytes.span.extracting(known...)) }
    waiting = bytes
    if bytes.count > Self.capacity { drop(bytes.count - Self.capacity) }
  }

  /// Hands over the oldest of the bytes that wait, as many as one look at the receiver may send.
  mutating func takePiece() -> [UInt8] {
    if waiting.count <= Self.longestPiece { return takeWaiting() }
    defer { waiting.removeFirst(Self.longestPiece) }
    return Array(waiting.prefix(Self.longestPiece))
  }

  /// Hands over the bytes that wait; none wait then.
  private mutating func takeWaiting() -> [UInt8] {
    var bytes: [UInt8] = []
    swap(&bytes, &waiting)
    return bytes
  }

  /// Counts bytes and the frames that they complete.
  private mutating func look(at bytes: Span<UInt8>) {
    bytesReceived += bytes.count
    var frames = frames
    scanner.consume(bytes) { frame in frames.count(frame.messageType) }
    self.frames = frames
  }

  /// Gives up the oldest bytes; the receiver skips the torn frame they leave.
  private mutating func drop(_ count: Int) {
    waiting.removeFirst(count)
    bytesDropped += count
  }
}
