internal import CZlib

/// Compression and expansion of complete byte arrays (RFC 1952).
package enum Gzip {
  /// Returns the bytes compressed, at a level from 1 (fast) to 9 (small).
  package static func encode(_ bytes: [UInt8], level: Int = 1) -> [UInt8] {
    var encoder = GzipEncoder(level: level)
    return encoder.encode(bytes) + encoder.finish()
  }

  /// Expands compressed bytes.
  ///
  /// - Returns: The expanded bytes; `nil` for incomplete or invalid data.
  package static func decode(_ bytes: [UInt8]) -> [UInt8]? {
    // Sound: the structure does not move during the call, and its memory is freed.
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
