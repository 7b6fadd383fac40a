internal import Bytes
internal import BoardHost
internal import HTTPServer
internal import RTCMStreams
internal import VirtualBoard

/// The reading of a whole capture before its use.
enum CaptureInput {
  /// Reads a capture, and the arrival times of its bytes from the file beside it, if present.
  ///
  /// - Parameters:
  ///   - path: The capture; a pipe and standard input have no file beside them.
  ///   - window: The wanted part of the capture.
  /// - Returns: The capture, of at least one byte, and the arrival times.
  /// - Throws: The errors of ``read(_:)``, and ``Failure`` for an unusable file beside the capture, or a
  ///   part without frames.
  static func capture(
    _ path: String, in window: WindowArguments
  ) throws -> (capture: Capture, arrivals: [CaptureArrival]) {
    let bytes = try read(path)
    let arrivals = try SideFile(of: path)?.arrivals(of: bytes.count) ?? []
    let part = try window.cut(bytes, arrivals: arrivals, of: path)
    return (Capture(part.bytes, arrivals: part.arrivals), part.arrivals)
  }

  /// Reads a whole capture for playing, with the arrival times of its bytes from the file beside it, if
  /// present.
  ///
  /// - Throws: The errors of the other overload, and `CaptureError` when the capture has no frame.
  static func capture(_ path: String) throws -> Capture {
    let capture = try capture(path, in: WindowArguments()).capture
    try capture.requireFrames(in: path)
    return capture
  }

  /// Reads a file or a pipe, or standard input for `-`, to its end.
  ///
  /// - Parameter path: The capture.
  /// - Returns: The bytes, at least one.
  /// - Throws: `CaptureError` or ``Failure``; ``Failure/interrupted`` when the process is asked to end
  ///   before the end of the input.
  static func read(_ path: String) throws -> [UInt8] {
    if PendingFile.isFile(path), !isCompressed(path) { return try CaptureFile.read(path) }
    var input = try InputStream(path)
    var bytes: [UInt8] = []
    do {
      while try input.read({ bytes.append(contentsOf: $0) }) {}
    } catch {
      try Interruption.check()
      throw error
    }
    return try whole(bytes, path == "-" ? "standard input" : "'\(path)'")
  }

  /// Returns whether a file begins with gzip's magic number; `false` for an unreadable file.
  private static func isCompressed(_ path: String) -> Bool {
    var beginning: [UInt8] = []
    do {
      var file = try InputStream(path, isExpanding: false)
      _ = try file.read { bytes in
        for index in bytes.indices.prefix(2) { beginning.append(bytes[index]) }
      }
    } catch { return false }
    return GzipDecoder.isBeginning(beginning)
  }

  /// Reads a stream to its end.
  ///
  /// - Parameters:
  ///   - input: The stream.
  ///   - title: The stream's name in messages.
  ///   - note: A closure called after each piece.
  /// - Returns: The bytes, at least one.
  /// - Throws: The errors of ``read(_:)``.
  static func bytes(
    of input: inout StreamInput, title: String, note: () -> Void
  ) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      while try await input.read({ bytes.append(contentsOf: $0) }) { note() }
    } catch {
      try Interruption.check()
      throw error
    }
    return try whole(bytes, title)
  }

  private static func whole(_ bytes: [UInt8], _ title: String) throws(Failure) -> [UInt8] {
    // A stream cut off by an interruption is not the requested capture.
    try Interruption.check()
    if bytes.isEmpty { throw Failure(message: "\(title) is empty; there is no capture in it") }
    return bytes
  }
}
