import Foundation

/// A program of someone else's that runs beside a test and is ended with it.
///
/// Started without `Process`, whose wait for a program's end never returned when several tests waited.
public final class RunningProgram {
  private var id = pid_t()
  private var isRunning = true
  private let output: Int32

  /// Starts a program of the search path; what it prints can be read.
  ///
  /// - Parameters:
  ///   - name: Its name; that of an ``Oracle`` is noted as a comparison.
  ///   - arguments: What follows its name.
  public init(_ name: String, _ arguments: [String]) throws {
    guard let path = OutsideProgram(name)?.path.path else { throw CocoaError(.fileNoSuchFile) }
    Oracle(rawValue: name)?.note()
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    do {
      id = try startedProgram(at: path, [name] + arguments, output: ends[1])
    } catch {
      close(ends[0])
      throw error
    }
    // Last, so that there is nothing to end where none was started.
    output = ends[0]
  }

  /// str2str does not heed a wish to end while it waits to connect again.
  deinit {
    end()
    close(output)
  }

  /// The first line that the program prints, or the next one.
  public func nextLine() -> String {
    var line: [UInt8] = []
    while let byte = read(1).first, byte != 10 { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  /// The next bytes that the program prints; fewer only when it closes its output.
  public func read(_ count: Int) -> [UInt8] {
    var all: [UInt8] = []
    var block = [UInt8](repeating: 0, count: min(count, 65_536))
    while all.count < count {
      let length = Foundation.read(output, &block, min(block.count, count - all.count))
      guard length > 0 else { break }
      all += block.prefix(length)
    }
    return all
  }

  /// All that the program prints until it closes its output.
  public func readToEnd() -> [UInt8] { read(.max) }

  /// Waits for the program's own end, and returns its exit status.
  public func waitForEnd() -> Int32 {
    var status: Int32 = -1
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    isRunning = false
    return status
  }

  /// Ends the program.
  public func end() {
    guard isRunning else { return }
    kill(id, SIGKILL)
    _ = waitForEnd()
  }

  /// Asks the program to end, so that it can clean up, and waits until it has.
  public func terminate() {
    guard isRunning else { return }
    kill(id, SIGTERM)
    _ = waitForEnd()
  }
}
