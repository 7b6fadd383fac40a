internal import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The work failed; the process ends with a status other than 0.
struct Failure: Error {
  /// The failure, its place and its remedy; empty when there is nothing to tell.
  var message: String
  /// The exit status: 1, or as a shell tells of a process that a signal has ended, 128 and its number.
  var status: Int32 = 1
}

extension Failure {
  /// SIGINT or SIGTERM came before the work was done: 130 or 143.
  static var interrupted: Failure {
    Failure(message: "interrupted", status: 128 + Interruption.signal)
  }

  /// Whoever read standard output has seen enough: 141 without a word, as other tools end.
  static let closedPipe = Failure(message: "", status: 128 + SIGPIPE)

  /// The system refused a path, or a standard stream by its name; `code` is the system's error number.
  static func system(_ verb: String, _ name: String, code: Int32 = errno) -> Failure {
    // Waiting for the other end of a named pipe was cut short.
    if code == EINTR, Interruption.isRequested { return .interrupted }
    let place = name.hasPrefix("standard ") ? name : "'\(name)'"
    return Failure(message: "cannot \(verb) \(place): \(systemText(ofError: code))")
  }
}
