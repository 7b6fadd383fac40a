import Foundation
import RTCMParser
import TestSupport
import Testing

/// The positions that RTKLIB computes from a stream, epoch by epoch.
struct PointPositions {
  /// A position with its number of satellites.
  struct Solution {
    var position: ECEFPosition
    var satelliteCount: Int
  }

  /// The solutions by seconds of GPS time since 1980.
  private(set) var solutions: [Int: Solution] = [:]

  /// Runs convbin and rnx2rtkp on a stream that begins on a day, `2018/07/14`, and reads their output.
  ///
  /// The models of troposphere and ionosphere are off.
  init(of stream: [UInt8], from time: String, options: [String] = []) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(stream, to: "in.rtcm3")
    let conversion = "-r rtcm3 -tr \(time) -v 3.04 -od -os -o out.obs -n out.nav in.rtcm3"
    _ = try OutsideProgram(.convbin).run(
      conversion.split(separator: " ").map(String.init), in: folder.url)
    let common = [
      "pos1-posmode=single", "pos1-elmask=10", "pos1-tropopt=off", "pos1-ionoopt=off",
      "out-solformat=xyz", "out-timeform=tow",
    ]
    let text = (common + options).map { $0 + "\n" }.joined()
    _ = try folder.write(Array(text.utf8), to: "options.conf")
    let output = try OutsideProgram(.rnx2rtkp)
      .run(["-k", "options.conf", "out.obs", "out.nav"], in: folder.url).output
    for line in output.split(whereSeparator: \.isNewline) where !line.hasPrefix("%") {
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      guard numbers.count > 6 else { continue }
      let seconds = Int(numbers[0]) * 604_800 + Int(numbers[1].rounded())
      solutions[seconds] = Solution(
        position: ECEFPosition(x: numbers[2], y: numbers[3], z: numbers[4]),
        satelliteCount: Int(numbers[6]))
    }
  }
}
