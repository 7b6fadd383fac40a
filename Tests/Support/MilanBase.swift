import Foundation
import GNSSBasics
import GNSSSimulation
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

  /// Ten minutes of GPS at the same place, of geometry alone: what a solver without models puts where it is.
  public static var calm: [UInt8] {
    get throws {
      var station = BaseStationConfiguration()
      (station.systems, station.effects) = ([.gps], .earthRotation)
      return try BaseStationSynthesizer(station).prefix(600).flatMap { try $0.encode() }
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
