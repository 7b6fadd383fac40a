#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A program that this process has started, whose standard input and output are one connection.
///
/// The program has this process's standard error, and no other descriptor of it. It is in a process group of its own,
/// so that Ctrl-C in a terminal ends this process alone, which then ends the program. The caller has to ``end()`` it.
package struct ChildProgram: Sendable {
  /// The process's number, which is its group's as well.
  private let id: pid_t
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
      id = try Self.start(words, on: other)
    } catch {
      close(own)
      throw error
    }
    descriptor = own
  }

  /// Kills the program and those of its group, if it still runs, and takes its exit status.
  package func end() {
    kill(-id, SIGKILL)
    var status: Int32 = 0
    // Sound: the call fills the number.
    while unsafe waitpid(id, &status, 0) < 0, errno == EINTR {}
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

  private static func start(
    _ words: [String], on connection: Int32
  ) throws(SystemError) -> pid_t {
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
    unsafe posix_spawn_file_actions_adddup2(&actions, connection, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, connection, STDOUT_FILENO)
    for descriptor in openDescriptors {
      unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    setSignals(&attributes)
    var id = pid_t()
    let code = unsafe posix_spawnp(&id, words[0], &actions, &attributes, &list, environ)
    guard code == 0 else { throw SystemError(code: code) }
    return id
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
