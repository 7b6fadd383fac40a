internal import GNSSBasics
internal import Positioning
internal import RTCMParser

/// The corrections of a base that moves, such as the receiver of a second antenna on the same vehicle.
///
/// A stream with message 4072.0 and without a position (1005, 1006) is one. All messages of the port on which 4072.0 comes
/// are of that base. What 4072.0 tells beside that is not needed: the base's codes say where it is.
struct MovingBaseStream: Sendable {
  /// The date of the receiver's sky less that of the receiver, nanoseconds.
  var shift: Int64 = 0
  /// The station ID of the last observations.
  private(set) var stationID: UInt16 = 0
  private var observations = StationObservations()
  /// The port with the last 4072.0, and the board time of that.
  private var last: (port: ReceiverPort, time: Duration)?
  /// The board time of the last position on each port.
  private var told = PerPort<Duration?>(nil)

  /// The time after the last 4072.0 for which the base is present.
  private static let patience = Duration.seconds(10)
  /// The time for which a station that tells its position is one that stands.
  private static let standing = Duration.seconds(60)

  /// Whether a base that moves is heard at a board time.
  func isPresent(at now: Duration) -> Bool {
    last.map { now - $0.time <= Self.patience } ?? false
  }

  /// The alignment of the base's phases of GLONASS.
  var phases: GLONASSPhases { observations.phases }

  /// Takes a message.
  ///
  /// - Parameters:
  ///   - payload: The payload.
  ///   - type: Its message type.
  ///   - port: The port on which it came.
  ///   - now: The board time of its arrival.
  ///   - date: The receiver's date then; `nil` while it has none.
  /// - Returns: Whether the message is of a base that moves.
  mutating func take(
    _ payload: Span<UInt8>, type: UInt16, on port: ReceiverPort, at now: Duration, date: GPSTime?
  ) -> Bool {
    if type == 1005 || type == 1006 {
      told[port] = now
      return false
    }
    if let told = told[port], now - told < Self.standing { return false }
    if type == RTCMOutput.movingBase {
      guard let message = try? UBloxMessage(decoding: payload), message.subtype == 0 else {
        return false
      }
      last = (port, now)
      return true
    }
    guard isPresent(at: now), last?.port == port else { return false }
    if let id = RTCMFrame.stationID(ofPayload: payload) { stationID = id }
    if let date { observations.take(payload, at: date.advanced(byNanoseconds: shift)) }
    return true
  }

  /// Returns the epochs that arrived since the last call.
  mutating func takeEpochs() -> [ObservationEpoch] { observations.takeEpochs() }
}
