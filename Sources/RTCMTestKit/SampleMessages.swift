public import RTCMParser

/// Sample messages of every type and sub-type that RTCMParser knows, with plausible, constant values.
///
/// ```swift
/// for message in try SampleMessages.all() {
///   myReceiver.feed(try message.frame())
/// }
/// ```
/// Nearly every field is non-zero; some fields are "not available", and one holds a negative zero.
public enum SampleMessages {
  /// Returns all samples, in ascending order of type and sub-type.
  ///
  /// Messages in a draft's layout, which are still broadcast, follow the standard's layout of the same type.
  ///
  /// - Throws: Nothing, as long as the samples fit their fields; this package tests that they do.
  public static func all() throws(RTCMEncodingError) -> [RTCMMessage] {
    let observations = legacyObservations + (try multipleSignalMessages())
    let corrections = stateSpaceMessages + networkMessages
    let messages = observations + corrections + stations + ephemerides + coordinateMessages
    return messages.sorted { $0.rank < $1.rank }
  }

  /// Returns the samples of one message type: several where the type has sub-types, none for an unknown type.
  ///
  /// - Throws: Nothing, as ``all()``.
  public static func all(ofType type: UInt16) throws(RTCMEncodingError) -> [RTCMMessage] {
    try all().filter { $0.type == type }
  }
}

extension RTCMMessage {
  /// The sub-type of a message type that has several.
  ///
  /// The value is the message number of IGS SSR (4076) or the sub-type of u-blox (4072); `nil` for other
  /// types.
  public var subtype: UInt16? {
    switch self {
    case .ssr(let message): message.type.igsMessageNumber.map(UInt16.init)
    case .ssrIonosphere(let message): message.format == .igs ? 201 : nil
    case .ublox(let message): message.subtype
    default: nil
    }
  }

  /// Whether the message has the layout of a draft of the standard.
  ///
  /// Drafts are 1258 and 1261 with an issue of 24 bits, and 1246…1251 and 1268 with a satellite count of 4
  /// bits. Only the length of such a payload shows the draft, so a cut payload is read in the standard's
  /// layout.
  public var isDraft: Bool {
    if case .ssr(let message) = self {
      message.hasDraftBeiDouIssue || message.hasDraftQZSSCount
    } else {
      false
    }
  }

  fileprivate var rank: (UInt16, UInt16, Int) { (type, subtype ?? 0, isDraft ? 1 : 0) }
}
