public import Foundation
import Locks

/// A program in a process of its own, which has its first three descriptors and no others.
///
/// `Process` and `Pipe` make theirs so that every program started meanwhile has them too; whoever waits for
/// the end of such a pipe then waits for the end of that program as well. The wait of `Process` for a
/// program's end never returned now and then when several tests waited.
///
/// A program that still runs is killed with its owner.
public final class StartedProgram: Sendable {
  /// The number of its process.
  public let id: pid_t
  /// The outcome; `nil` before somebody has waited for it.
  private let status = Lock<Int32?>(nil)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - words: Its name and what follows it.
  ///   - environment: Its variables; `nil` is those of this process.
  ///   - folder: Where it runs, by way of a shell; `nil` is where this process does.
  ///   - input: What it reads; `nil` is nothing.
  ///   - output: Where it prints; `nil` is nowhere.
  ///   - errors: Where it tells of errors; `nil` is nowhere.
  /// - Throws: `POSIXError` where it cannot be started.
  public init(
    at path: String, _ words: [String], environment: [String: String]? = nil,
    folder: String? = nil, input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in [input, output, errors].enumerated() {
      let number = Int32(number)
      if let descriptor {
        posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      } else {
        let mode = number == STDIN_FILENO ? O_RDONLY : O_WRONLY
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", mode, 0)
      }
    }
    let open = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
    // Other threads may open some before the program starts; those that are not open are passed over.
    let last = (open.compactMap { Int32($0) }.max() ?? 2) + 64
    for descriptor in 3...max(3, last) {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }

    // A thread that starts one may block signals or pass them over, and it would never hear that it is to end.
    var (attributes, none, all) = (posix_spawnattr_t(), sigset_t(), sigset_t())
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    // Not every library can change the folder of what it starts.
    let (path, words) =
      folder.map {
        ("/bin/sh", ["sh", "-c", "cd -- \"$0\" && exec \"$@\"", $0, path] + words.dropFirst())
      }
      ?? (path, words)
    var arguments = words.map { strdup($0) } + [nil]
    let variables = environment ?? ProcessInfo.processInfo.environment
    var texts = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + texts { free(text) } }
    var started = pid_t()
    let code = posix_spawn(&started, path, &actions, &attributes, &arguments, &texts)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .ENOENT) }
    id = started
  }

  deinit {
    send(SIGKILL)
    _ = waitForEnd()
  }

  /// Sends a signal; a process that has ended does not get it, and no later one of its number.
  public func send(_ signal: Int32) {
    status.withLock { status in
      if status == nil { kill(id, signal) }
    }
  }

  /// Waits for the program's own end.
  ///
  /// - Returns: Its exit status; `nil` when a signal has ended it.
  public func waitForEnd() -> Int32? {
    var information = siginfo_t()
    // The process keeps its number until its outcome is taken, under the lock.
    while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    let status = status.withLock { status in
      if let status { return status }
      var outcome: Int32 = -1
      while waitpid(id, &outcome, 0) < 0, errno == EINTR {}
      status = outcome
      return outcome
    }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }
}

/// A pipe whose ends no program has that is started later, by whatever means.
public struct PrivatePipe {
  /// The end to read from.
  public let reading: Int32
  /// The end to write to.
  public let writing: Int32

  /// Opens a pipe, whose ends somebody has to close.
  public init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }
}
