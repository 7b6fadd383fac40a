internal import Bytes
internal import BoardHost
internal import HTTPServer
internal import RTCMStreams
internal import VirtualBoard

/// A capture that is read whole before it is used.
enum CaptureInput {
  /// Reads a capture, and when its bytes arrived where a file beside it tells.
  ///
  /// - Parameters:
  ///   - path: The capture; a pipe and standard input have nothing beside them.
  ///   - window: Which stretch of it is wanted.
  /// - Returns: The capture, of at least one byte, and when that arrived.
  /// - Throws: As ``read(_:)``, and ``Failure`` for a file beside it that cannot be used, or a stretch without frames.
  static func capture(
    _ path: String, in window: WindowArguments
  ) throws -> (capture: Capture, arrivals: [CaptureArrival]) {
    let bytes = try read(path)
    let arrivals = try SideFile(of: path)?.arrivals(of: bytes.count) ?? []
    let part = try window.cut(bytes, arrivals: arrivals, of: path)
    return (Capture(part.bytes, arrivals: part.arrivals), part.arrivals)
  }

  /// Reads the whole of a capture that is to be played, and when its bytes arrived where a file beside it
  /// tells.
  ///
  /// - Throws: As the other one, and `CaptureError` when it has no frame.
  static func capture(_ path: String) throws -> Capture {
    let capture = try capture(path, in: WindowArguments()).capture
    try capture.requireFrames(in: path)
    return capture
  }

  /// Reads a file, or what comes from a pipe or, for `-`, from standard input, to its end.
  ///
  /// - Parameter path: The capture.
  /// - Returns: Its bytes, at least one.
  /// - Throws: `CaptureError` or ``Failure``; ``Failure/interrupted`` when the process is asked to end
  ///   before the end has come.
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

  /// Whether a file begins as what gzip compressed does; one that cannot be read does not.
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
  ///   - title: What messages call it.
  ///   - note: Called after each piece.
  /// - Returns: Its bytes, at least one.
  /// - Throws: As ``read(_:)``.
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
    // What an interruption leaves of a stream is not what was asked for.
    try Interruption.check()
    if bytes.isEmpty { throw Failure(message: "\(title) is empty; there is no capture in it") }
    return bytes
  }
}
