/// A driver for the Vishay VEML7700 ambient light sensor.
///
/// The part measures without a pause, and what it measured last is read. The driver chooses gain and
/// integration time by the light, and corrects what bends: a step is 0.0042 lx in the dark, 0.6 lx at
/// 1,000 lx and 50 lx in full sun.
///
/// Before each reading it looks whether the part still has the settings that it was given, so that a loss
/// of power is noticed.
///
/// Source: Vishay VEML7700 datasheet, document 84286, and application note, document 84323.
public struct VEML7700<Bus: I2CBus>: ~Copyable {
  private var bus: Bus
  private let address: I2CAddress
  private var range = VEML7700Range.first
  private var isMeasuring = false

  /// Creates a driver; no transfer happens until ``start()``.
  ///
  /// - Parameters:
  ///   - bus: The bus the part is on.
  ///   - address: `0x10`, which is the only one it has.
  public init(on bus: Bus, at address: I2CAddress = .veml7700) {
    self.bus = bus
    self.address = address
  }

  /// Verifies identity and shuts the part down until the first reading.
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

  /// Reads the illuminance, lx, within one step of the range that suits it, corrected as the maker says.
  ///
  /// Waits for an integration, 0.8 s in the dark, after the start and when another range suits better.
  ///
  /// - Throws: ``VEML7700Error``, also when the part has lost its settings, and for more light than it
  ///   can measure.
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
  /// From one end of the ranges to the other, and a change of light on the way.
  private static var longestSearch: Int { 6 }

  private mutating func readCount() throws(VEML7700Error) -> UInt16 {
    let configuration = try read(.configuration)
    guard configuration == range.configuration else {
      isMeasuring = false
      throw .settingsLost(configuration)
    }
    return try read(.light)
  }

  /// Chooses a range, and waits for the first result of it.
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
