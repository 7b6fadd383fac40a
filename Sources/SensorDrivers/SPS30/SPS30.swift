/// A driver for the Sensirion SPS30 particulate-matter sensor.
///
/// The part forbids the repeated START: writing a command and reading its answer are two transfers.
/// The part measures once a second, and its values meet their specification 8 to 30 s after the
/// start.
///
/// Source: Sensirion SPS30 datasheet, I2C section.
public struct SPS30<Bus: I2CBus>: ~Copyable {
  private var bus: Bus
  private let address: I2CAddress
  /// Whether the part's firmware has a status register; determined at the start.
  private var hasStatus = false
  /// Whether the last exchange with the part gave a good sample, so that the part may still be measuring.
  private var isTrusted = false

  /// Creates a driver; the first transfer happens with the first command.
  ///
  /// - Parameters:
  ///   - bus: The bus of the part, at most 100 kHz.
  ///   - address: `0x69`, the part's fixed address.
  public init(on bus: Bus, at address: I2CAddress = .sps30) {
    self.bus = bus
    self.address = address
  }

  /// Resets the part, verifies its identity and starts measuring in float format.
  ///
  /// The reset comes first, because the rising supply voltage disturbs the part's bus interface.
  /// The reset also ends a measurement left by an earlier run. A sleeping part is woken. A part
  /// that this driver started earlier and that still measures is not reset, so that it need not
  /// settle again. The reset is skipped only once: if the start brings no sample, the next start
  /// resets the part.
  ///
  /// - Throws: ``SPS30Error``; the part then does not measure.
  public mutating func start(delay: inout (some Delay & ~Copyable)) throws(SPS30Error) {
    if isStillMeasuring() { return }
    try resetOrWake(delay: &delay)
    let type = try productType()
    guard type == SPS30Constants.productType else { throw .unexpectedProductType(type) }
    hasStatus = try firmwareVersion().hasStatus
    let format = SPS30Words.encode(SPS30Format.float.rawValue)
    try send(.startMeasurement, argument: format.span)
    delay.pause(for: SPS30Command.startMeasurement.executionTime)
  }

  /// Reads a new sample; returns `nil` when there is none.
  ///
  /// The status register, where present, is read after the sample. A sample measured with a
  /// defective laser or fan is rejected.
  ///
  /// - Throws: ``SPS30Error``; an implausible sample is not returned.
  public mutating func readSample(
    delay: inout (some Delay & ~Copyable)
  ) throws(SPS30Error) -> SPS30Reading? {
    guard try isDataReady() else {
      try verifyMeasuring()
      return nil
    }
    let bytes: InlineArray<60, UInt8> = try request(.readValues)
    let reading = SPS30Reading(decoding: bytes.span)
    guard reading.isPlausible else { throw .implausible(.readValues) }
    if reading.isSaturated { throw .saturated }
    if hasStatus { try verifyStatus(delay: &delay) }
    isTrusted = true
    return reading.withoutNegativeZeros
  }

  /// Returns whether a new sample is available.
  public mutating func isDataReady() throws(SPS30Error) -> Bool {
    let bytes: InlineArray<3, UInt8> = try request(.readDataReady)
    return SPS30Words.word(0, in: bytes.span) & 1 != 0
  }

  /// Stops the measurement; the part becomes idle.
  public mutating func stop(delay: inout (some Delay & ~Copyable)) throws(SPS30Error) {
    try perform(.stopMeasurement, delay: &delay)
  }

  /// Resets the part; the part becomes idle.
  public mutating func reset(delay: inout (some Delay & ~Copyable)) throws(SPS30Error) {
    try perform(.reset, delay: &delay)
  }

  /// Puts an idle part to sleep; firmware 2.0 and later.
  public mutating func sleep(delay: inout (some Delay & ~Copyable)) throws(SPS30Error) {
    try perform(.sleep, delay: &delay)
  }

  /// Wakes the part; the part becomes idle; firmware 2.0 and later.
  ///
  /// The first command activates the part's interface and is not acknowledged. A second command
  /// within 100 ms wakes the part.
  public mutating func wakeUp(delay: inout (some Delay & ~Copyable)) throws(SPS30Error) {
    do throws(SPS30Error) {
      try perform(.wakeUp, delay: &delay)
    } catch .transfer(.addressNotAcknowledged, _, _) {
      try perform(.wakeUp, delay: &delay)
    }
  }

  /// Starts a fan cleaning of about 10 s, during which the values do not change.
  ///
  /// The part accepts the command only while it is measuring.
  public mutating func startFanCleaning(
    delay: inout (some Delay & ~Copyable)
  ) throws(SPS30Error) {
    try perform(.startFanCleaning, delay: &delay)
  }
}

extension SPS30 {
  /// Reads the product type, eight characters.
  public mutating func productType() throws(SPS30Error) -> String {
    let bytes: InlineArray<12, UInt8> = try request(.readProductType)
    return Self.text(bytes.span)
  }

  /// Reads the serial number, up to 32 characters.
  public mutating func serialNumber() throws(SPS30Error) -> String {
    let bytes: InlineArray<48, UInt8> = try request(.readSerialNumber)
    return Self.text(bytes.span)
  }

  /// Reads the version of the part's firmware.
  public mutating func firmwareVersion() throws(SPS30Error) -> SPS30FirmwareVersion {
    let bytes: InlineArray<3, UInt8> = try request(.readFirmwareVersion)
    return SPS30FirmwareVersion(major: bytes[0], minor: bytes[1])
  }

