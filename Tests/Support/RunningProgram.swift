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
    output = ends[0]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    actions.closeOthers()
    // Threads that start one may block signals, and it would never hear that it is to end.
    var (attributes, noSignals) = (posix_spawnattr_t(), sigset_t())
    posix_spawnattr_init(&attributes)
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words = ([name] + arguments).map { strdup($0) } + [nil]
    let result = posix_spawn(&id, path, &actions, &attributes, &words, environ)
    for word in words { free(word) }
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    close(ends[1])
    guard result == 0 else { throw POSIXError(.ENOENT) }
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
