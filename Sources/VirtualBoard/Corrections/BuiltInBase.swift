package import GNSSBasics
package import GNSSSimulation
internal import Mathematics
package import NtripProtocol
internal import RTCMParser

/// The base station a board has when nobody names another: near Milan's Politecnico.
///
/// Its stream is made as board time goes on, without end, and has the board's own date. For the
/// default date it begins with `captures/milan-base.rtcm3`, byte for byte.
public enum BuiltInBase {
  /// Where its antenna is.
  package static var position: ECEFPosition { ECEFPosition(BaseStationConfiguration().position) }

  /// The stream, a part for each epoch, due at the epoch's own time after boot.
  ///
  /// - Parameters:
  ///   - bootDate: The board's date at boot.
  ///   - place: Where its antenna is; where nobody says, near the Politecnico.
  /// - Returns: A stream without end, but for that of GPS time.
  /// - Throws: `BaseStationConfigurationError` for a date outside GPS time.
  package static func feed(
    from bootDate: UnixTime, at place: GeodeticPosition? = nil
  ) throws(BaseStationConfigurationError) -> StreamFeed {
    var configuration = BaseStationConfiguration()
    configuration.start = bootDate
    if let place { configuration.position = place }
    let station = try BaseStationSynthesizer(configuration)
    guard let boot = GPSTime(bootDate) else { throw .start(bootDate) }
    return feed(of: station, since: boot)
  }

  private static func feed(of station: BaseStationSynthesizer, since boot: GPSTime) -> StreamFeed {
    guard let time = station.nextEpochTime else { return .ended }
    return StreamFeed(at: .nanoseconds(time.nanoseconds - boot.nanoseconds)) {
      var station = station
      // Everything this station says can be encoded, as its tests show for any date.
      let bytes = try? station.next()?.encode()
      return (bytes ?? [], feed(of: station, since: boot))
    }
  }
}
