/// The navigation broadcast of orbits, clocks, ionosphere and UTC, as a receiver passes it on.
///
/// Weeks and times of week are those of the transmission, whatever the week of an ephemeris.
public struct NavigationBroadcast: Hashable, Sendable {
  /// The ionosphere that GPS, QZSS and BeiDou broadcast.
  ///
  /// With `nil`, page 18 is not sent, and BeiDou's coefficients are zeros.
  public var ionosphere: KlobucharIonosphere?
  /// The ionosphere that Galileo broadcasts.
  public var galileoIonosphere = GalileoIonosphere()
  /// The UTC parameters; when `nil`, those of the transmission's time with its leap seconds.
  public var utc: BroadcastUTC?

  /// Creates a broadcast without an ionosphere.
  public init() {}

  /// Returns the pieces of a satellite's navigation message that end after `after` and no later than
  /// `last`.
  ///
  /// - Parameters:
  ///   - ephemeris: The satellite's ephemeris.
  ///   - after: The time of the previous epoch.
  ///   - last: The time of this epoch.
  /// - Returns: The messages in the order in which they end, each with its slot.
  /// - Throws: `RTCMEncodingError` when a value does not fit its field.
  public func messages(
    of ephemeris: BroadcastEphemeris, endingAfter after: GPSTime, through last: GPSTime
  ) throws(RTCMEncodingError) -> [(slot: NavigationSlot, message: RxmSFRBX)] {
    guard let schedule = ephemeris.schedule else { return [] }
    let slots = schedule.slots(endingAfter: after, through: last)
    if slots.isEmpty { return [] }
    let bits = try ephemeris.bits
    var messages: [(slot: NavigationSlot, message: RxmSFRBX)] = []
    for slot in slots {
      guard let words = try words(of: ephemeris, bits, in: slot) else { continue }
      var message = RxmSFRBX(of: ephemeris.signal, words: words)
      if case .glonass(let ephemeris) = ephemeris {
        message.frequencyIndicator = ephemeris.frequencyChannelIndicator
      }
      messages.append((slot, message))
    }
    return messages
  }
}
