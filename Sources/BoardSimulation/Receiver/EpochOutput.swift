internal import SensorDrivers
internal import UBloxRaw

/// The messages sent at an epoch, according to the configured rates.
struct EpochOutput {
  let solution: NavigationSolution
  let configuration: ReceiverConfiguration
  /// The port on which they are sent.
  let port: ReceiverPort
  /// The number of the epoch, from 0.
  let number: Int
  /// The ports' traffic before the epoch.
  let reports: [PortReport]

  /// Returns the messages in the order in which they are sent: NMEA, then UBX, then RTCM 3.
  func messages() -> [[UInt8]] {
    (configuration.isOn(.i2cOutputNMEA.on(port)) ? sentences() : [])
      + (configuration.isOn(.i2cOutputUBX.on(port)) ? frames() : [])
      + (configuration.isOn(.i2cOutputRTCM3.on(port)) ? corrections() : [])
  }

  private func sentences() -> [[UInt8]] {
    let nmea = NMEAOutput(solution, isHighPrecision: configuration.isOn(.nmeaHighPrecision))
    return NMEAMessage.all.filter { isDue($0.rate) }.map { $0.bytes(nmea) }
  }

  private func frames() -> [[UInt8]] {
    var messages = NavigationMessage.all.filter { isDue($0.rate) && !waits($0) }
      .compactMap { $0.frame(of: solution)?.encode() }
    if isDue(.outputRxmSFRBX), let raw = solution.raw {
      messages += raw.sfrbx(of: solution.sky).map { $0.frame.encode() }
    }
    if isDue(.outputMonRF) {
      messages.append(UBXFrame(.monRF, payload: solution.monRF(configuration)).encode())
    }
    if isDue(.outputMonCOMMS) {
      messages.append(UBXFrame(.monCOMMS, payload: reports.monCOMMS()).encode())
    }
    return messages
  }

  /// Whether NAV-RELPOSNED is due, and waits for the epoch of a base that moves.
  var hasVectorLater: Bool {
    configuration.isOn(.i2cOutputUBX.on(port))
      && NavigationMessage.all.contains { isDue($0.rate) && waits($0) }
  }

  private func waits(_ message: NavigationMessage) -> Bool {
    message.id == .navRelPosNED && solution.hasMovingBase && solution.vector == nil
  }

  private func corrections() -> [[UInt8]] {
    let due = RTCMOutput.all.filter { isDue($0.rate) }
    guard !due.isEmpty else { return [] }
    return solution.rtcm(due, stationID: UInt16(clamping: configuration[.stationIDOut]))
  }

  private func isDue(_ key: UBXConfigurationKey) -> Bool {
    configuration.isDue(key.on(port), number)
  }
}

extension ReceiverConfiguration {
  /// Whether a message is due at an epoch, by its rate.
  fileprivate func isDue(_ key: UBXConfigurationKey, _ epoch: Int) -> Bool {
    let rate = Int(self[key])
    return rate > 0 && epoch % rate == 0
  }

  /// Whether any message of an epoch on a port contains raw measurements.
  func wantsRaw(ofEpoch number: Int, on port: ReceiverPort) -> Bool {
    let raw: [UBXConfigurationKey] = [.outputRxmRAWX, .outputRxmSFRBX]
    return isOn(.i2cOutputUBX.on(port)) && raw.contains { isDue($0.on(port), number) }
      || isOn(.i2cOutputRTCM3.on(port))
        && RTCMOutput.all.contains { isDue($0.rate.on(port), number) }
  }
}

/// The schedule of messages with the reason for the fix state: on a change of its kind, and every 10 s.
struct ReasonAnnouncer: Sendable {
  private var last: (reason: FixReason, time: Duration)?
  private static let interval = Duration.seconds(10)

  /// Returns the message to send at an epoch; `nil` for none.
  ///
  /// A warning is sent as INF-WARNING, or as INF-NOTICE if only notices are enabled.
  mutating func message(
    about reason: FixReason, at now: Duration, levels: UInt64
  ) -> [UInt8]? {
    guard let level = level(of: reason, enabled: levels) else {
      last = nil
      return nil
    }
    if let last, last.reason.isSameKind(as: reason), now - last.time < Self.interval { return nil }
    last = (reason, now)
    return UBXInformation(level: level, text: reason.sentence).frame.encode()
  }

  private func level(of reason: FixReason, enabled: UInt64) -> UBXInformation.Level? {
    if reason.isWarning && enabled & 0b010 != 0 { return .warning }
    return enabled & 0b100 != 0 ? .notice : nil
  }
}
