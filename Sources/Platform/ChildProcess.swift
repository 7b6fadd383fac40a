#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A process that this one has started.
///
/// The process is in a group of its own, so that Ctrl-C in a terminal ends this process alone, which then ends the other. It has
/// no descriptor of this process but those that it is given. The caller has to ``wait()`` for its end.
package struct ChildProcess: Sendable {
  /// The process's number, which is its group's as well.
  private let id: pid_t

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: The program, found by the search path unless it has a slash, and its arguments.
  ///   - input: Its standard input; `nil` for an empty one.
  ///   - output: Its standard output.
  ///   - errors: Its standard error; `nil` for this process's.
  /// - Throws: ``SystemError`` when the program cannot be started.
  package init(
    _ words: [String], input: Int32?, output: Int32, errors: Int32? = nil
  ) throws(SystemError) {
    #if canImport(Darwin)
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
    #else
      // Sound: the values are initialised before their use.
      var (actions, attributes) = unsafe (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    // Sound: all values are initialised before their use and freed after it, and both lists end with nil.
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    var list = unsafe words.map { unsafe strdup($0) } + [nil]
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
      unsafe list.forEach { unsafe free($0) }
    }
    if let input {
      unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    if let errors { unsafe posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO) }
    for descriptor in Self.openDescriptors {
      unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    Self.setSignals(&attributes)
    var id = pid_t()
    // Sound: the lists end with nil, and all values outlive the call.
    let code = unsafe posix_spawnp(&id, words[0], &actions, &attributes, &list, environ)
    guard code == 0 else { throw SystemError(code: code) }
    self.id = id
  }

  /// Sends a signal to the process and those of its group.
  package func send(_ signal: Int32) { _ = kill(-id, signal) }

  /// Waits for the process's end.
  ///
  /// - Returns: Its status, or 128 and the number of the signal that ended it.
  @discardableResult
  package func wait() -> Int32 {
    var status: Int32 = 0
    // Sound: the call fills the number.
    while unsafe waitpid(id, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }

  /// The descriptors above standard error that this process has open, some of which programs would inherit.
  private static var openDescriptors: [Int32] {
    let names = (try? Folder.names(in: "/dev/fd")) ?? []
    return names.compactMap { Int32($0) }.filter { $0 > STDERR_FILENO }
  }

  #if canImport(Darwin)
    private typealias Attributes = posix_spawnattr_t?
  #else
    private typealias Attributes = posix_spawnattr_t
  #endif

  /// Gives the program a group of its own and the default treatment of signals, which this thread may block.
  private static func setSignals(_ attributes: inout Attributes) {
    var (none, all) = (sigset_t(), sigset_t())
    // Sound: the calls fill and read values that outlive them.
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    #if canImport(Darwin)
      let flags =
        POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        | POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    #endif
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
  }
}
