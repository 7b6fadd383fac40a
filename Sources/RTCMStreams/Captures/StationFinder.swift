/// Looks for the first station message of a stream.
public struct StationFinder: Sendable {
  private var scanner = FrameScanner()

  /// The station, once a message 1005 or 1006 has told where on Earth it is.
  public private(set) var station: StationPosition?

  /// Valid frames so far.
  public var frameCount: Int { scanner.counts.frames }

  /// Creates a finder at the beginning of a stream.
  public init() {}

  /// Takes the next bytes of the stream.
  public mutating func consume(_ bytes: Span<UInt8>) {
    scanner.consume(bytes) { frame in
      if station == nil { station = StationPosition(onEarthIn: frame.payload) }
    }
  }
}
