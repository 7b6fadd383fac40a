internal import CZlib

/// Expands bytes that come in pieces (RFC 1952), by zlib: one compressed member or several, one behind the other.
///
/// Sound throughout: the structure of zlib's stays where it was allocated, has one owner, and is given back
/// once; what it points to is lent for the time of a call.
@safe package struct GzipDecoder: ~Copyable, @unchecked Sendable {
  private let stream: UnsafeMutablePointer<z_stream>
  /// The state after the bytes so far.
  package private(set) var state = State.whole

  /// The state of a stream after some bytes.
  package enum State: Sendable {
    /// After a member, or before the first one.
    case whole
    /// Within a member.
    case inside
    /// Before something that was not compressed, or has changed since.
    case damaged
  }

  /// Begins.
  ///
  /// - Precondition: There is memory for it, some ten thousand bytes.
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

  /// Whether bytes begin as compressed ones do.
  package static func isBeginning(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: [0x1F, 0x8B])
  }

  /// Takes a piece, and gives what comes of it; of what is damaged, all that comes before.
  ///
  /// - Parameter bytes: Some ten thousand bytes are a good length: what comes of them may be a thousand times
  ///   as long.
  /// - Returns: What they expand to; nothing once there was damage.
  package mutating func decode(_ bytes: [UInt8]) -> [UInt8] {
    var (output, rest) = ([UInt8](), bytes)
    while !rest.isEmpty, state != .damaged {
      // Archives on tape are filled up with zeros.
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
