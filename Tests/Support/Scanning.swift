package import RTCMStreams
import RTCMTestKit

/// What a scanner made of a stream.
package struct ScanResult: Equatable {
  package struct Frame: Equatable {
    package let offset: Int
    package let bytes: [UInt8]
    package let payload: [UInt8]
    package let type: UInt16?

    package init(offset: Int, bytes: [UInt8], payload: [UInt8], type: UInt16?) {
      (self.offset, self.bytes, self.payload, self.type) = (offset, bytes, payload, type)
    }
  }

  package var frames: [Frame] = []
  package var types = FrameCounts()
  package var counts = ScanCounts()

  package init() {}

  package mutating func add(_ frame: borrowing FrameView) {
    types.count(frame.messageType)
    frames.append(
      Frame(
        offset: frame.offset, bytes: Array(frame.bytes), payload: Array(frame.payload),
        type: frame.messageType))
  }
}

/// Scans a stream in chunks whose lengths repeat.
package func scan(
  _ bytes: [UInt8], chunkLengths: [Int], checkingBy method: CRC24Q.Method = .fastest
) -> ScanResult {
  scan(StreamCut.lengths(chunkLengths).pieces(of: bytes), checkingBy: method)
}

/// Scans a stream in pieces.
package func scan(
  _ pieces: [[UInt8]], checkingBy method: CRC24Q.Method = .fastest
) -> ScanResult {
  var (scanner, result) = (FrameScanner(checkingBy: method), ScanResult())
  for piece in pieces { scanner.consume(piece.span) { result.add($0) } }
  scanner.finish { result.add($0) }
  result.counts = scanner.counts
  return result
}

/// The frames of a stream.
package func frames(of bytes: [UInt8]) -> [ScanResult.Frame] {
  scan(bytes, chunkLengths: [Swift.max(bytes.count, 1)]).frames
}

// A macro such as #expect cannot take apart a call with a span, so these take arrays.

package func checksum(_ bytes: [UInt8]) -> UInt32 { CRC24Q.checksum(bytes.span) }

package func framed(_ payload: [UInt8]) throws -> [UInt8] {
  try RTCMFrame.encoding(payload: payload.span)
}

package func redated(_ frame: [UInt8], byMilliseconds shift: Int) -> [UInt8]? {
  RTCMFrame.redated(frame.span, byMilliseconds: shift)
}

package func decoded(_ payload: [UInt8]) throws -> RTCMMessage {
  try RTCMMessage(decoding: payload.span)
}

/// DF003 of a payload.
package func stationID(of payload: [UInt8]) -> UInt16? {
  RTCMFrame.stationID(ofPayload: payload.span)
}
