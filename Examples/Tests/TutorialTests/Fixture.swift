import Foundation

/// What the tutorials work on.
enum Fixture {
  /// Ten minutes of a base station near Milan: 3,630 frames of 1006, 1019, 1020, 1033 and MSM7, a capture of
  /// this repository.
  static func milanBase() throws -> [UInt8] {
    let root = URL(filePath: #filePath).appending(path: "../../../../").standardized
    return [UInt8](try Data(contentsOf: root.appending(path: "captures/milan-base.rtcm3")))
  }
}
