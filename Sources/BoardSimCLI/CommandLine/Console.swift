import Locks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process's output: results on standard output, everything else on standard error.
enum Console {
  /// A transcript that receives the lines instead of the process's streams; `nil` for the streams.
  @TaskLocal static var transcript: Transcript?

  /// A record of the lines written to both streams.
  final class Transcript: Sendable {
    private let bytes = Lock((output: [UInt8](), errors: [UInt8]()))

    /// The bytes written to standard output.
    var output: [UInt8] { bytes.withLock { $0.output } }
    /// The bytes written to standard error.
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

  /// Whether standard error is a terminal, on which a line can be redrawn in place.
  static let isInteractive = isatty(STDERR_FILENO) == 1

  /// Writes a line of results to standard output.
  ///
  /// - Throws: ``Failure`` when the line cannot be written, because a result without a reader is lost.
  static func print(_ line: String) throws(Failure) {
    try write(line + "\n", to: STDOUT_FILENO, name: "standard output")
  }

  /// Writes a line about the command's progress to standard error.
  static func note(_ line: String) { tell(line + "\n") }

  /// Replaces the current line of the terminal.
  static func noteInPlace(_ line: String) { tell("\r\u{1B}[K" + line) }

  /// Writes an error message to standard error.
  static func error(_ message: String) { tell("boardsim: \(message)\n") }

  /// Writes a text to standard error; a failure of that is ignored, as it cannot be reported.
  private static func tell(_ text: String) {
    try? write(text, to: STDERR_FILENO, name: "standard error")
  }

  private static func write(
    _ text: String, to descriptor: Int32, name: String
  ) throws(Failure) {
    if let transcript { return transcript.append(text, to: descriptor) }
    try writeBytes(Array(text.utf8), to: descriptor, name: name)
  }

  /// Occupies closed standard streams, so that no file opened later takes their descriptor.
  ///
  /// A placeholder rejects the stream's operation: reads from standard input, and writes to the other two,
  /// fail.
  static func holdStandardStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      let isInput = descriptor == STDIN_FILENO
      // The system assigns the lowest free number, which is this descriptor.
      // Sound: the path is only read.
      _ = unsafe open("/dev/null", isInput ? O_WRONLY : O_RDONLY)
    }
  }
}
