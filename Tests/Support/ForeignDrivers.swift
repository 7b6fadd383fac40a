import Foundation

/// Drivers of other people, from PyPI, that read our parts over the socket bus.
///
/// Several own the same import name: each is in a folder of its own below `.venv/drivers`.
public enum ForeignDrivers {
  static var folder: URL { SharedCaptures.packageRoot.appending(path: ".venv/drivers") }

  /// Whether all of them are there.
  static let areInstalled = FileManager.default.fileExists(
    atPath: folder.appending(path: "complete").path)

  /// Lets one of them read its part over a range and waits for the verdict.
  ///
  /// - Parameters:
  ///   - driver: Its name in `Tests/Oracles/foreign_drivers.py`.
  ///   - place: Where the bus is.
  ///   - points: How many points of the part's range are read.
  /// - Returns: The exit status, 0 when each was within one step, and what was printed.
  public static func run(
    _ driver: String, at place: String, points: Int
  ) throws -> (status: Int32, output: String) {
    guard let python = OutsideProgram("python3") else { throw MissingOracle(oracle: .drivers) }
    Oracle.drivers.note()
    let script = SharedCaptures.packageRoot.appending(path: "Tests/Oracles/foreign_drivers.py").path
    return try python.run(
      [script, folder.path, driver, place, "\(points)"], in: FileManager.default.temporaryDirectory)
  }
}
