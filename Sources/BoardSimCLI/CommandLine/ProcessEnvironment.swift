#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The environment of the process.
enum ProcessEnvironment {
  /// The value of a variable; `nil` when it is not set, or empty.
  static func value(_ name: String) -> String? {
    // Sound: the text is copied before anybody could change the environment.
    guard let text = unsafe getenv(name) else { return nil }
    let value = unsafe String(cString: text)
    return value.isEmpty ? nil : value
  }
}
