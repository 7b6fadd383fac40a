#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The output of other programs.
package enum ProgramOutput {
  /// Returns the first line that a command writes to its standard output or standard error.
  ///
  /// - Parameter command: A shell command; a constant, so that no outside text reaches the shell.
  /// - Returns: The line; `nil` if there is none.
  package static func firstLine(of command: StaticString) -> String? {
    // Sound: the string is a constant of the program, and the stream is closed once.
    guard let stream = unsafe popen("(\(command)) 2>&1 </dev/null", "r") else { return nil }
    defer { unsafe pclose(stream) }
    var buffer = [CChar](repeating: 0, count: 512)
    // Sound: fgets writes at most the buffer's size, including the final zero byte.
    guard unsafe fgets(&buffer, Int32(buffer.count), stream) != nil else { return nil }
    let bytes = buffer.prefix { $0 != 0 && $0 != 10 && $0 != 13 }.map { UInt8(bitPattern: $0) }
    // Reads the rest of the output; otherwise a signal would end the command.
    while unsafe fgets(&buffer, Int32(buffer.count), stream) != nil {}
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
