internal import Bytes

/// A buffer that passes a stream on in pieces that never end inside a frame.
///
/// ```swift
/// var frames = WholeFrames()
/// while let bytes = link.read() { file.write(frames.consume(bytes.span).bytes) }
/// ```
/// A frame under way, at most 1028 bytes, is held back until it is whole or turns out to be no frame. Bytes
/// outside frames pass through as they come.
package struct WholeFrames: Sendable {
  /// A piece of the stream.
  package struct Piece: Hashable, Sendable {
    /// The bytes of the piece, which begins and ends between two frames.
    package var bytes: [UInt8]
    /// The end offsets of the frames in the piece, in order.
    package var frameEnds: [Int]

    /// Creates a piece; empty by default.
    package init(bytes: [UInt8] = [], frameEnds: [Int] = []) {
      self.bytes = bytes
      self.frameEnds = frameEnds
    }
  }

  private var scanner = FrameScanner()
  /// The bytes received and not yet passed on.
  private var held: [UInt8] = []

  /// Creates the buffer at the beginning of a stream.
  package init() {}

  /// The number of bytes held back.
  package var heldCount: Int { held.count }

  /// Adds the next bytes of the stream, and returns the bytes that may pass on.
  package mutating func consume(_ bytes: Span<UInt8>) -> Piece {
    // The scanner counts from the beginning of the stream.
    let base = scanner.counts.bytes &- held.count
    held.append(contentsOf: bytes)
    var ends: [Int] = []
    scanner.consume(bytes) { ends.append($0.offset &+ $0.bytes.count &- base) }
    let settled = scanner.counts.frameBytes &+ scanner.counts.otherBytes &- base
    return take(settled, ends)
  }

  /// Ends the stream or its connection: the next bytes start a new stream.
  ///
  /// - Returns: The bytes held back, without an unfinished frame. For a stream without any frame, all of
  ///   the bytes held back.
  package mutating func finish() -> Piece {
    let base = scanner.counts.bytes &- held.count
    var ends: [Int] = []
    scanner.finish { ends.append($0.offset &+ $0.bytes.count &- base) }
    let isOtherStream = scanner.counts.frames == 0
    let piece = take(isOtherStream ? held.count : ends.last ?? 0, ends)
    held.removeAll()
    return piece
  }

  private mutating func take(_ count: Int, _ ends: [Int]) -> Piece {
    let piece = Piece(bytes: Array(held.prefix(count)), frameEnds: ends)
    held.removeFirst(count)
    return piece
  }
}
