/// A search for the first station message of a stream.
public struct StationFinder: Sendable {
  private var scanner = FrameScanner()

  /// The station of the first message 1005 or 1006 with a place on Earth; `nil` before that.
  public private(set) var station: StationPosition?

  /// The number of valid frames so far.
  public var frameCount: Int { scanner.counts.frames }

  /// Creates a finder at the beginning of a stream.
  public init() {}

  /// Scans the next bytes of the stream.
  public mutating func consume(_ bytes: Span<UInt8>) {
    scanner.consume(bytes) { frame in
      if station == nil { station = StationPosition(onEarthIn: frame.payload) }
    }
  }
}
