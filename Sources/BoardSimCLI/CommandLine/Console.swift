import Locks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard output and standard error: results on the one, everything else on the other.
enum Console {
  /// The console that takes the lines instead of the process's own streams.
  @TaskLocal static var transcript: Transcript?

  /// Lines that were written, on the one stream and on the other.
  final class Transcript: Sendable {
    private let bytes = Lock((output: [UInt8](), errors: [UInt8]()))

    /// The bytes for standard output.
    var output: [UInt8] { bytes.withLock { $0.output } }
    /// The bytes for standard error.
    var errors: [UInt8] { bytes.withLock { $0.errors } }

    fileprivate func append(_ text: String, to descriptor: Int32) {
      bytes.withLock { bytes in
        if descriptor == STDOUT_FILENO {
          bytes.output += text.utf8
        } else {
          bytes.errors += text.utf8
        }
      }
    }
  }

  /// Whether standard error is a terminal that may show a moving line.
  static let isInteractive = isatty(STDERR_FILENO) == 1

  /// Writes a line of results.
  ///
  /// - Throws: ``Failure`` when it cannot be written: results that nobody has are none.
  static func print(_ line: String) throws(Failure) {
    try write(line + "\n", to: STDOUT_FILENO, name: "standard output")
  }

  /// Writes a line about the work.
  static func note(_ line: String) { tell(line + "\n") }

  /// Replaces the line that the terminal's cursor is on.
  static func noteInPlace(_ line: String) { tell("\r\u{1B}[K" + line) }

  /// Writes what went wrong.
  static func error(_ message: String) { tell("boardsim: \(message)\n") }

  /// Writes a line to standard error, whose own failure nobody is left to be told of.
  private static func tell(_ text: String) {
    try? write(text, to: STDERR_FILENO, name: "standard error")
  }

  private static func write(
    _ text: String, to descriptor: Int32, name: String
  ) throws(Failure) {
    if let transcript { return transcript.append(text, to: descriptor) }
    try writeBytes(Array(text.utf8), to: descriptor, name: name)
  }

  /// Sees to it that no file that is opened takes the place of a standard stream that was closed.
  ///
  /// The place is held by a descriptor that cannot be used: what is read or written there fails.
  static func holdStandardStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      let isInput = descriptor == STDIN_FILENO
      // The lowest free number is taken, and that is this one.
      // Sound: the path is only read.
      _ = unsafe open("/dev/null", isInput ? O_WRONLY : O_RDONLY)
    }
  }
}
