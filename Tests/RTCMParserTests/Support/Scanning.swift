import RTCMParser

/// What a scanner made of a stream.
struct ScanResult: Equatable {
  struct Frame: Equatable {
    let offset: Int
    let bytes: [UInt8]
    let payload: [UInt8]
    let type: UInt16?
  }

  var frames: [Frame] = []
  var types = FrameCounts()
  var counts = ScanCounts()

  mutating func add(_ frame: borrowing FrameView) {
    types.count(frame.messageType)
    frames.append(
      Frame(
        offset: frame.offset, bytes: Array(frame.bytes), payload: Array(frame.payload),
        type: frame.messageType))
  }
}

extension Array where Element == UInt8 {
  init(_ span: Span<UInt8>) { self = span.withUnsafeBufferPointer { Array($0) } }
}

/// Scans a stream in chunks whose lengths repeat.
func scan(
  _ bytes: [UInt8], chunkLengths: [Int], checkingBy method: CRC24Q.Method = .fastest
) -> ScanResult {
  var (scanner, result) = (FrameScanner(checkingBy: method), ScanResult())
  var (start, chunk) = (0, 0)
  while start < bytes.count {
    let end = min(bytes.count, start + chunkLengths[chunk % chunkLengths.count])
    scanner.consume(bytes.span.extracting(start..<end)) { result.add($0) }
    (start, chunk) = (end, chunk + 1)
  }
  scanner.finish { result.add($0) }
  result.counts = scanner.counts
  return result
}

/// The frames of a stream.
func frames(of bytes: [UInt8]) -> [ScanResult.Frame] {
  scan(bytes, chunkLengths: [Swift.max(bytes.count, 1)]).frames
}

// A macro such as #expect cannot take apart a call with a span, so these take arrays.

func checksum(_ bytes: [UInt8]) -> UInt32 { CRC24Q.checksum(bytes.span) }

func framed(_ payload: [UInt8]) throws -> [UInt8] { try RTCMFrame.encoding(payload: payload.span) }

func redated(_ frame: [UInt8], byMilliseconds shift: Int64) -> [UInt8]? {
  RTCMFrame.redated(frame.span, byMilliseconds: shift)
}

func decoded(_ payload: [UInt8]) throws -> RTCMMessage { try RTCMMessage(decoding: payload.span) }
