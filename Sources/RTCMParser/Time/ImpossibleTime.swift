/// An out-of-range value in a message's time field, which has more bits than its range needs.
///
/// Decoding and encoding preserve such a value; functions that convert it to a time return `nil`.
public struct ImpossibleTime: Hashable, Sendable {
  /// The time field with the value.
  public let field: DataField
  /// The value in the field's unit.
  public let value: Int
  /// The greatest valid value of the field; `nil` for a field of hours, minutes and seconds.
  public let greatest: Int?

  /// Creates an impossible time from a value that is negative or above the greatest; returns `nil` for any
  /// other value.
  init?(_ field: DataField, _ value: Int, greatest: Int) {
    guard value < 0 || value > greatest else { return nil }
    (self.field, self.value, self.greatest) = (field, value, greatest)
  }

  /// Creates an impossible time from a field of hours, minutes and seconds, of which one is too large.
  init(_ field: DataField, parts value: Int) {
    (self.field, self.value, greatest) = (field, value, nil)
  }

  /// Creates an impossible time from a value in seconds that is outside the week; returns `nil` for any other
  /// value.
  init?(_ field: DataField, ofWeek seconds: Double) {
    // A program can put any number into a message, also one that is none.
    let whole = Int(exactly: seconds.rounded(.down)) ?? (seconds < 0 ? .min : .max)
    self.init(field, whole, greatest: Int(GPSTime.secondsPerWeek) - 1)
  }
}

extension RTCMMessage {
  /// The first time field of the message that is out of range; `nil` when there is none.
  ///
  /// The checked fields are epochs of observations and of state space corrections, reference times of
  /// ephemerides, tk and the day of GLONASS ephemerides, and the transmission times of 1013 and 1029.
  public var impossibleTime: ImpossibleTime? {
    switch self {
    case .msm(let message): message.header.epoch.impossibleTime
    case .legacyObservations(let message): message.epoch.impossibleTime
    case .ssr(let message):
      message.header.impossibleTime(in: message.epoch, message.type.fields.epoch)
    case .ssrIonosphere(let message):
      message.header.impossibleTime(in: message.epoch, message.epochField)
    case .systemParameters(let message): message.time.impossibleTime
    case .unicodeText(let message): message.time.impossibleTime
    case .glonassEphemeris(let orbit): orbit.impossibleTime
    case .sbasEphemeris(let orbit): orbit.impossibleTime
    default: elementsImpossibleTime
    }
  }

  private var elementsImpossibleTime: ImpossibleTime? {
    switch self {
    case .gpsEphemeris(let orbit): orbit.impossibleTime(.df093, .df081)
    case .qzssEphemeris(let orbit): orbit.impossibleTime(.df442, .df430)
    case .navicEphemeris(let orbit): orbit.impossibleTime(.df537, .df522)
    case .galileoEphemeris(let orbit): orbit.impossibleTime(.df304, .df293)
    case .beidouEphemeris(let orbit): orbit.impossibleTime(.df505, .df493)
    default: nil
    }
  }
}

extension WeeklyEphemeris {
  fileprivate func impossibleTime(_ toe: DataField, _ toc: DataField) -> ImpossibleTime? {
    ImpossibleTime(toe, ofWeek: referenceTime) ?? ImpossibleTime(toc, ofWeek: clockReferenceTime)
  }
}

extension SSRHeader {
  /// Returns the epoch field when it is out of range, in seconds as on the wire; `nil` otherwise.
  fileprivate func impossibleTime(in epoch: MSMEpoch, _ field: DataField) -> ImpossibleTime? {
    guard let greatest = epoch.impossibleTime?.greatest else { return nil }
    return ImpossibleTime(field, Int(epochSeconds), greatest: greatest / 1000)
  }
}

extension ImpossibleTime: CustomStringConvertible {
  /// A sentence with the field, its value and its range: `DF034 is 86401500, at most 86400999`.
  public var description: String {
    let name = field.number > 0 ? DataField.label(field.number) : field.name.description
    return "\(name) is \(value), " + (greatest.map { "at most \($0)" } ?? "no time of a day")
  }
}
