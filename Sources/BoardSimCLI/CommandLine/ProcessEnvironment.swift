#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The environment of the process.
enum ProcessEnvironment {
  /// Returns the value of a variable; `nil` when the variable is unset or empty.
  static func value(_ name: String) -> String? {
    // Sound: the text is copied before the environment can change.
    guard let text = unsafe getenv(name) else { return nil }
    let value = unsafe String(cString: text)
    return value.isEmpty ? nil : value
  }
}
