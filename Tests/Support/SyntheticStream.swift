package import RTCMStreams

/// Frames that hold a message type, a station and an epoch, and nothing else worth telling.
package struct SyntheticStream {
  package private(set) var bytes: [UInt8] = []
  package var stationID: UInt16 = 7

  package init() {}

  /// Appends a frame whose payload has a length in bytes, at least eight.
  package mutating func append(_ type: UInt16, payload length: Int = 20) throws {
    try append(UInt64(type) << 52 | UInt64(stationID) << 40, length)
  }

  /// Appends observations of another system than GLONASS: DF004 and its like are 30 bits.
  package mutating func append(_ type: UInt16, epoch: Int, payload length: Int = 20) throws {
    let time = UInt64(epoch % 604_800_000)
    try append(UInt64(type) << 52 | UInt64(stationID) << 40 | time << 10, length)
  }

  /// Appends a GLONASS MSM: DF416 is three bits, DF034 is 27.
  package mutating func append(
    _ type: UInt16, day: UInt64, time: Int, payload length: Int = 20
  ) throws {
    let word = UInt64(type) << 52 | UInt64(stationID) << 40 | day << 37
    try append(word | UInt64(time % 86_400_000) << 10, length)
  }

  private mutating func append(_ word: UInt64, _ length: Int) throws {
    var payload = (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) }
    payload += [UInt8](repeating: 0, count: length - 8)
    bytes += try RTCMFrame.encoding(payload: payload.span)
  }

  /// A base as it should be: an epoch each second, a position every ten.
  package static func base(seconds: Range<Int>, from start: Int = 100_000_000) throws
    -> SyntheticStream
  {
    var stream = SyntheticStream()
    for second in seconds {
      try stream.append(1077, epoch: start + 1000 * second)
      if second % 10 == 0 { try stream.append(1006) }
    }
    return stream
  }

  /// The statistics of a stream that comes in pieces.
  package static func statistics(pieces: [[UInt8]]) -> StreamStatistics {
    var statistics = StreamStatistics()
    for piece in pieces { statistics.consume(piece.span) }
    statistics.finish()
    return statistics
  }

  /// The statistics of some bytes.
  package static func statistics(_ bytes: [UInt8]) -> StreamStatistics {
    statistics(pieces: [bytes])
  }

  package var statistics: StreamStatistics { Self.statistics(bytes) }
}

extension StreamStatistics {
  /// The statistics of one type.
  package func of(_ type: UInt16) -> TypeStatistics? { types.first { $0.type == type } }
}
