internal import GNSSSimulation
internal import RTCMParser

/// The base station a board has when nobody names another: near Milan's Politecnico.
///
/// Made anew for each board, in some milliseconds, so that its epochs have the board's own date. For
/// the default date it is `captures/milan-base.rtcm3`, byte for byte.
public enum BuiltInBase {
  /// What messages about the capture call it.
  public static let name = "milan-base (built in)"

  /// Ten minutes at 1 Hz, to be repeated.
  ///
  /// - Parameter bootDate: The date of the first epoch, Unix time in nanoseconds.
  /// - Returns: The stream's bytes.
  /// - Throws: `BaseStationConfigurationError` for a date outside GPS time.
  public static func capture(from bootDate: Int64) throws -> [UInt8] {
    var configuration = BaseStationConfiguration()
    configuration.start = bootDate
    var bytes: [UInt8] = []
    for epoch in try BaseStationSynthesizer(configuration).prefix(600) {
      bytes += try epoch.encode()
    }
    return bytes
  }
}
