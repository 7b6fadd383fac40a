internal import GNSSBasics
internal import RTCMParser
internal import RTCMStreams

/// The last bytes of a mountpoint's stream as its readers get them, with statistics of the whole stream.
///
/// The bytes are kept in the pieces in which they came, without copying them.
struct RecentStream: Sendable {
  /// The number of bytes kept, at most; the last piece is kept whole.
  static let longestMemory = 65_536
  /// The number of pieces kept, at most.
  private static let mostPieces = 2048

  private struct Piece {
    var time: Duration
    var bytes: [UInt8]
    /// The position of the piece's first byte in the stream.
    var offset: Int
  }

  /// The frames, epochs and gaps since the stream began.
  private(set) var statistics = StreamStatistics()
  /// The rate of the last seconds.
  private(set) var rate = StreamRate()
  /// The number of bytes since the stream began.
  private(set) var byteCount = 0
  /// The last message 1005 or 1006 with a place on Earth.
  private(set) var station: StationPosition?
  /// The last ephemeris of each satellite.
  private(set) var ephemerides: [SatelliteID: RTCMMessage] = [:]
  private var pieces: [Piece] = []
  /// The index of the oldest piece kept; pieces before it are empty.
  private var oldest = 0
  private var keptByteCount = 0

  /// The time at which the last piece came; `nil` before the first one.
  var lastTime: Duration? { pieces.last?.time }

  /// The number of pieces kept.
  var pieceCount: Int { pieces.count - oldest }

  /// Adds the next piece of the stream, which came at a time that never goes back.
  mutating func add(_ bytes: [UInt8], at time: Duration) {
    let before = statistics.counts.frames
    learn(from: bytes)
    rate.add(bytes: bytes.count, frames: statistics.counts.frames - before, at: time)
    pieces.append(Piece(time: time, bytes: bytes, offset: byteCount))
    byteCount += bytes.count
    keptByteCount += bytes.count
    forgetOldest()
  }

  /// Scans a piece: the only time that its bytes are looked at before somebody asks for them.
  private mutating func learn(from bytes: [UInt8]) {
    var (position, orbits) = (station, [RTCMMessage]())
    statistics.consume(bytes.span) { frame in
      guard let type = frame.messageType else { return }
      if let found = StationPosition(onEarthIn: frame.payload) { position = found }
      if LinkBudget.ephemerisTypes.contains(type),
        let message = try? RTCMMessage(decoding: frame.payload)
      {
        orbits.append(message)
      }
    }
    station = position
    for message in orbits {
      if let satellite = message.orbitingSatellite { ephemerides[satellite] = message }
    }
  }

  private mutating func forgetOldest() {
    while oldest < pieces.count - 1,
      keptByteCount > Self.longestMemory || pieces.count - oldest > Self.mostPieces
    {
      keptByteCount -= pieces[oldest].bytes.count
      pieces[oldest].bytes = []
      oldest += 1
    }
    // Empty pieces are removed together, which costs each piece a constant time.
    guard oldest > pieces.count / 2 else { return }
    pieces.removeFirst(oldest)
    oldest = 0
  }

  /// Passes the valid frames in the kept bytes to a function, oldest first, each with its offset in the stream.
  func forEachFrame(_ body: (borrowing FrameView) -> Void) {
    guard pieces.indices.contains(oldest) else { return }
    let base = pieces[oldest].offset
    var scanner = FrameScanner()
    for piece in pieces[oldest...] {
      scanner.consume(piece.bytes.span) { frame in
        body(FrameView(bytes: frame.bytes, offset: base + frame.offset))
      }
    }
  }

  /// Returns the last observations of the stream with the time at which they came; `nil` if there are none in
  /// the kept bytes.
  func lastObservations() -> (epoch: MSMEpoch, time: Duration)? {
    for piece in pieces[oldest...].reversed() {
      var (epoch, scanner) = (MSMEpoch?.none, FrameScanner())
      scanner.consume(piece.bytes.span) { frame in
        epoch = EpochField(in: frame.payload)?.epoch ?? epoch
      }
      if let epoch { return (epoch, piece.time) }
    }
    return nil
  }
}
