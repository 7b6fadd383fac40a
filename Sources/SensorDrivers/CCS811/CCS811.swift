/// A driver for the ams (ScioSense) CCS811 air-quality sensor.
///
/// Call ``start(mode:delay:)`` first, and again after an error that requests a new start. The
/// driver assumes that the wake pin (nWAKE) is tied low. Values are reliable only 20 minutes after
/// each start, and for a new part only after 48 hours; the driver reports earlier values as well.
///
/// Source: ams CCS811 datasheet DS000459.
public struct CCS811<Bus: I2CBus>: ~Copyable {
  private var bus: Bus
  private let address: I2CAddress
  private var isStarted = false
  /// The version of the part's firmware in the form of `FW_APP_VERSION` (`0x1100` is 1.1).
  ///
  /// The version is 0 before the first start.
  public private(set) var applicationVersion: UInt16 = 0
  private var ranges = CCS811Ranges.version1
  private var hasRead = false

  /// Creates a driver; the first transfer happens in ``start(mode:delay:)``.
  ///
  /// - Parameters:
  ///   - bus: The bus of the part, which must support clock stretching.
  ///   - address: `0x5B` with ADDR high (the default), `0x5A` with ADDR low.
  public init(on bus: Bus, at address: I2CAddress = .ccs811) {
    self.bus = bus
    self.address = address
  }

  /// Verifies the identity, resets the part, starts the application and sets the measurement mode.
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
    try readVersion()
    try write([mode.register], to: .measurementMode)
    isStarted = true
    hasRead = false
  }

  /// Reads a new result, if there is one.
  ///
  /// - Returns: The result; `nil` without a new result. The first result after a start is discarded
  ///   if it is 400 ppm and 0 ppb, the values with which every mode begins.
  /// - Throws: ``CCS811Error``, also when the part reports a fault, no longer runs its application,
  ///   or returns a result outside the range of its firmware.
  public mutating func readResult() throws(CCS811Error) -> CCS811Reading? {
    guard try checkedStatus().contains(.dataReady) else { return nil }
    let bytes: InlineArray<8, UInt8> = try read(.algorithmResult)
    // The status inside this mailbox is wrong before firmware 2.0. Bits that are never set indicate
    // bus errors, which make the whole reply unreliable.
    let status = CCS811Status(rawValue: bytes[4])
    guard status.isPossible else { throw .corrupted(.algorithmResult, bytes[4]) }
    guard CCS811Faults(rawValue: bytes[5]).isPossible else {
      throw .corrupted(.algorithmResult, bytes[5])
    }
    let reading = CCS811Reading(decoding: bytes.span)
    if reading.isEmpty { return nil }
    // The first result of a mode is that of clean air, whatever the air.
    defer { hasRead = true }
    if !hasRead, reading.isOfCleanAir { return nil }
    guard ranges.contain(reading) else { throw .implausible(reading, ranges) }
    return reading
  }

  /// Writes the humidity and temperature of the air, which the part uses for compensation.
  public mutating func compensate(
    for environment: CCS811Environment
  ) throws(CCS811Error) {
    guard isStarted else { throw .notStarted }
    try write(environment.encode(), to: .environment)
  }

  /// Reads the algorithm's baseline, to be saved and restored 20 minutes after a later start.
  ///
  /// The baseline is reliable once the part has measured for ``CCS811Constants/conditioningTime``
  /// (20 minutes).
  public mutating func baseline() throws(CCS811Error) -> InlineArray<2, UInt8> {
    guard isStarted else { throw .notStarted }
    return try read(.baseline)
  }

  /// Restores a baseline read from the same part with the same firmware, 20 minutes after the start.
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

  private mutating func readVersion() throws(CCS811Error) {
    let bytes: InlineArray<2, UInt8> = try read(.applicationVersion)
    applicationVersion = bytes.span.bigEndian(at: 0)
    guard let known = CCS811Ranges(version: applicationVersion) else {
      throw .unknownVersion(applicationVersion)
    }
    ranges = known
  }

  /// Reads the status of a started part, and throws if the status reports a fault.
  private mutating func checkedStatus() throws(CCS811Error) -> CCS811Status {
    guard isStarted else { throw .notStarted }
    return try runningStatus()
  }

  private mutating func runningStatus() throws(CCS811Error) -> CCS811Status {
    let status = try status()
    guard status.isPossible else { throw .corrupted(.status, status.rawValue) }
    guard status.contains([.applicationMode, .applicationValid]) else {
      throw .notInApplication(status)
    }
    if status.contains(.error) {
      let bytes: InlineArray<1, UInt8> = try read(.errorID)
      let faults = CCS811Faults(rawValue: bytes[0])
      throw faults.isPossible ? .faults(faults) : .corrupted(.errorID, bytes[0])
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
