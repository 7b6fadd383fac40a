import Foundation

/// A program of someone else's that runs beside a test and is ended with it.
public final class RunningProgram: Sendable {
  private let program: StartedProgram
  private let output: Int32

  /// Starts a program of the search path; what it prints can be read.
  ///
  /// - Parameters:
  ///   - name: Its name; that of an ``Oracle`` is noted as a comparison.
  ///   - arguments: What follows its name.
  public init(_ name: String, _ arguments: [String]) throws {
    guard let path = OutsideProgram(name)?.path.path else { throw CocoaError(.fileNoSuchFile) }
    Oracle(rawValue: name)?.note()
    let pipe = try PrivatePipe()
    defer { close(pipe.writing) }
    do {
      program = try StartedProgram(at: path, [name] + arguments, output: pipe.writing)
    } catch {
      close(pipe.reading)
      throw error
    }
    output = pipe.reading
  }

  deinit { close(output) }

  /// The first line that the program prints, or the next one.
  public func nextLine() -> String {
    var line: [UInt8] = []
    while let byte = read(1).first, byte != 10 { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  /// The next bytes that the program prints; fewer only when it closes its output, or is silent for five minutes: a
  /// test that waits for a line that never comes fails then, and does not hang.
  public func read(_ count: Int) -> [UInt8] {
    var all: [UInt8] = []
    var block = [UInt8](repeating: 0, count: min(count, 65_536))
    while all.count < count {
      var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 300_000) > 0 else { break }
      let length = Foundation.read(output, &block, min(block.count, count - all.count))
      guard length > 0 else { break }
      all += block.prefix(length)
    }
    return all
  }

  /// All that the program prints until it closes its output.
  public func readToEnd() -> [UInt8] { read(.max) }

  /// Waits for the program's own end.
  ///
  /// - Returns: Its exit status; `nil` when a signal has ended it.
  public func waitForEnd() -> Int32? { program.waitForEnd() }

  /// Ends the program; str2str does not heed a wish to end while it waits to connect again.
  public func end() {
    program.send(SIGKILL)
    _ = waitForEnd()
  }

  /// Asks the program to end, so that it can clean up, and waits until it has.
  public func terminate() {
    program.send(SIGTERM)
    _ = waitForEnd()
  }
}
