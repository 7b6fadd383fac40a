/// A writer of the UBX-RXM-RAWX and UBX-RXM-SFRBX messages that a receiver would send, epoch by epoch.
///
/// ```swift
/// var writer = RawStreamWriter()
/// writer.ephemerides = [.gps(orbit)]
/// for epoch in epochs { try send(writer.bytes(at: epoch)) }
/// ```
public struct RawStreamWriter: Sendable {
  /// The ephemerides of the satellites whose navigation messages are written; a new one is used from the
  /// next piece on.
  public var ephemerides: [BroadcastEphemeris] = []
  /// The broadcast data of the satellites beside their orbits.
  public var broadcast = NavigationBroadcast()
  /// The time of the last epoch written; `nil` before the first.
  private var last: GPSTime?

  /// Creates a writer without satellites.
  public init() {}

  /// The error for an epoch that cannot be written.
  public enum Failure: Error, Hashable, Sendable {
    /// An epoch whose time or number of measurements does not fit.
    case epoch(RawEpochError)
    /// An ephemeris with a value that does not fit its field.
    case ephemeris(Constellation, satelliteNumber: Int, RTCMEncodingError)
  }

  /// Returns the frames of an epoch: the navigation pieces that ended since the previous
  /// epoch, then RXM-RAWX.
  ///
  /// The first epoch has no pieces, and neither has an epoch that is not later than the last one. After a
  /// gap, only the pieces of the last minute are written.
  ///
  /// - Parameters:
  ///   - epoch: The observations.
  ///   - onFinding: Called for findings, as in ``RxmRAWX/init(_:onFinding:)``.
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

  /// Returns the frames of the pieces that ended since the last epoch, in the order in which they ended.
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
  /// The error and its remedy, in words.
  public var description: String {
    switch self {
    case .epoch(let error): "\(error)"
    case .ephemeris(let constellation, let number, let error):
      "ephemeris of \(constellation.rinexLetter)\(number): \(error)"
    }
  }
}
