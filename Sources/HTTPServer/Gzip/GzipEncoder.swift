internal import CZlib

/// An encoder of gzip bytes in pieces (RFC 1952), by zlib.
///
/// Sound throughout: zlib's structure stays at its allocated address, has one owner, and is freed once; its
/// pointers are lent for the duration of a call.
@safe package struct GzipEncoder: ~Copyable, @unchecked Sendable {
  private let stream: UnsafeMutablePointer<z_stream>

  /// Creates an encoder.
  ///
  /// - Parameter level: The compression level, from 1 (fast) to 9 (small).
  /// - Precondition: A quarter of a megabyte of memory is available.
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

  /// Encodes the next piece, and returns the output so far; with `flushing` all of it, at a slightly larger
  /// size.
  package mutating func encode(_ bytes: [UInt8], flushing: Bool = false) -> [UInt8] {
    run(bytes, flushing ? Z_SYNC_FLUSH : Z_NO_FLUSH)
  }

  /// Returns the rest of the output; no further piece may follow.
  package mutating func finish() -> [UInt8] { run([], Z_FINISH) }

  private mutating func run(_ bytes: [UInt8], _ flush: Int32) -> [UInt8] {
    unsafe Zlib.run(stream, on: bytes) { stream in unsafe deflate(stream, flush) }
  }
}

/// The part common to compression and expansion.
enum Zlib {
  /// Passes a piece to zlib, and returns its whole output, in as many steps as the output needs.
  static func run(
    _ stream: UnsafeMutablePointer<z_stream>, on bytes: [UInt8],
    _ step: (UnsafeMutablePointer<z_stream>) -> Int32
  ) -> [UInt8] {
    var output: [UInt8] = []
    var bytes = bytes
    // Sound: both buffers are lent to zlib during this call, with their lengths.
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
