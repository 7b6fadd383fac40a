/// An input, read from the front: first how to go about it, then the bytes to go about it with.
struct FuzzInput {
  private var left: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { left = bytes[...] }

  /// Whether nothing is left.
  var isEmpty: Bool { left.isEmpty }

  /// The next byte; 0 when none is left.
  mutating func byte() -> UInt8 { left.popFirst() ?? 0 }

  /// The next eight bytes as a number.
  mutating func int64() -> Int64 { (0..<8).reduce(0) { value, _ in value << 8 | Int64(byte()) } }

  /// How to cut a stream: up to fifteen lengths, used in turn.
  mutating func chunking() -> Chunking {
    Chunking(lengths: (0..<byte() % 16).map { _ in Int(byte()) })
  }

  /// The next bytes, as many of them as are left.
  mutating func bytes(_ count: Int) -> [UInt8] {
    defer { left = left.dropFirst(count) }
    return Array(left.prefix(count))
  }

  /// Everything that is left.
  mutating func rest() -> [UInt8] {
    defer { left = [] }
    return Array(left)
  }
}

/// A way to cut a stream into pieces.
struct Chunking {
  /// Lengths of the pieces, used in turn; none means single bytes.
  var lengths: [Int]

  /// Gives the pieces of some bytes, empty ones included.
  func forEachChunk(of bytes: [UInt8], _ body: (Span<UInt8>) -> Void) {
    var (start, turn) = (0, 0)
    while start < bytes.count {
      // Once in a round a piece has at least one byte, so that every stream ends.
      let isLast = turn % max(lengths.count, 1) == max(lengths.count, 1) - 1
      let wanted = lengths.isEmpty ? 1 : max(lengths[turn % lengths.count], isLast ? 1 : 0)
      let end = min(start + wanted, bytes.count)
      body(bytes.span.extracting(start..<end))
      (start, turn) = (end, turn + 1)
    }
  }
}

extension [UInt8] {
  init(_ span: Span<UInt8>) {
    self.init()
    reserveCapacity(span.count)
    for index in span.indices { append(span[index]) }
  }
}
