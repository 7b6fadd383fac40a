internal import Mathematics

/// A way of cutting a stream into the pieces that a socket or a serial port delivers.
public enum StreamCut: Hashable, Sendable {
  /// A single piece with the whole stream.
  case whole
  /// Pieces of the given lengths in bytes, in turn, again from the first length after the last.
  ///
  /// A length of 0 is an empty piece, like a read that timed out. At least one length must be greater than 0;
  /// otherwise the cut traps.
  case lengths([Int])
  /// Random pieces of 1 to `longest` bytes, all lengths equally likely; the same seed makes the same pieces.
  case random(seed: UInt64, longest: Int)

  /// The usual ways: whole, byte by byte, in pieces shorter and longer than a frame, with empty pieces, and
  /// randomly.
  public static var usual: [StreamCut] {
    [
      .whole, .lengths([1]), .lengths([2, 3]), .lengths([7, 0, 64]), .lengths([1000, 29, 5]),
      .random(seed: 1, longest: 64), .random(seed: 2, longest: 2000),
    ]
  }

  /// Cuts a stream into pieces.
  ///
  /// - Returns: The pieces, which together are the stream; no pieces for an empty stream.
  public func pieces(of bytes: [UInt8]) -> [[UInt8]] {
    switch self {
    case .whole: return bytes.isEmpty ? [] : [bytes]
    case .lengths(let lengths):
      precondition(lengths.contains { $0 > 0 }, "one piece at least is longer than 0")
      var index = -1
      return Self.cut(bytes) {
        index += 1
        return max(0, lengths[index % lengths.count])
      }
    case .random(let seed, let longest):
      var random = Xoshiro256(seed: seed, part: "chunks")
      return Self.cut(bytes) { 1 + random.draw(0..<max(longest, 1)) }
    }
  }

  private static func cut(_ bytes: [UInt8], length: () -> Int) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(length())
      pieces.append(Array(piece))
      rest = rest.dropFirst(piece.count)
    }
    return pieces
  }
}

extension StreamCut: CustomStringConvertible {
  /// The way in words, such as `in pieces of 2, 3 bytes`.
  public var description: String {
    switch self {
    case .whole: "whole"
    case .lengths([1]): "byte by byte"
    case .lengths(let lengths):
      "in pieces of \(lengths.map { "\($0)" }.joined(separator: ", ")) bytes"
    case .random(let seed, let longest): "in pieces of up to \(longest) bytes by seed \(seed)"
    }
  }
}
