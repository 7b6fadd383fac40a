internal import Platform

/// A program needed to build the project or by comparison tests; the command itself needs none of them.
struct Tool {
  /// The name of the program.
  var name: String
  /// The shell command that prints the version in one line; it prints nothing for a missing program.
  var version: StaticString
  /// The purpose of the program.
  var use: String
  /// The way to install the program.
  var remedy: String

  /// All tools.
  static var all: [Tool] {
    [
      Tool(
        name: "swift", version: "command -v swift >/dev/null && swift --version 2>/dev/null",
        use: "to build from source", remedy: "https://swift.org/install, 6.3 or newer"),
      comparison("curl", "command -v curl >/dev/null && curl --version", package: "curl"),
      comparison(
        "rtklib",
        """
        command -v str2str >/dev/null && command -v convbin >/dev/null \
        && { dpkg-query -W -f '${Version}\\n' rtklib 2>/dev/null || command -v str2str; }
        """, package: "rtklib"),
      comparison(
        "gpsdecode", "command -v gpsdecode >/dev/null && gpsdecode -V", package: "gpsd-clients"),
      comparison(
        "qemu", "command -v qemu-system-arm >/dev/null && qemu-system-arm --version",
        package: "qemu-system-arm"),
      comparison(
        "pyrtcm",
        """
        PATH="$PWD/.venv/bin:$PATH"; command -v python3 >/dev/null \
        && python3 -c 'import pyrtcm; print(pyrtcm.version)' 2>/dev/null
        """, package: "make test"),
    ]
  }

  private static func comparison(
    _ name: String, _ version: StaticString, package: String
  ) -> Tool {
    Tool(
      name: name, version: version, use: "the tests compare with it",
      remedy: package.hasPrefix("make") ? "'\(package)' installs it" : "apt-get install \(package)")
  }

  /// The tool's version, or a warning that it is missing.
  var finding: CheckFinding {
    guard let line = ProgramOutput.firstLine(of: version) else {
      return CheckFinding(name, .warn, "missing; \(use)", remedy: remedy)
    }
    return CheckFinding(name, .ok, line.printable)
  }
}
