/// Writes what a receiver with UBX-RXM-RAWX and UBX-RXM-SFRBX switched on would send, epoch by epoch.
///
/// ```swift
/// var writer = RawStreamWriter()
/// writer.ephemerides = [.gps(orbit)]
/// for epoch in epochs { try send(writer.bytes(at: epoch)) }
/// ```
public struct RawStreamWriter: Sendable {
  /// The satellites whose navigation messages are passed on; a new ephemeris is used from the next piece on.
  public var ephemerides: [BroadcastEphemeris] = []
  /// The satellites' broadcast beside their orbits.
  public var broadcast = NavigationBroadcast()
  /// The time of the epoch written last.
  private var last: GPSTime?

  /// Creates a writer that has no satellites yet.
  public init() {}

  /// An epoch that cannot be written.
  public enum Failure: Error, Hashable, Sendable {
    /// Its time or its number of measurements does not fit.
    case epoch(RawEpochError)
    /// A value of an ephemeris does not fit its field.
    case ephemeris(Constellation, satelliteNumber: Int, RTCMEncodingError)
  }

  /// The frames of an epoch: the pieces of navigation messages that ended since the one before, then RXM-RAWX.
  ///
  /// The first epoch has no pieces before it, and so has one whose time is not later than the last one's. Of a
  /// gap, the pieces of its last minute are written.
  ///
  /// - Parameters:
  ///   - epoch: What was observed.
  ///   - onFinding: As for ``RxmRAWX/init(_:onFinding:)``.
  /// - Returns: The frames' bytes, in the order in which a receiver sends them.
  /// - Throws: ``Failure``; the epoch then counts as not written.
  public mutating func bytes(
    at epoch: ObservationEpoch, onFinding: (RawMeasurementFinding) -> Void = { _ in }
  ) throws(Failure) -> [UInt8] {
    let measurements: RxmRAWX
    do throws(RawEpochError) {
      measurements = try RxmRAWX(epoch, onFinding: onFinding)
    } catch { throw .epoch(error) }
    var bytes = try navigationBytes(through: epoch.time)
    bytes += measurements.frame.encode()
    last = epoch.time
    return bytes
  }

  /// The pieces that ended since the last epoch, in the order in which they ended.
  private func navigationBytes(through time: GPSTime) throws(Failure) -> [UInt8] {
    guard let last else { return [] }
    let after = max(last, time.advanced(byNanoseconds: -60_000_000_000))
    var pieces: [(end: GPSTime, frame: [UInt8])] = []
    for (index, ephemeris) in ephemerides.enumerated() {
      do throws(RTCMEncodingError) {
        let messages = try broadcast.messages(of: ephemeris, endingAfter: after, through: time)
        for (slot, message) in messages {
          var message = message
          message.channel = UInt8(clamping: index)
          pieces.append((slot.end, message.frame.encode()))
        }
      } catch {
        throw .ephemeris(
          ephemeris.constellation, satelliteNumber: ephemeris.satelliteNumber, error)
      }
    }
    return pieces.sorted { $0.end < $1.end }.flatMap { $0.frame }
  }
}

extension RawStreamWriter.Failure: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    switch self {
    case .epoch(let error): "\(error)"
    case .ephemeris(let constellation, let number, let error):
      "ephemeris of \(constellation.rinexLetter)\(number): \(error)"
    }
  }
}
