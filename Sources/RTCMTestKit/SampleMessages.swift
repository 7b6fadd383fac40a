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
  /// All of them, in ascending order of type and sub-type; messages laid out as a draft had them, which
  /// are still on the air, come behind the standard's.
  ///
  /// - Throws: Nothing, as long as the samples fit their fields, which this package tests.
  public static func all() throws(RTCMEncodingError) -> [RTCMMessage] {
    let observations = legacyObservations + (try multipleSignalMessages())
    let corrections = stateSpaceMessages + networkMessages
    let messages = observations + corrections + stations + ephemerides + coordinateMessages
    return messages.sorted { $0.rank < $1.rank }
  }

  /// The samples of one type; several where the type has sub-types, none where it is not known.
  ///
  /// - Throws: As ``all()`` does.
  public static func all(ofType type: UInt16) throws(RTCMEncodingError) -> [RTCMMessage] {
    try all().filter { $0.type == type }
  }
}

extension RTCMMessage {
  /// The subtype that tells messages of one type apart: the message number of IGS SSR (4076), the sub-type of
  /// u-blox (4072); `nil` for any other type.
  public var subtype: UInt16? {
    switch self {
    case .ssr(let message): message.type.igsMessageNumber.map(UInt16.init)
    case .ssrIonosphere(let message): message.format == .igs ? 201 : nil
    case .ublox(let message): message.subtype
    default: nil
    }
  }

  /// Whether the message is laid out as a draft of the standard had it: 1258 and 1261 with an issue of
  /// 24 bits, 1246…1251 and 1268 with a count of 4.
  ///
  /// Such a payload is known by its length only, so one that is cut is taken for the standard's.
  public var isDraft: Bool {
    if case .ssr(let message) = self {
      message.hasDraftBeiDouIssue || message.hasDraftQZSSCount
    } else {
      false
    }
  }

  fileprivate var rank: (UInt16, UInt16, Int) { (type, subtype ?? 0, isDraft ? 1 : 0) }
}
