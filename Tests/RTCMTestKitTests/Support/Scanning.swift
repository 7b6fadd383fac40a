import RTCMParser
import RTCMTestKit

// A macro such as #expect cannot take apart a call with a span, so these take arrays.

func decoded(_ payload: [UInt8]) throws -> RTCMMessage { try RTCMMessage(decoding: payload.span) }

/// What a scanner finds in pieces of a stream.
func scan(_ chunks: [[UInt8]]) -> [TestStream.Frame] {
  var scanner = FrameScanner()
  var found: [(offset: Int, bytes: [UInt8])] = []
  for chunk in chunks {
    scanner.consume(chunk.span) { found.append(($0.offset, Array($0.bytes))) }
  }
  scanner.finish { found.append(($0.offset, Array($0.bytes))) }
  return found.map { TestStream.Frame(offset: $0.offset, bytes: $0.bytes) }
}

extension Array where Element == UInt8 {
  init(_ span: Span<UInt8>) { self = span.withUnsafeBufferPointer { Array($0) } }
}
