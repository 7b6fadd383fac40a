internal import CZlib

/// Bytes that are there whole, compressed and not (RFC 1952).
package enum Gzip {
  /// Compresses bytes, at a level from 1, which is fast, to 9, which is small.
  package static func encode(_ bytes: [UInt8], level: Int = 1) -> [UInt8] {
    var encoder = GzipEncoder(level: level)
    return encoder.encode(bytes) + encoder.finish()
  }

  /// Expands what was compressed.
  ///
  /// - Returns: The bytes; `nil` when these are not whole, or nothing that was compressed.
  package static func decode(_ bytes: [UInt8]) -> [UInt8]? {
    // Sound: the structure does not move during the call, and its memory is given back.
    var stream = unsafe z_stream()
    return unsafe withUnsafeMutablePointer(to: &stream) { stream in
      guard unsafe boardsim_gunzip_begin(stream) == Z_OK else { return nil }
      defer { unsafe inflateEnd(stream) }
      var isWhole = false
      let output = unsafe Zlib.run(stream, on: bytes) { stream in
        let result = unsafe inflate(stream, Z_NO_FLUSH)
        isWhole = result == Z_STREAM_END
        return result
      }
      return isWhole ? output : nil
    }
  }
}
