internal import RTCMParser
internal import UBloxRaw

/// A u-blox receiver's log, with the station's position from the RTCM 3 frames among its messages.
struct PlacedLog {
  private var reader = RawLogReader(greatestPhaseDeviation: RawLogInput.greatestPhaseDeviation)
  private var scanner = FrameScanner()
  /// The number of bytes before the next ones.
  private var offset = 0

  /// Decodes the next bytes; a position comes before the epochs behind its frame.
  mutating func consume(_ bytes: Span<UInt8>, _ onEvent: (ObservationDecoder.Event) -> Void) {
    var begin = 0
    for (end, position) in positions(in: bytes) where end >= begin {
      read(bytes.extracting(begin..<end), onEvent)
      onEvent(.position(position, station: 0))
      begin = end
    }
    read(bytes.extracting(begin...), onEvent)
    offset += bytes.count
  }

  /// Returns the positions whose frames end in the bytes, each with the place behind its frame.
  private mutating func positions(in bytes: Span<UInt8>) -> [(end: Int, position: ECEFPosition)] {
    var found: [(end: Int, position: ECEFPosition)] = []
    let (offset, count) = (offset, bytes.count)
    scanner.consume(bytes) { frame in
      guard let message = try? RTCMMessage(decoding: frame.payload),
        let point = message.referencePoint
      else { return }
      let end = frame.offset + frame.bytes.count - offset
      found.append((min(max(end, 0), count), point.position))
    }
    return found
  }

  private mutating func read(
    _ bytes: Span<UInt8>, _ onEvent: (ObservationDecoder.Event) -> Void
  ) {
    reader.consume(bytes) { event in
      switch event {
      case .epoch(let epoch): onEvent(.epoch(epoch))
      case .ephemeris(let ephemeris): onEvent(.message(ephemeris.message))
      case .finding, .words, .unreadable, .undated: break
      }
    }
  }
}
