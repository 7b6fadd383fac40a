package import GNSSBasics
package import GNSSSimulation
internal import Mathematics
package import NtripProtocol
internal import RTCMParser
internal import Locks

/// The default base station of a board, near Milan's Politecnico.
///
/// The station's stream is made as board time goes on, without end, and has the board's own date. For the
/// default date the stream begins with the bytes of `captures/milan-base.rtcm3`.
public enum BuiltInBase {
  /// The default position of the antenna.
  package static var position: ECEFPosition { ECEFPosition(BaseStationConfiguration().position) }

  /// Returns the station's stream, one part for each epoch, due at the epoch's own time after boot.
  ///
  /// - Parameters:
  ///   - bootDate: The board's date at boot.
  ///   - place: The position of the station's antenna; when `nil`, near the Politecnico.
  /// - Returns: A stream that ends only with GPS time.
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

/// The base of a correction stream.
package struct BaseStation: Hashable, Sendable {
  /// The station's ID in the stream (DF003); `nil` where it is unknown.
  package var id: UInt16?
  /// The position of the antenna.
  package var position: ECEFPosition

  /// Creates a base.
  package init(id: UInt16?, position: ECEFPosition) {
    self.id = id
    self.position = position
  }

  /// The built-in base.
  static var builtIn: Self {
    Self(id: BaseStationConfiguration().stationID, position: BuiltInBase.position)
  }
}

/// The epochs of a base station, made in order by one shared synthesizer.
///
/// A copy of the synthesizer for each epoch would often take longer than the epoch itself.
private final class StationEpochs: Sendable {
  private let station: BaseStationSynthesizer
  private let boot: GPSTime
  /// The synthesizer behind the epochs made so far, and the number of those epochs.
  private let front: Lock<(station: BaseStationSynthesizer, count: Int)>

  init(of station: BaseStationSynthesizer, since boot: GPSTime) {
    (self.station, self.boot) = (station, boot)
    front = Lock((station, 0))
  }

  /// Returns the stream from an epoch on, given that epoch's time.
  func feed(from index: Int, at time: GPSTime?) -> StreamFeed {
    guard let time else { return .ended }
    return StreamFeed(at: .nanoseconds(time.nanoseconds - boot.nanoseconds)) {
      if let (bytes, next) = self.make(index) {
        return (bytes, self.feed(from: index + 1, at: next))
      }
      // This copy of the stream has fallen behind the shared synthesizer, so it continues with one of
      // its own.
      let own = StationEpochs(of: self.station, since: self.boot)
      for earlier in 0..<index { _ = own.make(earlier) }
      let (bytes, next) = own.make(index) ?? ([], nil)
      return (bytes, own.feed(from: index + 1, at: next))
    }
  }

  /// Makes an epoch, and returns its bytes with the time of the following epoch; `nil` unless `index`
  /// is the next.
  private func make(_ index: Int) -> (bytes: [UInt8], next: GPSTime?)? {
    front.withLock { front in
      guard front.count == index else { return nil }
      front.count += 1
      // Every epoch of this station can be encoded, as the station's tests show for any date.
      let bytes = try? front.station.next()?.encode()
      return (bytes ?? [], front.station.nextEpochTime)
    }
  }
}
