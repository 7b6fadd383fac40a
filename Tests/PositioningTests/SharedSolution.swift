import Foundation
import GNSSBasics
import TestSupport

@testable import Positioning

/// A solution of RTKLIB in the shared folder, with the truth about it.
struct SharedSolution {
  /// The path below `rtk/`.
  let path: String

  /// The rover's position of `mosaic-static`, from its `rover_position.txt`.
  static let mosaic = GeodeticPosition(
    latitude: 35.13469901, longitude: 136.97757549, height: 104.8626)

  init(_ path: String) { self.path = path }

  var url: URL { get throws { try SharedCaptures.file("rtk/\(path)") } }

  var bytes: [UInt8] { get throws { [UInt8](try Data(contentsOf: url)) } }

  var file: PositionFile {
    get throws {
      let bytes = try bytes
      return PositionFile(reading: bytes.span)
    }
  }

  /// The truth: a place, or the file `truth.csv` beside the solution.
  func truth(near time: GPSTime) throws -> PositionTruth {
    guard path.hasPrefix("synth") else { return .place(Self.mosaic) }
    let csv = [UInt8](try Data(contentsOf: SharedCaptures.file("rtk/synth-3km/truth.csv")))
    return .track(TruthFile(reading: csv.span, near: time).track)
  }
}
