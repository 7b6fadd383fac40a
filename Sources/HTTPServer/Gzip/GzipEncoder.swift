internal import CZlib

/// Compresses bytes that come in pieces (RFC 1952), by zlib.
///
/// Sound throughout: the structure of zlib's stays where it was allocated, has one owner, and is given back
/// once; what it points to is lent for the time of a call.
@safe package struct GzipEncoder: ~Copyable, @unchecked Sendable {
  private let stream: UnsafeMutablePointer<z_stream>

  /// Begins.
  ///
  /// - Parameter level: From 1, which is fast, to 9, which is small.
  /// - Precondition: There is memory for it, a quarter of a megabyte.
  package init(level: Int = 1) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let result = unsafe boardsim_gzip_begin(stream, Int32(level))
    precondition(result == Z_OK, "a level from 1 to 9, and memory for it")
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Takes a piece, and gives what there is to send so far; flushing, everything, at a little more cost.
  package mutating func encode(_ bytes: [UInt8], flushing: Bool = false) -> [UInt8] {
    run(bytes, flushing ? Z_SYNC_FLUSH : Z_NO_FLUSH)
  }

  /// Gives the rest; nothing is taken after it.
  package mutating func finish() -> [UInt8] { run([], Z_FINISH) }

  private mutating func run(_ bytes: [UInt8], _ flush: Int32) -> [UInt8] {
    unsafe Zlib.run(stream, on: bytes) { stream in unsafe deflate(stream, flush) }
  }
}

/// The common parts of compressing and expanding.
enum Zlib {
  /// Gives a piece to zlib, and takes all that comes of it, which needs as many steps as there is of that.
  static func run(
    _ stream: UnsafeMutablePointer<z_stream>, on bytes: [UInt8],
    _ step: (UnsafeMutablePointer<z_stream>) -> Int32
  ) -> [UInt8] {
    var output: [UInt8] = []
    var bytes = bytes
    // Sound: both buffers are lent to zlib for the calls in this one, and it is told how long they are.
    unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      unsafe stream.pointee.next_in = bytes.baseAddress
      unsafe stream.pointee.avail_in = UInt32(bytes.count)
      unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: block) { room in
        repeat {
          unsafe stream.pointee.next_out = room.baseAddress
          unsafe stream.pointee.avail_out = UInt32(block)
          let result = unsafe step(stream)
          unsafe output.append(contentsOf: room[..<(block - Int(stream.pointee.avail_out))])
          if result != Z_OK { break }
        } while unsafe stream.pointee.avail_out == 0
      }
      unsafe stream.pointee.next_in = nil
    }
    return output
  }

  private static let block = 32 * 1024
}
