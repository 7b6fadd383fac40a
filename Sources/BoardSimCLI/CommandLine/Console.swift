#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard output and standard error: results on the one, everything else on the other.
enum Console {
  /// Whether standard error is a terminal that may show a moving line.
  static let isInteractive = isatty(STDERR_FILENO) == 1

  /// Writes a line of results.
  static func print(_ line: String) { emit(line + "\n", to: STDOUT_FILENO) }

  /// Writes a line about the work.
  static func note(_ line: String) { emit(line + "\n", to: STDERR_FILENO) }

  /// Replaces the line that the terminal's cursor is on.
  static func noteInPlace(_ line: String) { emit("\r\u{1B}[K" + line, to: STDERR_FILENO) }

  /// Writes what went wrong.
  static func error(_ message: String) { emit("boardsim: \(message)\n", to: STDERR_FILENO) }

  private static func emit(_ text: String, to descriptor: Int32) {
    emit(Array(text.utf8), to: descriptor)
  }

  private static func emit(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // Sound: the buffer is alive during the call and gives its own length.
      let written = unsafe rest.withUnsafeBytes {
        unsafe writeBytes(descriptor, $0.baseAddress, $0.count)
      }
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        return  // the reader has gone; there is nobody left to tell
      }
    }
  }
}
