/// A number in a time field of a message that is no time: the field has more bits than its range needs.
///
/// Decoding and encoding keep such a number; what makes a time of it returns `nil`.
public struct ImpossibleTime: Hashable, Sendable {
  /// The field.
  public let field: DataField
  /// The value of the field, in the field's unit.
  public let value: Int
  /// The greatest value that the field can mean; `nil` for a field of hours, minutes and seconds.
  public let greatest: Int?

  /// Finds a value that is above the greatest or negative; `nil` for any other.
  init?(_ field: DataField, _ value: Int, greatest: Int) {
    guard value < 0 || value > greatest else { return nil }
    (self.field, self.value, self.greatest) = (field, value, greatest)
  }

  /// Creates the time of a field of hours, minutes and seconds of which one is too large.
  init(_ field: DataField, parts value: Int) {
    (self.field, self.value, greatest) = (field, value, nil)
  }

  /// Finds a value in seconds that is not of a week.
  init?(_ field: DataField, ofWeek seconds: Double) {
    self.init(field, Int(seconds.rounded(.down)), greatest: Int(GPSTime.secondsPerWeek) - 1)
  }
}

extension RTCMMessage {
  /// The first number of the message's times that is no time, if there is one.
  ///
  /// It is looked for in epochs of observations and of corrections in state space, in reference times of
  /// ephemerides, in tk and the day of GLONASS's, and in the times of sending of 1013 and 1029.
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
    case .galileoFNAVEphemeris(let orbit): orbit.impossibleTime(.df304, .df293)
    case .galileoINAVEphemeris(let orbit): orbit.impossibleTime(.df304, .df293)
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
  /// The number of an epoch that is no time, in seconds as its field has it.
  fileprivate func impossibleTime(in epoch: MSMEpoch, _ field: DataField) -> ImpossibleTime? {
    guard let greatest = epoch.impossibleTime?.greatest else { return nil }
    return ImpossibleTime(field, Int(epochSeconds), greatest: greatest / 1000)
  }
}

extension ImpossibleTime: CustomStringConvertible {
  /// The field, its value and its range: `DF034 is 86401500, at most 86400999`.
  public var description: String {
    let name = field.number > 0 ? DataField.label(field.number) : field.name.description
    return "\(name) is \(value), " + (greatest.map { "at most \($0)" } ?? "no time of a day")
  }
}
