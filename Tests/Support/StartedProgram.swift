import Foundation

/// Starts a program that has its first three descriptors and no others.
///
/// `Process` and `Pipe` make theirs so that every program started meanwhile has them too; whoever waits for
/// the end of such a pipe then waits for the end of that program as well.
///
/// - Parameters:
///   - path: Where it is.
///   - words: Its name and what follows it.
///   - input: What it reads; `nil` is nothing.
///   - output: Where it prints; what it says of errors goes nowhere.
/// - Returns: Its process, which somebody has to wait for.
func startedProgram(
  at path: String, _ words: [String], input: Int32? = nil, output: Int32
) throws -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  if let input {
    posix_spawn_file_actions_adddup2(&actions, input, 0)
  } else {
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  }
  posix_spawn_file_actions_adddup2(&actions, output, 1)
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
  let open = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
  // Other threads may open some before the program starts; those that are not open are passed over.
  let last = (open.compactMap { Int32($0) }.max() ?? 2) + 64
  for descriptor in 3...max(3, last) { posix_spawn_file_actions_addclose(&actions, descriptor) }
  // Threads that start one may block signals, and it would never hear that it is to end.
  var (attributes, noSignals) = (posix_spawnattr_t(), sigset_t())
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  sigemptyset(&noSignals)
  posix_spawnattr_setsigmask(&attributes, &noSignals)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
  var arguments = words.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  var id = pid_t()
  guard posix_spawn(&id, path, &actions, &attributes, &arguments, environ) == 0 else {
    throw POSIXError(.ENOENT)
  }
  return id
}
