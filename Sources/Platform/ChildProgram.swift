#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A program that this process has started, whose standard input and output are one connection.
///
/// The program has this process's standard error, and no other descriptor of it. The caller has to ``end()`` it.
package struct ChildProgram: Sendable {
  private let process: ChildProcess
  /// This process's end of the connection, which the caller closes.
  package let descriptor: Int32

  /// Starts a program.
  ///
  /// - Parameter words: The program, found by the search path unless it has a slash, and its arguments.
  /// - Throws: ``SystemError`` when the program cannot be started.
  package init(_ words: [String]) throws(SystemError) {
    let (own, other) = try Self.connectedSockets()
    defer { close(other) }
    do throws(SystemError) {
      process = try ChildProcess(words, input: other, output: other)
    } catch {
      close(own)
      throw error
    }
    descriptor = own
  }

  /// Kills the program and those of its group, if it still runs.
  package func end() {
    process.send(SIGKILL)
    process.wait()
  }

  /// Opens two sockets that are connected with each other and closed in programs started later.
  private static func connectedSockets() throws(SystemError) -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      let type = SOCK_STREAM
    #elseif canImport(Musl)
      let type = SOCK_STREAM | SOCK_CLOEXEC
    #else
      let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #endif
    // Sound: the array has room for the two numbers.
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
