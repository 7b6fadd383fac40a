import RTCMParser
import RTCMTestKit

/// Returns the frames that a scanner finds in the pieces of a stream.
func scan(_ chunks: [[UInt8]]) -> [TestStream.Frame] {
  var scanner = FrameScanner()
  var found: [(offset: Int, bytes: [UInt8])] = []
  for chunk in chunks {
    scanner.consume(chunk.span) { found.append(($0.offset, Array($0.bytes))) }
  }
  scanner.finish { found.append(($0.offset, Array($0.bytes))) }
  return found.map { TestStream.Frame(offset: $0.offset, bytes: $0.bytes) }
}
