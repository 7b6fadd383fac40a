/// A driver for the Sensirion SPS30 particulate-matter sensor.
///
/// The part forbids the repeated START: a command and the reading of its answer are two transfers.
/// It measures once a second and takes 8 to 30 s from its start until the values are within their
/// specification.
///
/// Source: Sensirion SPS30 datasheet, I2C section.
public struct SPS30<Bus: I2CBus>: ~Copyable {
  private var bus: Bus
  private let address: I2CAddress

  /// Creates a driver; no transfer happens until a command is given.
  ///
  /// - Parameters:
  ///   - bus: The bus the part is on, at most 100 kHz.
  ///   - address: `0x69`, which the part cannot change.
  public init(on bus: Bus, at address: I2CAddress = .sps30) {
    self.bus = bus
    self.address = address
  }

  /// Resets the part, verifies what it is and starts measuring in float format.
  ///
  /// The reset comes first because the supply's rise disturbs the part's bus; it also ends a
  /// measurement that a former run left behind.
  ///
  /// - Throws: ``SPS30Error``; the part then does not measure.
  public mutating func start(delay: inout (some Delay & ~Copyable)) throws(SPS30Error) {
    try reset(delay: &delay)
    let type = try productType()
    guard type == SPS30Constants.productType else { throw .unexpectedProductType(type) }
    let format = SPS30Words.encode(SPS30Format.float.rawValue)
    try send(.startMeasurement, argument: format.span)
    delay.pause(for: SPS30Command.startMeasurement.executionTime)
  }

  /// Reads a sample if there is a new one; `nil` when there is none.
  public mutating func readSample() throws(SPS30Error) -> SPS30Reading? {
    guard try isDataReady() else { return nil }
    let bytes: InlineArray<60, UInt8> = try request(.readValues)
    let reading = SPS30Reading(decoding: bytes.span)
    guard reading.isPlausible else { throw .implausible(.readValues) }
    return reading.withoutNegativeZeros
  }

  /// Whether a new sample waits.
  public mutating func isDataReady() throws(SPS30Error) -> Bool {
    let bytes: InlineArray<3, UInt8> = try request(.readDataReady)
    return SPS30Words.word(0, in: bytes.span) & 1 != 0
  }

  /// Stops measuring; the part goes idle.
  public mutating func stop(delay: inout (some Delay & ~Copyable)) throws(SPS30Error) {
    try perform(.stopMeasurement, delay: &delay)
  }

  /// Resets the part, which then is idle.
  public mutating func reset(delay: inout (some Delay & ~Copyable)) throws(SPS30Error) {
    try perform(.reset, delay: &delay)
  }

  /// Starts a fan cleaning of about 10 s, during which the values stand still.
  ///
  /// Only a measuring part obeys.
  public mutating func startFanCleaning(
    delay: inout (some Delay & ~Copyable)
  ) throws(SPS30Error) {
    try perform(.startFanCleaning, delay: &delay)
  }
}

extension SPS30 {
  /// The product type, eight characters.
  public mutating func productType() throws(SPS30Error) -> String {
    let bytes: InlineArray<12, UInt8> = try request(.readProductType)
    return Self.text(bytes.span)
  }

  /// The serial number, up to 32 characters.
  public mutating func serialNumber() throws(SPS30Error) -> String {
    let bytes: InlineArray<48, UInt8> = try request(.readSerialNumber)
    return Self.text(bytes.span)
  }

  /// The version of the part's firmware.
  public mutating func firmwareVersion() throws(SPS30Error) -> SPS30FirmwareVersion {
    let bytes: InlineArray<3, UInt8> = try request(.readFirmwareVersion)
    return SPS30FirmwareVersion(major: bytes[0], minor: bytes[1])
  }

  /// The status flags; firmware 2.2 and later.
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

  /// The interval of automatic fan cleaning, whole seconds; zero when it is off.
  public mutating func autoCleaningInterval(
    delay: inout (some Delay & ~Copyable)
  ) throws(SPS30Error) -> Duration {
    let bytes: InlineArray<6, UInt8> = try request(.autoCleaningInterval, delay: &delay)
    return .seconds(Int64(SPS30Words.doubleWord(0, in: bytes.span)))
  }

  /// Sets the interval of automatic fan cleaning; zero turns it off.
  ///
  /// Before firmware 2.0 the new interval shows only after a reset.
  public mutating func setAutoCleaningInterval(
    seconds: UInt32, delay: inout (some Delay & ~Copyable)
  ) throws(SPS30Error) {
    let high = SPS30Words.encode(UInt16(seconds >> 16))
    let low = SPS30Words.encode(UInt16(truncatingIfNeeded: seconds))
    let argument: InlineArray<6, UInt8> = [high[0], high[1], high[2], low[0], low[1], low[2]]
    try send(.autoCleaningInterval, argument: argument.span)
    delay.pause(for: SPS30Command.autoCleaningInterval.executionTime)
  }

  /// The characters of words whose check bytes are left out, up to the first NUL.
  private static func text(_ bytes: Span<UInt8>) -> String {
    var characters: [UInt8] = []
    for index in bytes.indices where index % SPS30Words.bytesPerWord < 2 {
      characters.append(bytes[index])
    }
    return String(printableASCII: characters.span)
  }
}

extension SPS30 {
  /// Sends a command without argument and waits until the part is done with it.
  private mutating func perform(
    _ command: SPS30Command, delay: inout (some Delay & ~Copyable)
  ) throws(SPS30Error) {
    try send(command, argument: Span<UInt8>())
    delay.pause(for: command.executionTime)
  }

  /// Sends a command with its argument; commands have no check byte, arguments do.
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

  /// Sends a command, waits and reads its checked answer.
  private mutating func request<let count: Int>(
    _ command: SPS30Command, delay: inout (some Delay & ~Copyable)
  ) throws(SPS30Error) -> InlineArray<count, UInt8> {
    try perform(command, delay: &delay)
    return try answer(to: command)
  }

  /// Sends a command that is answered at once and reads its checked answer.
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
