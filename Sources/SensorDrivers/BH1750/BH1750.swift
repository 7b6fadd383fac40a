/// A driver for the ROHM BH1750FVI light sensor.
///
/// The part measures continuously, and the driver reads the latest result. Sunlight beyond 54,612
/// lx is measured with reduced sensitivity, in steps of 1.9 lx instead of 0.8 lx.
///
/// The part has no identity, status or checksum. The result register is also zero after a loss of
/// power, so a result of zero is accepted only from a newly started measurement.
///
/// Source: ROHM BH1750FVI technical note, 2011.11 Rev. D.
public struct BH1750<Bus: I2CBus>: ~Copyable {
  private var bus: Bus
  private let address: I2CAddress
  private var sensitivity = BH1750Sensitivity.standard
  private var isMeasuring = false

  /// Creates a driver without making a transfer.
  ///
  /// - Parameters:
  ///   - bus: The bus of the part.
  ///   - address: `0x23` with ADDR low (the default), `0x5C` with ADDR high.
  public init(on bus: Bus, at address: I2CAddress = .bh1750) {
    self.bus = bus
    self.address = address
  }

  /// Powers the part down; an acknowledged transfer shows that the part is present.
  public mutating func powerDown() throws(BH1750Error) {
    isMeasuring = false
    sensitivity = .standard
    try send(.powerDown)
  }

  /// Reads the illuminance in lx.
  ///
  /// The driver waits for a measurement (0.18 s) after the start, when the light crosses the limit
  /// of a sensitivity range, and in the dark.
  ///
  /// - Throws: ``BH1750Error``, also for more light than the part can measure.
  public mutating func readIlluminance(
    delay: inout (some Delay & ~Copyable)
  ) throws(BH1750Error) -> Double {
    var count = isMeasuring ? try read() : 0
    if count == 0 { count = try measure(delay: &delay) }
    if count == .max, sensitivity == .standard {
      sensitivity = .reduced
      count = try measure(delay: &delay)
    }
    guard count < .max else { throw .saturated }
    let light = Double(count) / sensitivity.countsPerLux
    if sensitivity == .reduced, light < Self.standardLight {
      sensitivity = .standard
      isMeasuring = false
    }
    return light
  }

  /// The illuminance below which the driver returns to the standard sensitivity, in lx.
  private static var standardLight: Double { 40_000 }

  /// Restarts the measurement and reads the first result.
  private mutating func measure(
    delay: inout (some Delay & ~Copyable)
  ) throws(BH1750Error) -> UInt16 {
    isMeasuring = false
    try send(.powerOn)
    try send(.measurementTimeHigh(sensitivity.rawValue))
    try send(.measurementTimeLow(sensitivity.rawValue))
    try send(.measureContinuously)
    delay.pause(for: sensitivity.measurementTime)
    isMeasuring = true
    return try read()
  }

  /// Sends a command; the part accepts one command per transfer.
  ///
  ///
  /// Source: technical note, p. 10, "Write Format".
  private mutating func send(_ command: BH1750Command) throws(BH1750Error) {
    let bytes: InlineArray<1, UInt8> = [command.rawValue]
    do throws(I2CError) {
      try bus.write(bytes.span, to: address)
    } catch { throw .transfer(error, .writing) }
  }

  private mutating func read() throws(BH1750Error) -> UInt16 {
    var bytes = InlineArray<2, UInt8>(repeating: 0)
    var buffer = bytes.mutableSpan
    do throws(I2CError) {
      try bus.read(into: &buffer, from: address)
    } catch { throw .transfer(error, .reading) }
    return bytes.span.bigEndian(at: 0)
  }
}
