#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files with secrets, which must not be on the command line, where every user of the machine sees them.
///
/// No message quotes a file's content.
enum SecretFile {
  /// Returns the first non-blank line of a file, without leading and trailing blanks.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - parameter: The option's name in the error.
  /// - Returns: The line, not empty.
  /// - Throws: ``UsageError`` when the file cannot be read or has no such line.
  static func line(of path: String, for parameter: String) throws(UsageError) -> String {
    do {
      let text = String(decoding: try bytes(of: path), as: UTF8.self)
      let line = text.split(whereSeparator: \.isNewline).first { $0.contains { !$0.isWhitespace } }
      guard let line else { throw Failure(message: "'\(path)' is empty; write a line into it") }
      return line.withoutOuterBlanks
    } catch {
      throw UsageError(message: "\(parameter): \((error as? Failure)?.message ?? "\(error)")")
    }
  }

  /// Returns an option's text; for `@FILE`, the first non-blank line of the file.
  static func text(_ written: String, for parameter: String) throws(UsageError) -> String {
    written.hasPrefix("@") ? try line(of: String(written.dropFirst()), for: parameter) : written
  }

  /// Returns a file's bytes, at most 1 MiB.
  static func bytes(of path: String) throws -> [UInt8] {
    var (bytes, isOpen) = ([UInt8](), true)
    var file = try InputStream(path)
    while isOpen {
      isOpen = try file.read { chunk in
        for index in chunk.indices { bytes.append(chunk[index]) }
      }
      guard bytes.count <= longest else {
        throw Failure(message: "'\(path)' is longer than \(longest) bytes; name another file")
      }
    }
    return bytes
  }

  /// Returns whether other users of the machine have any access to a file.
  static func isOpenToOthers(_ path: String) -> Bool {
    var status = stat()
    // Sound: the path is read and `status` filled.
    return unsafe stat(path, &status) == 0 && status.st_mode & 0o077 != 0
  }

  private static let longest = 1 << 20
}
