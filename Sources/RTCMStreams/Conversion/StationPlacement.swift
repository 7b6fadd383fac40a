internal import Mathematics

/// Puts a station where it is told to be: corrects 1005 and 1006, and tells 1005 in a stream that has neither.
///
/// Such a stream gets one before its first observations and every ten seconds, as base stations send it, until it
/// brings one of its own.
struct StationPlacement: Sendable {
  /// The station's position.
  let position: ECEFPosition
  /// Whether the stream has a message of its own.
  private var hasOwn = false
  /// The GPS time of day of the last that was told, milliseconds.
  private var last: Int?

  private static let interval = 10_000

  init(at position: ECEFPosition) { self.position = position }

  /// The message of a payload with the right position; `nil` when it is no station's, or cannot be read.
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

  /// Tells where the station is, if it is time to.
  ///
  /// - Parameters:
  ///   - time: Their GPS time of day, milliseconds.
  ///   - stationID: Whose they are.
  /// - Returns: What is to come before the observations; `nil` for nothing.
  mutating func message(at time: Int, of stationID: UInt16) -> RTCMMessage? {
    guard !hasOwn else { return nil }
    if let last, (time - last).modulo(millisecondsPerDay) < Self.interval { return nil }
    last = time
    return .antennaReferencePoint(AntennaReferencePoint(stationID: stationID, position: position))
  }
}
