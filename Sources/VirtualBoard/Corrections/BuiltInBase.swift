package import GNSSBasics
package import GNSSSimulation
internal import Mathematics
package import NtripProtocol
internal import RTCMParser
internal import Locks

/// The base station a board has when nobody names another: near Milan's Politecnico.
///
/// Its stream is made as board time goes on, without end, and has the board's own date. For the
/// default date it begins with `captures/milan-base.rtcm3`, byte for byte.
public enum BuiltInBase {
  /// The position of its antenna.
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
    return StationEpochs(of: station, since: boot).feed(from: 0, at: station.nextEpochTime)
  }
}

/// The epochs of a station, made one after the other by one station: a copy of it for each would take longer than much
/// of what it does.
private final class StationEpochs: Sendable {
  private let station: BaseStationSynthesizer
  private let boot: GPSTime
  /// The station behind the epochs that were made, and how many those are.
  private let front: Lock<(station: BaseStationSynthesizer, count: Int)>

  init(of station: BaseStationSynthesizer, since boot: GPSTime) {
    (self.station, self.boot) = (station, boot)
    front = Lock((station, 0))
  }

  /// The stream from an epoch on, whose time is known.
  func feed(from index: Int, at time: GPSTime?) -> StreamFeed {
    guard let time else { return .ended }
    return StreamFeed(at: .nanoseconds(time.nanoseconds - boot.nanoseconds)) {
      if let (bytes, next) = self.make(index) {
        return (bytes, self.feed(from: index + 1, at: next))
      }
      // A copy of the stream that was left behind goes on alone.
      let own = StationEpochs(of: self.station, since: self.boot)
      for earlier in 0..<index { _ = own.make(earlier) }
      let (bytes, next) = own.make(index) ?? ([], nil)
      return (bytes, own.feed(from: index + 1, at: next))
    }
  }

  /// Makes an epoch, with the time of the one behind it; `nil` unless it is the next.
  private func make(_ index: Int) -> (bytes: [UInt8], next: GPSTime?)? {
    front.withLock { front in
      guard front.count == index else { return nil }
      front.count += 1
      // Everything this station says can be encoded, as its tests show for any date.
      let bytes = try? front.station.next()?.encode()
      return (bytes ?? [], front.station.nextEpochTime)
    }
  }
}
