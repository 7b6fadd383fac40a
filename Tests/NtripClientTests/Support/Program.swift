import Foundation

/// A program that runs beside a test and is ended with it.
///
/// Started without `Process`, whose wait for a program's end never returned when several tests waited.
final class Program {
  private var id = pid_t()
  private var isRunning = true
  private let output: Int32

  /// Where a program is, when it is installed.
  static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  init(_ name: String, _ arguments: [String]) throws {
    guard let path = Self.find(name) else { throw CocoaError(.fileNoSuchFile) }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    output = ends[0]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var words = ([name] + arguments).map { strdup($0) } + [nil]
    let result = posix_spawn(&id, path, &actions, nil, &words, environ)
    for word in words { free(word) }
    posix_spawn_file_actions_destroy(&actions)
    close(ends[1])
    guard result == 0 else { throw POSIXError(.ENOENT) }
  }

  deinit {
    end()
    close(output)
  }

  /// The first line that the program prints, or the next one.
  func nextLine() -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(output, &byte, 1) == 1, byte != 10 { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  /// All that the program prints until it closes its output.
  func allOutput() -> String {
    FileHandle(fileDescriptor: output, closeOnDealloc: false).readDataToEndOfFile()
      .reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) }
  }

  /// Waits for the program's own end, and returns its exit status.
  func waitForEnd() -> Int32 {
    var status: Int32 = -1
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    isRunning = false
    return status
  }

  /// Ends the program.
  func end() {
    guard isRunning else { return }
    kill(id, SIGKILL)
    _ = waitForEnd()
  }
}
