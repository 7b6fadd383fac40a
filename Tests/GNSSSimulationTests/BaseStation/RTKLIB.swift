import Foundation
import GNSSBasics
import TestSupport
import Testing

/// RTKLIB's programs, which compute positions from RTCM streams.
enum RTKLIB {
  /// A line of a solution.
  struct Solution {
    var position: ECEFPosition
    /// The quality of the solution: 1 fixed, 2 float, 5 single-point.
    var quality: Int
    /// The velocity, m/s, Earth-centred and Earth-fixed.
    var velocity: ECEFPosition
  }

  /// Converts a stream that begins on 2026-06-01 to RINEX files `NAME.obs` and `NAME.nav` in the folder.
  ///
  /// RTKLIB takes the full week of an ephemeris from the machine's clock, which must not be earlier.
  static func convert(_ bytes: [UInt8], to name: String, in folder: URL) throws {
    try Data(bytes).write(to: folder.appending(path: "\(name).rtcm3"))
    let options = "-r rtcm3 -tr 2026/06/01 12:00:00 -v 3.04 -od -os".words
    let files = ["-o", "\(name).obs", "-n", "\(name).nav", "\(name).rtcm3"]
    let result = try OutsideProgram(.convbin).run(options + files, in: folder)
    #expect(result.status == 0)
  }

  /// Computes a position for every epoch of the first RINEX file.
  ///
  /// The models of troposphere and ionosphere are off, unless `options` turn them on.
  static func solve(
    _ files: [String], options: [String], in folder: URL
  ) throws -> [Solution] {
    let common = [
      "pos1-elmask=5", "pos1-navsys=61", "pos1-tropopt=off", "pos1-ionoopt=off",
      "out-solformat=xyz",
      "out-outvel=on",
    ]
    let configuration = (common + options).map { $0 + "\n" }.joined()
    try Data(configuration.utf8).write(to: folder.appending(path: "options.conf"))
    let program = try OutsideProgram(.rnx2rtkp)
    let output = try program.run(["-k", "options.conf"] + files, in: folder).output
    return output.split(whereSeparator: \.isNewline).compactMap { Solution(line: String($0)) }
  }
}

extension RTKLIB.Solution {
  /// Creates a solution from a line of the format `xyz` with velocities; `nil` for a comment.
  init?(line: String) {
    let columns = line.words
    guard columns.count >= 18, !line.hasPrefix("%") else { return nil }
    let numbers = columns.map { Double($0) ?? .nan }
    position = ECEFPosition(x: numbers[2], y: numbers[3], z: numbers[4])
    quality = Int(columns[5]) ?? 0
    velocity = ECEFPosition(x: numbers[15], y: numbers[16], z: numbers[17])
  }
}

extension String {
  /// The words between spaces and line ends.
  var words: [String] { split(whereSeparator: \.isWhitespace).map(String.init) }
}
