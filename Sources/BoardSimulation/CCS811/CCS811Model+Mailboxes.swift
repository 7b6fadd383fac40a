extension CCS811Model {
  private static let applicationStartTime: Duration = .milliseconds(1)
  private static let resetKey: [UInt8] = [0x11, 0xE5, 0x72, 0x8A]
  private static let hardwareID: UInt8 = 0x81
  private static let otherHardwareID: UInt8 = 0x55
  private static let hardwareVersion: UInt8 = 0x12
  private static let bootVersion: UInt16 = 0x1000

  /// Selects a mailbox and stores further bytes in it.
  ///
  /// A mailbox that cannot be written in the present mode sets WRITE_REG_INVALID in ERROR_ID. A reset without
  /// its key has no effect. Firmware updates (APP_ERASE, APP_DATA, APP_VERIFY) are not modelled and count as
  /// mailboxes that cannot be written.
  public func write(_ bytes: Span<UInt8>) -> Int? {
    guard !bytes.isEmpty else { return nil }
    selected = bytes[0]
    let mailbox = CCS811Mailbox(rawValue: selected)
    if mailbox == .applicationStart { startApplication() }
    guard bytes.count > 1 else { return nil }
    let values = (1..<bytes.count).map { bytes[$0] }
    if let mailbox, mailbox.writtenCount(inApplication: isInApplication) == values.count {
      store(values, in: mailbox)
    } else {
      refuse(CCS811Fault.writeInvalid, "writes \(values.count) bytes to \(selectedName)")
    }
    return nil
  }

  /// The eight bytes of ALG_RESULT_DATA, the longest mailbox.
  public var longestAnswer: Int? { 8 }

  /// Reads the selected mailbox; further bytes float high (0xFF).
  public func read(into buffer: inout MutableSpan<UInt8>) {
    let bytes = selectedBytes()
    for index in buffer.indices { buffer[index] = index < bytes.count ? bytes[index] : 0xFF }
  }

  private func startApplication() {
    if isInApplication {
      refuse(CCS811Fault.writeInvalid, "writes APP_START")
    } else if applicationStart == nil, !defects.contains(.bootMode) {
      applicationStart = now + Self.applicationStartTime
    }
  }

  private func refuse(_ bit: UInt8, _ deed: String) {
    fault |= bit
    let mode = isInApplication ? "application" : "boot"
    misuse(
      "\(deed), which \(mode) mode has not", "follow the register overview of the mode",
      "register overviews")
  }

  private var selectedName: String {
    CCS811Mailbox(rawValue: selected)?.name ?? "mailbox \(selected)"
  }

  private func store(_ values: [UInt8], in mailbox: CCS811Mailbox) {
    switch mailbox {
    case .measurementMode: setMeasurementMode(values[0])
    case .environment:
      application.humidity = Double(Self.word(values, 0)) / 512
      application.temperature = Double(Self.word(values, 2)) / 512 - 25
    case .baseline:
      lookAtConditioning("writes")
      application.baseline.write(Self.word(values, 0), heated: heated(at: now))
    case .thresholds: application.thresholds.set(values)
    case .softwareReset where values == Self.resetKey: reset()
    case .softwareReset:
      misuse("writes SW_RESET without its key", "write 11 E5 72 8A", "SW_RESET register")
    default: break
    }
  }

  private func selectedBytes() -> [UInt8] {
    guard let mailbox = CCS811Mailbox(rawValue: selected),
      mailbox.isReadable(inApplication: isInApplication)
    else {
      refuse(CCS811Fault.readInvalid, "reads \(selectedName)")
      return []
    }
    defer { take(mailbox) }
    return contents(of: mailbox)
  }

  /// Applies the side effects of reading a mailbox.
  private func take(_ mailbox: CCS811Mailbox) {
    switch mailbox {
    case .algorithmResult:
      application.isDataReady = false
      setInterrupt(isOn: false, at: now)
    case .error: fault = 0
    case .baseline: lookAtConditioning("reads")
    default: break
    }
  }

  private func lookAtConditioning(_ deed: String) {
    guard heated(at: now) < CCS811Baseline.conditioning else { return }
    misuse(
      "\(deed) BASELINE before the run-in is over", "run a drive mode for 20 minutes first",
      "v1-00 p. 9, Conditioning Period")
  }

  /// Returns the content of a mailbox without side effects.
  func contents(of mailbox: CCS811Mailbox) -> [UInt8] {
    switch mailbox {
    case .status: [status]
    case .measurementMode: [application.measurementMode]
    case .algorithmResult: result
    case .rawData: Self.bytes(application.raw)
    case .thermistor: CCS811Thermistor.bytes(at: world.state(at: now).temperature)
    case .baseline: Self.bytes(application.baseline.register(heated: heated(at: now)))
    case .hardwareID: [defects.contains(.wrongID) ? Self.otherHardwareID : Self.hardwareID]
    case .hardwareVersion: [Self.hardwareVersion]
    case .bootVersion: Self.bytes(Self.bootVersion)
    case .applicationVersion: Self.bytes(firmware.rawValue)
    case .error: [fault]
    case .thresholds: application.thresholds.bytes
    case .environment, .applicationStart, .softwareReset: []
    }
  }

  private var status: UInt8 {
    var bits = CCS811Status.applicationValid
    if isInApplication { bits |= CCS811Status.applicationMode }
    if application.isDataReady { bits |= CCS811Status.dataReady }
    if fault != 0 { bits |= CCS811Status.error }
    return bits
  }

  private var result: [UInt8] {
    let shown = firmware.tellsDataReadyInResult ? status : status & ~CCS811Status.dataReady
    return Self.bytes(application.eco2) + Self.bytes(application.tvoc) + [shown, fault]
      + Self.bytes(application.raw)
  }

  private static func word(_ bytes: [UInt8], _ index: Int) -> UInt16 {
    UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
  }

  private static func bytes(_ word: UInt16) -> [UInt8] {
    [UInt8(word >> 8), UInt8(truncatingIfNeeded: word)]
  }
}
