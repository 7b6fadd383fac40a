import Foundation
import RTCMStreams

/// The capture with which the built-in base's stream begins.
public enum MilanBase {
  /// Its bytes; read, because making them takes longer than most tests.
  public static var capture: [UInt8] {
    get throws {
      let file = SharedCaptures.packageRoot.appending(path: "captures/milan-base.rtcm3")
      return [UInt8](try Data(contentsOf: file))
    }
  }

  /// Its bytes, epoch by epoch.
  public static var epochs: [[UInt8]] {
    get throws {
      let capture = try capture
      return Capture(capture).index.slices.map { Array(capture[$0.range]) }
    }
  }
}
