#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files that hold what the command line must not, because every user of the machine sees that.
///
/// No message quotes what is in them.
enum SecretFile {
  /// The first line of a file that holds something, without blanks around it; those within it stay.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - parameter: What the error calls the option that names it.
  /// - Returns: The line, not empty.
  /// - Throws: ``UsageError`` when it cannot be read or holds nothing.
  static func line(of path: String, for parameter: String) throws(UsageError) -> String {
    do {
      let text = String(decoding: try bytes(of: path), as: UTF8.self)
      let line = text.split(whereSeparator: \.isNewline).first { $0.contains { !$0.isWhitespace } }
      guard let line else { throw Failure(message: "'\(path)' is empty; write a line into it") }
      let start = line.drop(while: \.isWhitespace)
      return String(start.reversed().drop(while: \.isWhitespace).reversed())
    } catch {
      throw UsageError(message: "\(parameter): \((error as? Failure)?.message ?? "\(error)")")
    }
  }

  /// A file's bytes.
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

  /// Whether other users of the machine may read a file.
  static func isOpenToOthers(_ path: String) -> Bool {
    var status = stat()
    // Sound: the path is read and `status` filled.
    return unsafe stat(path, &status) == 0 && status.st_mode & 0o077 != 0
  }

  private static let longest = 1 << 20
}
