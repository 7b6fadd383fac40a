/// A driver for the Vishay VEML7700 ambient light sensor.
///
/// The part measures continuously, and the driver reads the latest result. The driver selects gain
/// and integration time according to the light, and corrects the part's nonlinearity. A step is
/// 0.0042 lx in the dark, 0.6 lx at 1,000 lx and 50 lx in full sun.
///
/// Before each reading, the driver verifies the part's settings, so that a loss of power is detected.
///
/// Source: Vishay VEML7700 datasheet, document 84286, and application note, document 84323.
public struct VEML7700<Bus: I2CBus>: ~Copyable {
  private var bus: Bus
  private let address: I2CAddress
  private var range = VEML7700Range.first
  private var isMeasuring = false

  /// Creates a driver; the first transfer happens in ``start()``.
  ///
  /// - Parameters:
  ///   - bus: The bus of the part.
  ///   - address: `0x10`, the part's only address.
  public init(on bus: Bus, at address: I2CAddress = .veml7700) {
    self.bus = bus
    self.address = address
  }

  /// Verifies the identity and shuts the part down until the first reading.
  ///
  /// - Throws: ``VEML7700Error``; the driver is then not started.
  public mutating func start() throws(VEML7700Error) {
    isMeasuring = false
    range = .first
    let id = try read(.id)
    guard id & 0xFF == Self.expectedID else { throw .unexpectedID(id, at: address) }
    try write(VEML7700Range.shutDown, to: .configuration)
    try write(0, to: .powerSaving)
  }

  /// Reads the illuminance in lx, with the manufacturer's correction.
  ///
  /// The resolution is one step of the selected range. The driver waits for an integration, 0.8 s
  /// in the dark, after the start and when it selects another range.
  ///
  /// - Throws: ``VEML7700Error``, also when the part has lost its settings, and for more light than
  ///   the part can measure.
  public mutating func readIlluminance(
    delay: inout (some Delay & ~Copyable)
  ) throws(VEML7700Error) -> Double {
    if !isMeasuring { try select(range, delay: &delay) }
    for _ in 0..<Self.longestSearch {
      let count = try readCount()
      guard let better = range.better(for: count) else {
        guard count < .max else { throw .saturated }
        return VEML7700Bend.illuminance(shown: Double(count) * range.luxPerCount)
      }
      try select(better, delay: &delay)
    }
    throw .unsteady
  }

  private static var expectedID: UInt16 { 0x81 }
  /// The maximum number of readings per call: enough to go from one end of the ranges to the other,
  /// and for a change of light meanwhile.
  private static var longestSearch: Int { 6 }

  private mutating func readCount() throws(VEML7700Error) -> UInt16 {
    let configuration = try read(.configuration)
    guard configuration == range.configuration else {
      isMeasuring = false
      throw .settingsLost(configuration)
    }
    return try read(.light)
  }

  /// Selects a range, and waits for the range's first result.
  private mutating func select(
    _ range: VEML7700Range, delay: inout (some Delay & ~Copyable)
  ) throws(VEML7700Error) {
    isMeasuring = false
    self.range = range
    try write(range.configuration, to: .configuration)
    delay.pause(for: range.firstResultTime)
    isMeasuring = true
  }

  private mutating func read(_ register: VEML7700Register) throws(VEML7700Error) -> UInt16 {
    do throws(I2CError) {
      let bytes: InlineArray<2, UInt8> = try bus.read(register.rawValue, of: address)
      return bytes.span.littleEndian(at: 0)
    } catch { throw .transfer(error, .reading, register) }
  }

  private mutating func write(
    _ value: UInt16, to register: VEML7700Register
  ) throws(VEML7700Error) {
    let bytes: InlineArray<3, UInt8> = [
      register.rawValue, UInt8(truncatingIfNeeded: value), UInt8(value >> 8),
    ]
    do throws(I2CError) {
      try bus.write(bytes.span, to: address)
    } catch { throw .transfer(error, .writing, register) }
  }
}
