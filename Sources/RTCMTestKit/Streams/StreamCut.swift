internal import Mathematics

/// The way a stream is cut into pieces, as a socket or a serial port hands it on.
public enum StreamCut: Hashable, Sendable {
  /// All of it at once.
  case whole
  /// In pieces of these many bytes, one length after the other and then again from the first.
  ///
  /// A length of 0 is an empty piece, as a read gives that waited in vain; one at least is more, or
  /// cutting traps.
  case lengths([Int])
  /// In pieces of 1 to `longest` bytes, each length as often; the same seed makes the same pieces.
  case random(seed: UInt64, longest: Int)

  /// Whole, byte by byte, in pieces shorter and longer than a frame, with empty ones among them, and by
  /// chance.
  public static var usual: [StreamCut] {
    [
      .whole, .lengths([1]), .lengths([2, 3]), .lengths([7, 0, 64]), .lengths([1000, 29, 5]),
      .random(seed: 1, longest: 64), .random(seed: 2, longest: 2000),
    ]
  }

  /// Cuts a stream.
  ///
  /// - Returns: Pieces that make up the stream; none of an empty one.
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
