extension SystemParameters {
  /// The message as it should be in a stream that is converted by rules.
  ///
  /// Types that do not pass are announced no longer, types that become others under their new number,
  /// once, and observations that are thinned at the interval at which they still come: the least
  /// multiple of what was announced that is also one of ``ConversionRules/intervalMilliseconds``. An
  /// interval of 0 stays. What signals are left makes no difference, nor does the message's station ID.
  public func adapted(to rules: ConversionRules) -> SystemParameters {
    var result = self
    result.announcements = []
    for announcement in announcements.compactMap({ $0.adapted(to: rules) }) {
      let isDouble = result.announcements.contains { $0.messageType == announcement.messageType }
      if !(rules.convertTypes && isDouble) { result.announcements.append(announcement) }
    }
    if result.announcements != announcements { result.trailingBits = TrailingBits() }
    return result
  }
}

extension SystemParameters.Announcement {
  /// The announcement of what messages of the type become; `nil` when they do not pass.
  fileprivate func adapted(to rules: ConversionRules) -> Self? {
    guard rules.stop(messageType, of: Constellation(ofMessageType: messageType)) == nil,
      let type = rules.convertedType(messageType)
    else { return nil }
    var result = self
    result.messageType = type
    if rules.intervalMilliseconds > 0 && type.isOfObservations {
      let announced = Int64((interval * 1000).rounded())
      let thinned = leastCommonMultiple(announced, Int64(rules.intervalMilliseconds))
      // As long as DF057 can say.
      result.interval = min(Double(thinned) / 1000, 6553.5)
    }
    return result
  }
}

extension ConversionRules {
  /// The type that messages of a type become; `nil` when they cannot pass.
  fileprivate func convertedType(_ type: UInt16) -> UInt16? {
    guard let msm = MSMType(messageType: type) else { return type }
    if let legacyForm { return msm.legacyType(in: legacyForm)?.messageType }
    guard let msmKind, msm.canBeReduced(toKind: msmKind) else { return type }
    return MSMType(msm.constellation, kind: msmKind).messageType
  }
}

extension UInt16 {
  /// Whether messages of the type, DF002, are thinned.
  fileprivate var isOfObservations: Bool {
    MSMType(messageType: self) != nil || LegacyObservationType(messageType: self) != nil
  }
}

/// 0 when one of the numbers is.
private func leastCommonMultiple(_ number: Int64, _ other: Int64) -> Int64 {
  var (divisor, remainder) = (other, number)
  while remainder != 0 { (divisor, remainder) = (remainder, divisor % remainder) }
  return divisor == 0 ? 0 : number / divisor * other
}
