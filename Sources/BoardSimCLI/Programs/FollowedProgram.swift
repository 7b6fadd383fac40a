internal import Platform
internal import TextOutput

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that this process has started, and what it prints.
final class FollowedProgram {
  /// The ends of the pipes from the program's standard output and standard error.
  private let output: Int32
  private let errors: Int32
  private let process: ChildProcess

  /// The longest line; the rest of a longer one is a line of its own.
  private static let longestLine = 4096
  /// The time for a program to end after it was asked to.
  private static let patience = Duration.seconds(5)

  /// Starts a program, a path or a name of the search path, without input.
  ///
  /// - Throws: ``Failure``, with `remedy` in it where there is no such program.
  init(_ program: String, _ arguments: [String], remedy: String) throws(Failure) {
    let (output, errors) = (try makePipe(), try makePipe())
    defer {
      _ = closeDescriptor(output.writing)
      _ = closeDescriptor(errors.writing)
    }
    do throws(SystemError) {
      process = try ChildProcess(
        [program] + arguments, input: nil, output: output.writing, errors: errors.writing)
    } catch {
      _ = closeDescriptor(output.reading)
      _ = closeDescriptor(errors.reading)
      throw error == .noEntry
        ? Failure(message: "there is no '\(program)'; \(remedy)")
        : .system("start", program, code: error.code)
    }
    (self.output, self.errors) = (output.reading, errors.reading)
  }

  deinit {
    _ = closeDescriptor(output)
    _ = closeDescriptor(errors)
  }
}

// MARK: Its life

extension FollowedProgram {
  /// Reads what the program prints, line by line, until it ends, and ends it when this process is asked to end.
  ///
  /// - Parameter onLine: Called with each line of standard output, without its end.
  /// - Returns: The program's status, or 128 and the number of the signal that ended it; and the lines of its
  ///   standard error.
  /// - Throws: The error of `onLine`, after the program has been ended.
  func follow(_ onLine: (String) throws(Failure) -> Void) throws(Failure) -> (
    status: Int32, errors: [String]
  ) {
    var line: [UInt8] = []
    var deadline: ContinuousClock.Instant?
    do throws(Failure) {
      while let bytes = next(of: output, &deadline) { try Self.divide(bytes, &line, onLine) }
    } catch {
      process.send(SIGKILL)
      process.wait()
      throw error
    }
    if !line.isEmpty { try onLine(Self.text(of: line[...])) }
    let errors = rest(of: errors)
    return (process.wait(), errors.split(separator: UInt8(ascii: "\n")).map { Self.text(of: $0) })
  }

  private static func divide(
    _ bytes: ArraySlice<UInt8>, _ line: inout [UInt8], _ onLine: (String) throws(Failure) -> Void
  ) throws(Failure) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || line.count == longestLine {
        try onLine(text(of: line[...]))
        line.removeAll(keepingCapacity: true)
      }
      if byte != UInt8(ascii: "\n") { line.append(byte) }
    }
  }

  private static func text(of line: ArraySlice<UInt8>) -> String {
    let isReturned = line.last == UInt8(ascii: "\r")
    return String(decoding: isReturned ? line.dropLast() : line, as: UTF8.self)
      .withControlsEscaped
  }

  /// Returns the next bytes, none after a pause without any; `nil` at the end.
  private func next(
    of descriptor: Int32, _ deadline: inout ContinuousClock.Instant?
  ) -> ArraySlice<UInt8>? {
    askToEnd(&deadline)
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // Sound: the call is told of one structure, which it fills.
    guard unsafe poll(&polled, 1, 100) > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: Self.longestLine)
    // Sound: the buffer outlives the call, and the length passed is its own.
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe readBytes(descriptor, $0.baseAddress, $0.count)
    }
    if count < 0 { return errno == EINTR ? [] : nil }
    return count == 0 ? nil : buffer[..<count]
  }

  /// Passes on that this process is asked to end, and ends a program that does not follow.
  private func askToEnd(_ deadline: inout ContinuousClock.Instant?) {
    guard Interruption.isRequested else { return }
    if let deadline {
      if deadline < .now { process.send(SIGKILL) }
    } else {
      process.send(SIGTERM)
      deadline = .now + Self.patience
    }
  }

  private func rest(of descriptor: Int32) -> [UInt8] {
    var (all, deadline) = ([UInt8](), ContinuousClock.Instant?.none)
    while let bytes = next(of: descriptor, &deadline) { all += bytes }
    return all
  }
}
