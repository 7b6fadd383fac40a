internal import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A failure of the command; the process ends with a status other than 0.
struct Failure: Error {
  /// The failure, its place and its remedy; empty when nothing is to be reported.
  var message: String
  /// The exit status: 1, or 128 plus the number of a signal, as shells report it.
  var status: Int32 = 1
}

extension Failure {
  /// The failure after SIGINT or SIGTERM before the work was done: status 130 or 143.
  static var interrupted: Failure {
    Failure(message: "interrupted", status: 128 + Interruption.signal)
  }

  /// The failure when standard output's reader has gone: status 141 without a message, as with other tools.
  static let closedPipe = Failure(message: "", status: 128 + SIGPIPE)

  /// Returns the failure of a system call on a path or a named standard stream; `code` is the system's
  /// error number.
  static func system(_ verb: String, _ name: String, code: Int32 = errno) -> Failure {
    // A signal interrupted the wait for the other end of a named pipe.
    if code == EINTR, Interruption.isRequested { return .interrupted }
    let place = name.hasPrefix("standard ") ? name : "'\(name)'"
    return Failure(message: "cannot \(verb) \(place): \(systemText(ofError: code))")
  }
}
