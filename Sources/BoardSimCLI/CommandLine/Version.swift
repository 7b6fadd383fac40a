internal import BuildCommit

/// The text of `boardsim --version`, which identifies the program's sources.
enum Version {
  /// The version of the command and of the libraries (Semantic Versioning).
  static let number = "0.1.0"

  /// The version line, such as `boardsim 0.1.0 (commit abcdef1, release, linux x86_64)`.
  static var line: String {
    "boardsim \(number) (commit \(commit), \(build), \(system) \(architecture))"
  }

  private static var commit: String {
    // Sound: the string is a C literal, which ends with a zero and lives as long as the process.
    unsafe String(cString: build_commit())
  }

  private static var build: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  private static var system: String {
    #if os(Linux)
      "linux"
    #elseif os(macOS)
      "macos"
    #else
      "unknown system"
    #endif
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "unknown processor"
    #endif
  }
}
