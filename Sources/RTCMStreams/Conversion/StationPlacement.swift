internal import Mathematics

/// The station position for a converted stream: replaces it in 1005 and 1006, and supplies 1005 if both are
/// missing.
///
/// A stream without either message gets 1005 before its first observations and every ten seconds, the
/// interval of base stations, until it has one of its own.
struct StationPlacement: Sendable {
  /// The position to write, ECEF.
  let position: ECEFPosition
  /// Whether the stream has a 1005 or 1006 of its own.
  private var hasOwn = false
  /// The GPS time of day of the last 1005 supplied, milliseconds.
  private var last: Int?

  private static let interval = 10_000

  init(at position: ECEFPosition) { self.position = position }

  /// Returns the message of a payload with the position replaced; `nil` for other or undecodable messages.
  mutating func corrected(_ payload: Span<UInt8>) -> RTCMMessage? {
    guard let message = try? RTCMMessage(decoding: payload) else { return nil }
    switch message {
    case .antennaReferencePoint(var station):
      hasOwn = true
      station.position = position
      return .antennaReferencePoint(station)
    case .antennaReferencePointAndHeight(var station):
      hasOwn = true
      station.position = position
      return .antennaReferencePointAndHeight(station)
    default: return nil
    }
  }

  /// Returns the 1005 that is due before observations.
  ///
  /// - Parameters:
  ///   - time: The GPS time of day of the observations, milliseconds.
  ///   - stationID: The station ID of the observations.
  /// - Returns: The message to send before the observations; `nil` when none is due.
  mutating func message(at time: Int, of stationID: UInt16) -> RTCMMessage? {
    guard !hasOwn else { return nil }
    if let last, (time - last).modulo(millisecondsPerDay) < Self.interval { return nil }
    last = time
    return .antennaReferencePoint(AntennaReferencePoint(stationID: stationID, position: position))
  }
}