  /// Reads the status flags; firmware 2.2 and later.
  public mutating func status(
    delay: inout (some Delay & ~Copyable)
  ) throws(SPS30Error) -> SPS30Status {
    let bytes: InlineArray<6, UInt8> = try request(.readStatus, delay: &delay)
    return SPS30Status(rawValue: SPS30Words.doubleWord(0, in: bytes.span))
  }

  /// Clears the status flags; firmware 2.2 and later.
  public mutating func clearStatus(delay: inout (some Delay & ~Copyable)) throws(SPS30Error) {
    try perform(.clearStatus, delay: &delay)
  }

  /// Reads the interval of automatic fan cleaning in whole seconds; zero when it is off.
  public mutating func autoCleaningInterval(
    delay: inout (some Delay & ~Copyable)
  ) throws(SPS30Error) -> Duration {
    let bytes: InlineArray<6, UInt8> = try request(.autoCleaningInterval, delay: &delay)
    return .seconds(Int64(SPS30Words.doubleWord(0, in: bytes.span)))
  }

  /// Sets the interval of automatic fan cleaning; zero turns it off.
  ///
  /// Before firmware 2.0, the part reports the new interval only after a reset.
  public mutating func setAutoCleaningInterval(
    seconds: UInt32, delay: inout (some Delay & ~Copyable)
  ) throws(SPS30Error) {
    let high = SPS30Words.encode(UInt16(seconds >> 16))
    let low = SPS30Words.encode(UInt16(truncatingIfNeeded: seconds))
    let argument: InlineArray<6, UInt8> = [high[0], high[1], high[2], low[0], low[1], low[2]]
    try send(.autoCleaningInterval, argument: argument.span)
    delay.pause(for: SPS30Command.autoCleaningInterval.executionTime)
  }

  /// Returns the characters of words without their CRC bytes, up to the first NUL.
  private static func text(_ bytes: Span<UInt8>) -> String {
    var characters: [UInt8] = []
    for index in bytes.indices where index % SPS30Words.bytesPerWord < 2 {
      characters.append(bytes[index])
    }
    return String(printableASCII: characters.span)
  }
}

extension SPS30 {
  /// Resets the part; wakes it first if it does not acknowledge.
  private mutating func resetOrWake(delay: inout (some Delay & ~Copyable)) throws(SPS30Error) {
    do throws(SPS30Error) {
      try reset(delay: &delay)
    } catch .transfer(.addressNotAcknowledged, _, _), .transfer(.dataNotAcknowledged, _, _) {
      try wakeUp(delay: &delay)
      try reset(delay: &delay)
    }
  }

  /// Returns whether the part still runs a measurement that has given good samples.
  private mutating func isStillMeasuring() -> Bool {
    guard isTrusted else { return false }
    isTrusted = false
    do throws(SPS30Error) {
      guard try productType() == SPS30Constants.productType else { return false }
      try verifyMeasuring()
      return true
    } catch { return false }
  }

  /// Verifies that a part without a new sample is measuring; an idle part does not acknowledge `readValues`.
  private mutating func verifyMeasuring() throws(SPS30Error) {
    do throws(SPS30Error) {
      try send(.readValues, argument: Span<UInt8>())
    } catch .transfer(.dataNotAcknowledged, _, _) {
      throw .notMeasuring
    }
  }

  private mutating func verifyStatus(delay: inout (some Delay & ~Copyable)) throws(SPS30Error) {
    let status = try status(delay: &delay)
    guard status.isDisjoint(with: .failures) else {
      isTrusted = false  // only a reset clears the flags
      throw .deviceStatus(status)
    }
  }
}

extension SPS30 {
  /// Sends a command without an argument, and waits for its execution time.
  private mutating func perform(
    _ command: SPS30Command, delay: inout (some Delay & ~Copyable)
  ) throws(SPS30Error) {
    try send(command, argument: Span<UInt8>())
    delay.pause(for: command.executionTime)
  }

  /// Sends a command with its argument; arguments have CRC bytes, commands have none.
  private mutating func send(
    _ command: SPS30Command, argument: Span<UInt8>
  ) throws(SPS30Error) {
    var bytes = InlineArray<8, UInt8>(repeating: 0)
    bytes[0] = UInt8(command.rawValue >> 8)
    bytes[1] = UInt8(truncatingIfNeeded: command.rawValue)
    for index in argument.indices { bytes[index + 2] = argument[index] }
    do throws(I2CError) {
      try bus.write(bytes.span.extracting(0..<argument.count + 2), to: address)
    } catch { throw .transfer(error, .writing, command) }
  }

  /// Sends a command, waits, and reads the answer with its CRCs verified.
  private mutating func request<let count: Int>(
    _ command: SPS30Command, delay: inout (some Delay & ~Copyable)
  ) throws(SPS30Error) -> InlineArray<count, UInt8> {
    try perform(command, delay: &delay)
    return try answer(to: command)
  }

  /// Sends a command that is answered at once, and reads the answer with its CRCs verified.
  private mutating func request<let count: Int>(
    _ command: SPS30Command
  ) throws(SPS30Error) -> InlineArray<count, UInt8> {
    try send(command, argument: Span<UInt8>())
    return try answer(to: command)
  }

  private mutating func answer<let count: Int>(
    to command: SPS30Command
  ) throws(SPS30Error) -> InlineArray<count, UInt8> {
    var bytes = InlineArray<count, UInt8>(repeating: 0)
    var buffer = bytes.mutableSpan
    do throws(I2CError) {
      try bus.read(into: &buffer, from: address)
    } catch { throw .transfer(error, .reading, command) }
    if let index = SPS30Words.firstCorruptWord(in: bytes.span) {
      throw .checksum(command, wordIndex: index)
    }
    return bytes
  }
}
