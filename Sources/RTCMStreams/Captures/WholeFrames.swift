internal import Bytes

/// Passes a stream on in pieces that never end inside a frame.
///
/// ```swift
/// var frames = WholeFrames()
/// while let bytes = link.read() { file.write(frames.consume(bytes.span).bytes) }
/// ```
/// A frame that is under way is held back until it is whole, or turns out to be none: at most 1028 bytes.
/// What is part of no frame goes on as it comes.
package struct WholeFrames: Sendable {
  /// A part of the stream.
  package struct Piece: Hashable, Sendable {
    /// Its bytes; it begins and ends between two frames.
    package var bytes: [UInt8]
    /// The ends of the frames in it, in order.
    package var frameEnds: [Int]

    /// Creates a part; of nothing unless told otherwise.
    package init(bytes: [UInt8] = [], frameEnds: [Int] = []) {
      self.bytes = bytes
      self.frameEnds = frameEnds
    }
  }

  private var scanner = FrameScanner()
  /// The bytes that have come and not gone on.
  private var held: [UInt8] = []

  /// Creates one at the beginning of a stream.
  package init() {}

  /// The number of bytes held back.
  package var heldCount: Int { held.count }

  /// Takes the next bytes, and gives what may go on now.
  package mutating func consume(_ bytes: Span<UInt8>) -> Piece {
    // The scanner counts from the beginning of the stream.
    let base = scanner.counts.bytes &- held.count
    held.append(contentsOf: bytes)
    var ends: [Int] = []
    scanner.consume(bytes) { ends.append($0.offset &+ $0.bytes.count &- base) }
    let settled = scanner.counts.frameBytes &+ scanner.counts.otherBytes &- base
    return take(settled, ends)
  }

  /// Ends the stream, or its connection: the next bytes begin anew.
  ///
  /// - Returns: What of the bytes held back is no unfinished frame. In a stream without any frame that is
  ///   all of them.
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
