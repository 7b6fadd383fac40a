/// A driver for the ams (ScioSense) CCS811 air-quality sensor.
///
/// Call ``start(mode:delay:)`` first, and again after an error that says so. The wake pin (nWAKE) is
/// taken to be tied low. A new part needs 48 hours, and each start 20 minutes, before its values
/// can be relied on; the driver reports what the part says.
///
/// Source: ams CCS811 datasheet DS000459.
public struct CCS811<Bus: I2CBus>: ~Copyable {
  private var bus: Bus
  private let address: I2CAddress
  private var isStarted = false

  /// Creates a driver; no transfer happens until ``start(mode:delay:)``.
  ///
  /// - Parameters:
  ///   - bus: The bus the part is on; it has to allow clock stretching.
  ///   - address: `0x5B` with ADDR high (the default), `0x5A` with ADDR low.
  public init(on bus: Bus, at address: I2CAddress = .ccs811) {
    self.bus = bus
    self.address = address
  }

  /// Verifies identity, resets, starts the application and sets the measurement mode.
  ///
  /// - Throws: ``CCS811Error``; the driver is then not started.
  public mutating func start(
    mode: CCS811Mode = .everySecond, delay: inout (some Delay & ~Copyable)
  ) throws(CCS811Error) {
    isStarted = false
    delay.pause(for: CCS811Constants.powerOnTime)
    try verifyIdentity()
    try reset(delay: &delay)
    try startApplication(delay: &delay)
    try write([mode.register], to: .measurementMode)
    isStarted = true
  }

  /// Reads a result if there is a new one.
  ///
  /// - Returns: The result; `nil` while there is no new one, or none yet since the start.
  /// - Throws: ``CCS811Error``, also when the part reports a fault or no longer runs its application.
  public mutating func readResult() throws(CCS811Error) -> CCS811Reading? {
    guard try checkedStatus().contains(.dataReady) else { return nil }
    // The status inside this mailbox is wrong before firmware 2.0, so it is not looked at.
    let bytes: InlineArray<8, UInt8> = try read(.algorithmResult)
    let reading = CCS811Reading(decoding: bytes.span)
    if reading.isEmpty { return nil }
    guard reading.isPlausible else { throw .implausible(reading) }
    return reading
  }

  /// Tells the part humidity and temperature of the air, for its compensation.
  public mutating func compensate(
    for environment: CCS811Environment
  ) throws(CCS811Error) {
    guard isStarted else { throw .notStarted }
    try write(environment.encode(), to: .environment)
  }

  /// The algorithm's baseline, to be kept and restored after the next start's first 20 minutes.
  public mutating func baseline() throws(CCS811Error) -> InlineArray<2, UInt8> {
    guard isStarted else { throw .notStarted }
    return try read(.baseline)
  }

  /// Restores a baseline that was read from the same part.
  public mutating func restore(baseline: InlineArray<2, UInt8>) throws(CCS811Error) {
    guard isStarted else { throw .notStarted }
    try write(baseline, to: .baseline)
  }
}

extension CCS811 {
  private mutating func verifyIdentity() throws(CCS811Error) {
    let id: InlineArray<1, UInt8> = try read(.hardwareID)
    guard id[0] == CCS811Constants.hardwareID else {
      throw .unexpectedHardwareID(id[0], at: address)
    }
  }

  private mutating func reset(delay: inout (some Delay & ~Copyable)) throws(CCS811Error) {
    try write(CCS811Constants.resetKey, to: .softwareReset)
    delay.pause(for: CCS811Constants.resetTime)
    let status = try status()
    guard status.contains(.applicationValid) else { throw .noApplication(status) }
    guard status == .applicationValid else { throw .notReset(status) }
  }

  private mutating func startApplication(
    delay: inout (some Delay & ~Copyable)
  ) throws(CCS811Error) {
    try write([], to: .applicationStart)
    delay.pause(for: CCS811Constants.applicationStartTime)
    _ = try runningStatus()
  }

  /// The status of a started part that has no fault.
  private mutating func checkedStatus() throws(CCS811Error) -> CCS811Status {
    guard isStarted else { throw .notStarted }
    return try runningStatus()
  }

  private mutating func runningStatus() throws(CCS811Error) -> CCS811Status {
    let status = try status()
    guard status.contains([.applicationMode, .applicationValid]) else {
      throw .notInApplication(status)
    }
    if status.contains(.error) {
      let faults: InlineArray<1, UInt8> = try read(.errorID)
      throw .faults(CCS811Faults(rawValue: faults[0]))
    }
    return status
  }

  private mutating func status() throws(CCS811Error) -> CCS811Status {
    let status: InlineArray<1, UInt8> = try read(.status)
    return CCS811Status(rawValue: status[0])
  }

  private mutating func read<let count: Int>(
    _ mailbox: CCS811Mailbox
  ) throws(CCS811Error) -> InlineArray<count, UInt8> {
    do throws(I2CError) {
      return try bus.read(mailbox.rawValue, of: address)
    } catch { throw .transfer(error, .reading, mailbox) }
  }

  private mutating func write<let count: Int>(
    _ data: InlineArray<count, UInt8>, to mailbox: CCS811Mailbox
  ) throws(CCS811Error) {
    var bytes = InlineArray<5, UInt8>(repeating: 0)
    bytes[0] = mailbox.rawValue
    for index in data.indices { bytes[index + 1] = data[index] }
    do throws(I2CError) {
      try bus.write(bytes.span.extracting(0...count), to: address)
    } catch { throw .transfer(error, .writing, mailbox) }
  }
}
