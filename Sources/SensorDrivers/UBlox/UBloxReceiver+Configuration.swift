import NMEA

extension UBloxReceiver {
  /// Finds the receiver and configures it; a receiver that sends only NMEA is not configured.
  ///
  /// - Throws: ``UBloxError``; items set before the failure stay set.
  public mutating func start(
    configuration: [UBXConfigurationItem] = UBXConfigurationItem.rtkRover(),
    delay: inout (some Delay & ~Copyable)
  ) throws(UBloxError) {
    try detect(delay: &delay)
    if !messages.isNMEAOnly { try configure(configuration, delay: &delay) }
  }

  /// Verifies that a receiver answers, by polling CFG-RATE up to three times.
  ///
  /// A receiver that answers no poll but sends NMEA sentences in the meantime is treated as NMEA-only.
  public mutating func detect(delay: inout (some Delay & ~Copyable)) throws(UBloxError) {
    let before = sentenceCounts.sentences
    messages.isNMEAOnly = false
    do throws(UBloxError) {
      try request(.cfgRATE, awaiting: .rate, delay: &delay)
    } catch {
      guard case .noAnswer = error, sentenceCounts.sentences > before else { throw error }
      messages.isNMEAOnly = true
    }
  }

  /// Polls the receiver's versions.
  public mutating func requestVersion(
    delay: inout (some Delay & ~Copyable)
  ) throws(UBloxError) -> MonVER {
    try request(.monVER, awaiting: .version, delay: &delay)
    guard let version = messages.version else {
      throw .noAnswer(to: .monVER, attempts: UBloxConstants.attempts)
    }
    return version
  }

  /// Sets configuration items and waits for the receiver's acknowledgement.
  ///
  /// - Parameters:
  ///   - items: The items to set; more than 64 items are sent in several messages.
  ///   - layers: The memory layers that store the values; by default RAM, until power-off.
  ///   - delay: The delay used while waiting for the answer.
  /// - Throws: ``UBloxError/refused(_:)`` when the receiver refuses a message; it then sets none of
  ///   that message's items.
  public mutating func configure(
    _ items: [UBXConfigurationItem], layers: CfgVALSET.Layers = .ram,
    delay: inout (some Delay & ~Copyable)
  ) throws(UBloxError) {
    var start = 0
    while start < items.count {
      let end = min(start + CfgVALSET.maximumItemCount, items.count)
      try set(CfgVALSET(layers: layers, items: Array(items[start..<end])), delay: &delay)
      start = end
    }
  }
}

extension UBloxReceiver {
  private mutating func set(
    _ message: CfgVALSET, delay: inout (some Delay & ~Copyable)
  ) throws(UBloxError) {
    for _ in 0..<UBloxConstants.attempts {
      messages.forgetAcknowledgement()
      try send(message.frame)
      guard let answer = try acknowledgement(of: .cfgVALSET, delay: &delay) else { continue }
      if answer.isAccepted { return }
      throw .refused(message.items.map { $0.key })
    }
    throw .noAnswer(to: .cfgVALSET, attempts: UBloxConstants.attempts)
  }

  /// Waits for the answer to a configuration message; returns `nil` after the timeout.
  private mutating func acknowledgement(
    of messageID: UBXMessageID, delay: inout (some Delay & ~Copyable)
  ) throws(UBloxError) -> UBXAcknowledgement? {
    var waited = Duration.zero
    while waited < UBloxConstants.answerTimeout {
      delay.pause(for: UBloxConstants.answerPollInterval)
      waited += UBloxConstants.answerPollInterval
      try pollForAnswer()
      if let answer = messages.acknowledgement, answer.messageID == messageID { return answer }
    }
    return nil
  }

  /// Polls the receiver, ignoring damaged and lost messages from before the request.
  @discardableResult
  private mutating func pollForAnswer() throws(UBloxError) -> UBloxUpdates {
    do throws(UBloxError) {
      return try poll()
    } catch {
      switch error {
      case .damaged, .outputLost: return messages.arrived
      default: throw error
      }
    }
  }

  /// Polls a message until it has arrived, repeating the request after a timeout.
  private mutating func request(
    _ messageID: UBXMessageID, awaiting update: UBloxUpdates,
    delay: inout (some Delay & ~Copyable)
  ) throws(UBloxError) {
    for _ in 0..<UBloxConstants.attempts {
      try send(UBXFrame(messageID))
      var waited = Duration.zero
      while waited < UBloxConstants.answerTimeout {
        delay.pause(for: UBloxConstants.answerPollInterval)
        waited += UBloxConstants.answerPollInterval
        if try pollForAnswer().contains(update) { return }
      }
    }
    throw .noAnswer(to: messageID, attempts: UBloxConstants.attempts)
  }
}

extension UBXConfigurationItem {
  /// Returns the settings of an RTK rover on I2C.
  ///
  /// The settings enable UBX output, RTCM input and the messages that the driver reads, and disable
  /// NMEA output.
  ///
  /// - Parameter measurementPeriodMilliseconds: The time between epochs in milliseconds.
  /// - Returns: Eleven items, which fit into one message.
  public static func rtkRover(measurementPeriodMilliseconds: UInt16 = 1000) -> [Self] {
    [
      Self(.i2cOutputUBX, 1), Self(.i2cOutputNMEA, 0), Self(.i2cOutputRTCM3, 0),
      Self(.i2cInputUBX, 1), Self(.i2cInputRTCM3, 1),
      Self(.measurementPeriod, UInt64(measurementPeriodMilliseconds)),
      Self(.outputNavPVT, 1), Self(.outputNavHPPosLLH, 1), Self(.outputNavRelPosNED, 1),
      Self(.outputRxmRTCM, 1), Self(.informationUBX, 0b111),
    ]
  }
}
