import Bytes

/// An error in a chunked body.
public enum ChunkDecodingError: Error, Hashable, Sendable {
  /// A chunk's length is not a hexadecimal number, or exceeds 32 bits.
  case badLength
  /// A chunk's data is not followed by a line end.
  case missingLineEnd
  /// A length line or the trailer is longer than 4096 bytes.
  case lineTooLong
}

extension ChunkDecodingError: CustomStringConvertible {
  /// The error, as a clause.
  public var description: String {
    switch self {
    case .badLength: "a chunk does not begin with its length in hexadecimal"
    case .missingLineEnd: "a chunk is not followed by a line end"
    case .lineTooLong: "a chunk's length line or the trailer is too long"
    }
  }
}

/// A decoder for the chunks of an HTTP/1.1 body, which may arrive in any pieces (RFC 9112 §7.1).
///
/// Bare line feeds are accepted; chunk extensions and trailers are ignored.
public struct ChunkDecoder: Hashable, Sendable {
  /// The maximum length of a length line and of the trailer in bytes.
  static let longestLine = 4096

  private enum State: Hashable {
    case length(value: UInt32, digits: Int), lengthExtension(UInt32), data(remaining: UInt32)
    case dataEnd, trailer(isLineEmpty: Bool), finished
  }
  private var state = State.length(value: 0, digits: 0)
  /// The number of bytes in the current line or trailer, to limit its length.
  private var lineLength = 0

  /// Creates a decoder that expects the first chunk.
  public init() {}

  /// Whether the last chunk and its trailer have been read.
  public var isFinished: Bool { state == .finished }

  /// Decodes bytes and passes on the body's data.
  ///
  /// - Returns: The number of bytes that belong to the body; fewer than `bytes` holds once the body
  ///   is finished.
  /// - Throws: ``ChunkDecodingError``; the decoder must not be used after an error.
  public mutating func consume(
    _ bytes: Span<UInt8>, onData: (Span<UInt8>) -> Void
  ) throws(ChunkDecodingError) -> Int {
    var index = 0
    while index < bytes.count, state != .finished {
      if case .data(let remaining) = state {
        let end = index + Int(min(UInt64(remaining), UInt64(bytes.count - index)))
        onData(bytes.extracting(index..<end))
        let left = remaining - UInt32(end - index)
        state = left == 0 ? .dataEnd : .data(remaining: left)
        index = end
      } else {
        try take(bytes[index])
        index += 1
      }
    }
    return index
  }

  /// Decodes one byte outside the chunks' data.
  private mutating func take(_ byte: UInt8) throws(ChunkDecodingError) {
    lineLength += 1
    guard lineLength <= Self.longestLine else { throw .lineTooLong }
    switch state {
    case .length(let value, let digits): try takeLength(byte, value, digits)
    case .lengthExtension(let value): if byte == .lineFeed { begin(chunkOf: value) }
    case .dataEnd: try takeDataEnd(byte)
    case .trailer(let isLineEmpty): takeTrailer(byte, isLineEmpty)
    case .data, .finished: break
    }
  }

  private mutating func takeLength(
    _ byte: UInt8, _ value: UInt32, _ digits: Int
  ) throws(ChunkDecodingError) {
    if let digit = byte.hexadecimalValue {
      guard value >> 28 == 0 else { throw .badLength }
      state = .length(value: value << 4 | UInt32(digit), digits: digits + 1)
      return
    }
    guard digits > 0 else { throw .badLength }
    switch byte {
    case .lineFeed: begin(chunkOf: value)
    case .carriageReturn, UInt8(ascii: ";"), UInt8(ascii: " "), 0x09:
      state = .lengthExtension(value)
    default: throw .badLength
    }
  }

  private mutating func takeDataEnd(_ byte: UInt8) throws(ChunkDecodingError) {
    switch byte {
    case .carriageReturn where lineLength == 1: break
    case .lineFeed:
      state = .length(value: 0, digits: 0)
      lineLength = 0
    default: throw .missingLineEnd
    }
  }

  private mutating func takeTrailer(_ byte: UInt8, _ isLineEmpty: Bool) {
    switch byte {
    case .lineFeed: state = isLineEmpty ? .finished : .trailer(isLineEmpty: true)
    case .carriageReturn: break
    default: state = .trailer(isLineEmpty: false)
    }
  }

  private mutating func begin(chunkOf length: UInt32) {
    state = length == 0 ? .trailer(isLineEmpty: true) : .data(remaining: length)
    lineLength = 0
  }
}

/// An encoder for the chunks of an HTTP/1.1 body.
public enum ChunkEncoder {
  /// The last chunk, without a trailer.
  public static var end: [UInt8] { Array("0\r\n\r\n".utf8) }

  /// Appends bytes as one chunk; appends nothing for no bytes, since an empty chunk would end the body.
  public static func append(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    output.append(contentsOf: head(ofLength: bytes.count))
    output.append(contentsOf: bytes)
    output.append(contentsOf: "\r\n".utf8)
  }

  /// Returns the line before a chunk's data: the length in hexadecimal, and an optional extension.
  static func head(ofLength length: Int, extension text: String = "") -> [UInt8] {
    var digits: [UInt8] = []
    var rest = length
    while rest > 0 {
      let digit = UInt8(rest & 15)
      digits.append(digit < 10 ? 0x30 + digit : 0x61 + digit - 10)
      rest >>= 4
    }
    return digits.reversed() + Array(text.utf8) + [.carriageReturn, .lineFeed]
  }
}
