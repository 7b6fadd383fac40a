internal import CZlib

/// A decoder of gzip bytes in pieces (RFC 1952), by zlib: one member, or several in a row.
///
/// Sound throughout: zlib's structure stays at its allocated address, has one owner, and is freed once; its
/// pointers are lent for the duration of a call.
@safe package struct GzipDecoder: ~Copyable, @unchecked Sendable {
  private let stream: UnsafeMutablePointer<z_stream>
  /// The state after the bytes so far.
  package private(set) var state = State.whole

  /// The state of a stream after some bytes.
  package enum State: Sendable {
    /// Between members, or before the first one.
    case whole
    /// Within a member.
    case inside
    /// Before data that are not gzip, or that were damaged.
    case damaged
  }

  /// Creates a decoder.
  ///
  /// - Precondition: Some ten thousand bytes of memory are available.
  package init() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let result = unsafe boardsim_gunzip_begin(stream)
    precondition(result == Z_OK, "memory for it")
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Whether bytes begin with the gzip magic number, 0x1F 0x8B.
  package static func isBeginning(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: [0x1F, 0x8B])
  }

  /// Decodes the next piece; of damaged data, everything before the damage.
  ///
  /// - Parameter bytes: A piece; some ten thousand bytes are a good length, since the output may be a
  ///   thousand times as long.
  /// - Returns: The expanded bytes; empty after damage.
  package mutating func decode(_ bytes: [UInt8]) -> [UInt8] {
    var (output, rest) = ([UInt8](), bytes)
    while !rest.isEmpty, state != .damaged {
      // Archives on tape are padded with zeros.
      if state == .whole, !rest.contains(where: { $0 != 0 }) { break }
      var result = Z_OK
      output += unsafe Zlib.run(stream, on: rest) { stream in
        result = unsafe inflate(stream, Z_NO_FLUSH)
        return result
      }
      switch result {
      case Z_STREAM_END:
        rest = unsafe Array(rest.suffix(Int(stream.pointee.avail_in)))
        _ = unsafe inflateReset(stream)
        state = .whole
      case Z_OK, Z_BUF_ERROR: (rest, state) = ([], .inside)
      default: state = .damaged
      }
    }
    return output
  }
}
