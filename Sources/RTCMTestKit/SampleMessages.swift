public import RTCMParser

/// A message of every type and sub-type that RTCMParser knows, its values plausible and always the
/// same.
///
/// ```swift
/// for message in try SampleMessages.all() {
///   myReceiver.feed(try message.frame())
/// }
/// ```
/// Nearly every field is other than zero; some say "not available", one holds a negative zero.
public enum SampleMessages {
  /// All of them, in ascending order of type and sub-type.
  ///
  /// - Throws: Nothing, as long as the samples fit their fields, which this package tests.
  public static func all() throws(RTCMEncodingError) -> [RTCMMessage] {
    let observations = legacyObservations + (try multipleSignalMessages())
    let corrections = stateSpaceMessages + networkMessages
    let messages = observations + corrections + stations + ephemerides + coordinateMessages
    return messages.sorted { ($0.type, $0.subtype ?? 0) < ($1.type, $1.subtype ?? 0) }
  }

  /// The samples of one type; several where the type has sub-types, none where it is not known.
  ///
  /// - Throws: As ``all()`` does.
  public static func all(ofType type: UInt16) throws(RTCMEncodingError) -> [RTCMMessage] {
    try all().filter { $0.type == type }
  }
}

extension RTCMMessage {
  /// What tells messages of one type apart: the message number of IGS SSR (4076), the sub-type of
  /// u-blox (4072); `nil` for any other type.
  public var subtype: UInt16? {
    switch self {
    case .ssr(let message): message.type.igsMessageNumber.map(UInt16.init)
    case .ssrIonosphere(let message): message.format == .igs ? 201 : nil
    case .ublox(let message): message.subtype
    default: nil
    }
  }
}
