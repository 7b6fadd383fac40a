internal import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// PNG pictures, converted from drawings by librsvg's program.
enum PNGPicture {
  private static let program = "rsvg-convert"

  /// Converts a drawing in SVG to a picture.
  ///
  /// - Returns: A PNG file.
  /// - Throws: ``Failure`` when the program is missing or fails, or the process is asked to end.
  static func make(of drawing: String) throws(Failure) -> [UInt8] {
    // The drawing is passed in an unnamed file, so that the two processes do not wait for each other.
    // Sound: the file is open until the end of this function.
    guard let source = unsafe tmpfile() else { throw .system("make", "a temporary file") }
    defer { unsafe fclose(source) }
    let input = unsafe fileno(source)
    try writeBytes(Array(drawing.utf8), to: input, name: "a temporary file")
    lseek(input, 0, SEEK_SET)
    let ends = try makePipe()
    defer { _ = closeDescriptor(ends.reading) }
    let process = try start(input: input, output: ends.writing)
    let picture = try readToEnd(ends.reading, from: process)
    let status = process.wait()
    try Interruption.check()
    guard status == 0, !picture.isEmpty else {
      throw Failure(message: "\(program) could not make a PNG; make an SVG, -o FILE.svg")
    }
    return picture
  }

  /// Starts the program, and closes this process's copy of the program's end of the pipe.
  private static func start(input: Int32, output: Int32) throws(Failure) -> ChildProcess {
    defer { _ = closeDescriptor(output) }
    do throws(SystemError) {
      return try ChildProcess([program, "--width", "2400"], input: input, output: output)
    } catch {
      throw error == .noEntry
        ? Failure(
          message: "a PNG is made by \(program), which is not installed: get it by "
            + "'apt-get install librsvg2-bin' or 'brew install librsvg', or make an SVG, -o FILE.svg"
        )
        : .system("start", program, code: error.code)
    }
  }

  private static func readToEnd(
    _ descriptor: Int32, from process: ChildProcess
  ) throws(Failure) -> [UInt8] {
    var (all, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while true {
      Interruption.wait(for: descriptor)
      if Interruption.isRequested { process.send(SIGKILL) }
      // Sound: the buffer outlives the call, and the length passed is its own.
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe readBytes(descriptor, $0.baseAddress, $0.count)
      }
      guard count != 0 else { return all }
      if count > 0 {
        all += buffer.prefix(count)
      } else if errno != EINTR {
        throw .system("read from", program)
      }
    }
  }
}
