extension SystemParameters {
  /// Returns the message as it should be in a stream converted by rules.
  ///
  /// - Types that do not pass are no longer announced.
  /// - Types that are converted are announced once, under their new number.
  /// - Thinned observations are announced at their new interval: the least common multiple of the announced
  ///   interval and ``ConversionRules/intervalMilliseconds``. An interval of 0 stays.
  ///
  /// The selection of signals makes no difference, nor does the message's station ID.
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
  /// Returns the announcement of the converted messages; `nil` when messages of the type do not pass.
  fileprivate func adapted(to rules: ConversionRules) -> Self? {
    guard rules.stop(messageType, of: Constellation(ofMessageType: messageType)) == nil,
      let type = rules.convertedType(messageType)
    else { return nil }
    var result = self
    result.messageType = type
    if rules.intervalMilliseconds > 0 && type.isOfObservations {
      let announced = Int64((interval * 1000).rounded())
      let thinned = leastCommonMultiple(announced, Int64(rules.intervalMilliseconds))
      // 6553.5 s is the longest interval in DF057.
      result.interval = min(Double(thinned) / 1000, 6553.5)
    }
    return result
  }
}

extension ConversionRules {
  /// Returns the type that messages of a type are converted to; `nil` when they cannot pass.
  fileprivate func convertedType(_ type: UInt16) -> UInt16? {
    guard let msm = MSMType(messageType: type) else { return type }
    if let legacyForm { return msm.legacyType(in: legacyForm)?.messageType }
    guard let msmKind, msm.canBeReduced(toKind: msmKind) else { return type }
    return MSMType(msm.constellation, kind: msmKind).messageType
  }
}

extension UInt16 {
  /// Whether messages of this type, DF002, are thinned.
  fileprivate var isOfObservations: Bool {
    MSMType(messageType: self) != nil || LegacyObservationType(messageType: self) != nil
  }
}

/// Returns the least common multiple; 0 when one of the numbers is 0.
private func leastCommonMultiple(_ number: Int64, _ other: Int64) -> Int64 {
  var (divisor, remainder) = (other, number)
  while remainder != 0 { (divisor, remainder) = (remainder, divisor % remainder) }
  return divisor == 0 ? 0 : number / divisor * other
}
