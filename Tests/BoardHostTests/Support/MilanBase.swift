import Foundation
import TestSupport

/// The capture that a board has when nobody names another.
enum MilanBase {
  /// Its bytes; read, because making them takes longer than most tests.
  static var capture: [UInt8] {
    get throws {
      let file = SharedCaptures.packageRoot.appending(path: "captures/milan-base.rtcm3")
      return [UInt8](try Data(contentsOf: file))
    }
  }
}
