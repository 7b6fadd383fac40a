import BoardFirmware
import SensorDrivers

/// A driver for the ROHM BH1750 light sensor.
///
/// Source: ROHM BH1750FVI technical note, 11046EDT01.
struct BH1750<Bus: I2CBus>: ~Copyable {
  private var bus: Bus
  private let address: I2CAddress

  init(on bus: Bus, at address: I2CAddress) {
    self.bus = bus
    self.address = address
  }

  /// The illuminance in lux, of a measurement that is made now.
  ///
  /// The part sleeps between measurements, and one that has lost its power sleeps too: so each begins
  /// with waking it.
  mutating func readIlluminance(delay: inout some Delay & ~Copyable) throws(BH1750Error) -> Double {
    try send(.powerOn)
    try send(.measureOnce)
    delay.pause(for: .milliseconds(180))  // the longest a measurement takes
    let bytes = try read()
    let count = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    guard count < .max else { throw .saturated }
    return Double(count) / 1.2
  }

  /// Puts the part to sleep, which shows that it is there.
  mutating func powerDown() throws(BH1750Error) { try send(.powerDown) }

  private mutating func send(_ command: BH1750Command) throws(BH1750Error) {
    let bytes: InlineArray<1, UInt8> = [command.rawValue]
    do throws(I2CError) {
      try bus.write(bytes.span, to: address)
    } catch { throw .transfer(error) }
  }

  private mutating func read() throws(BH1750Error) -> InlineArray<2, UInt8> {
    var bytes = InlineArray<2, UInt8>(repeating: 0)
    var buffer = bytes.mutableSpan
    do throws(I2CError) {
      try bus.read(into: &buffer, from: address)
    } catch { throw .transfer(error) }
    return bytes
  }
}

/// What the part is told.
enum BH1750Command: UInt8 {
  case powerDown = 0x00
  case powerOn = 0x01
  case measureOnce = 0x20
}

/// Why there is no illuminance.
enum BH1750Error: Error, Hashable, CustomStringConvertible {
  case transfer(I2CError)
  case saturated

  var description: String {
    switch self {
    case .transfer(let error): "BH1750: \(error)"
    case .saturated: "BH1750: more light than the 54,612 lx that it can measure; shade it"
    }
  }
}

extension BH1750: SensorPart {
  static var name: String { "BH1750" }
  static var key: String { "bh1750" }
  static var address: I2CAddress { I2CAddress(rawValue: 0x23) }

  mutating func setUp(delay: inout some Delay & ~Copyable) throws(BH1750Error) {
    try powerDown()
  }

  mutating func measure(
    after earlier: SensorReading, delay: inout some Delay & ~Copyable
  ) throws(BH1750Error) -> SensorReading? {
    [.light: try readIlluminance(delay: &delay)]
  }
}

/// The board's own parts, and the light sensor behind them.
typealias MyParts<Bus: I2CBus> = PartPair<StandardParts<Bus>, PartSlot<BH1750<Bus>>>
