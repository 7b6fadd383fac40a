public import Foundation

/// The Python package pyrtcm, by way of the scripts in `Tests/Oracles`.
public enum Pyrtcm {
  /// Whether the `python3` of the search path finds it.
  static let isInstalled: Bool = {
    let folder = FileManager.default.temporaryDirectory
    let result = try? OutsideProgram("python3")?.run(["-c", "import pyrtcm"], in: folder)
    return result?.status == 0
  }()

  /// Runs a script and waits for it.
  ///
  /// - Parameters:
  ///   - script: Its name in `Tests/Oracles`.
  ///   - folder: Where it runs.
  ///   - input: A file that it reads as its standard input.
  /// - Returns: What it printed.
  /// - Throws: ``MissingOracle`` without Python; ``Failure`` when the script ends with an error.
  public static func run(_ script: String, in folder: URL, input: URL? = nil) throws -> String {
    guard let python = OutsideProgram("python3") else { throw MissingOracle(oracle: .pyrtcm) }
    Oracle.pyrtcm.note()
    let path = SharedCaptures.packageRoot.appending(path: "Tests/Oracles/\(script)").path
    let result = try python.run([path], in: folder, input: input)
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
