public import Foundation

/// A Python package to compare with, by way of the scripts in `Tests/Oracles`.
public struct PythonPackage: Sendable {
  /// A decoder of RTCM 3.
  public static let pyrtcm = Self(.pyrtcm)
  /// RTKLIB's functions.
  public static let pyrtklib = Self(.pyrtklib)
  /// A reader of RINEX that goes by the record lines of version 4.
  public static let cssrlib = Self(.cssrlib)
  /// Home Assistant's entities and announcements.
  public static let haMQTT = Self(.haMQTT)
  /// The messages of MAVLink, and its telemetry logs.
  public static let pymavlink = Self(.pymavlink)
  /// A reader of RINEX 2 and 3.
  public static let georinex = Self(.georinex)

  private let oracle: Oracle
  /// Whether the `python3` of the search path finds it.
  let isInstalled: Bool

  private init(_ oracle: Oracle) {
    self.oracle = oracle
    let folder = FileManager.default.temporaryDirectory
    let result = try? OutsideProgram("python3")?.run(
      ["-c", "import \(oracle.rawValue)"], in: folder)
    isInstalled = result?.status == 0
  }

  /// Runs a script and waits for it.
  ///
  /// - Parameters:
  ///   - script: Its name in `Tests/Oracles`.
  ///   - arguments: What it is called with.
  ///   - folder: Where it runs.
  ///   - input: A file that it reads as its standard input.
  /// - Returns: What it printed.
  /// - Throws: ``MissingOracle`` without Python; ``Failure`` when the script ends with an error.
  public func run(
    _ script: String, _ arguments: [String] = [], in folder: URL, input: URL? = nil
  ) throws -> String {
    guard let python = OutsideProgram("python3") else { throw MissingOracle(oracle: oracle) }
    oracle.note()
    let path = SharedCaptures.packageRoot.appending(path: "Tests/Oracles/\(script)").path
    let result = try python.run([path] + arguments, in: folder, input: input)
    guard result.status == 0 else { throw Failure(script: script, status: result.status) }
    return result.output
  }

  /// A script ended with an error.
  public struct Failure: Error {
    /// Its name.
    public let script: String
    /// Its exit status.
    public let status: Int32
  }
}
