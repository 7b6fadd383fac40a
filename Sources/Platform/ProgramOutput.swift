#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The output of other programs.
package enum ProgramOutput {
  /// The first line that a command writes to its output or its errors.
  ///
  /// - Parameter command: For the shell, and so never anything that came from outside.
  /// - Returns: The line; `nil` when there is none.
  package static func firstLine(of command: StaticString) -> String? {
    // Sound: the string is a constant of the program, and the stream is closed once.
    guard let stream = unsafe popen("(\(command)) 2>&1 </dev/null", "r") else { return nil }
    defer { unsafe pclose(stream) }
    var buffer = [CChar](repeating: 0, count: 512)
    // Sound: fgets writes at most as many bytes as the buffer has, and a zero behind them.
    guard unsafe fgets(&buffer, Int32(buffer.count), stream) != nil else { return nil }
    let bytes = buffer.prefix { $0 != 0 && $0 != 10 && $0 != 13 }.map { UInt8(bitPattern: $0) }
    // The rest is read, or the program would end by a signal.
    while unsafe fgets(&buffer, Int32(buffer.count), stream) != nil {}
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
