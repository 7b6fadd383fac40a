import BoardFirmware
import SensorDrivers

/// A driver for the Texas Instruments TMP117 temperature sensor.
///
/// Source: TMP117 datasheet, SNOSD82; section numbers below are that document's.
struct TMP117<Bus: I2CBus>: ~Copyable {
  private var bus: Bus
  private let address: I2CAddress

  init(on bus: Bus, at address: I2CAddress) {
    self.bus = bus
    self.address = address
  }

  /// Verifies identity; the part measures once a second from its power-up on (§7.4).
  mutating func start() throws(TMP117Error) {
    let id = try read(.deviceID)
    guard id & 0x0FFF == 0x117 else { throw .unexpectedID(id) }
  }

  /// The temperature in °C; `nil` while there is no new one.
  mutating func readTemperature() throws(TMP117Error) -> Double? {
    guard try read(.configuration) & Self.dataReady != 0 else { return nil }
    let steps = Int16(bitPattern: try read(.temperature))
    let celsius = Double(steps) / 128
    guard (-55...150).contains(celsius) else { throw .implausible(celsius) }
    return celsius
  }

  private static var dataReady: UInt16 { 1 << 13 }  // §7.6.3

  private mutating func read(_ register: TMP117Register) throws(TMP117Error) -> UInt16 {
    let pointer: InlineArray<1, UInt8> = [register.rawValue]
    var bytes = InlineArray<2, UInt8>(repeating: 0)
    var buffer = bytes.mutableSpan
    do throws(I2CError) {
      try bus.transfer(with: address, writing: pointer.span, readingInto: &buffer)
    } catch { throw .transfer(error) }
    return UInt16(bytes[0]) << 8 | UInt16(bytes[1])
  }
}

/// The registers that the driver reads (§7.6.1).
enum TMP117Register: UInt8 {
  case temperature = 0x00
  case configuration = 0x01
  case deviceID = 0x0F
}

/// Why there is no temperature.
enum TMP117Error: Error, Hashable, CustomStringConvertible {
  case transfer(I2CError)
  case unexpectedID(UInt16)
  case implausible(Double)

  var description: String {
    switch self {
    case .transfer(let error): "TMP117: \(error)"
    case .unexpectedID(let id): "TMP117: its identity is \(id), expected 279; check the address"
    case .implausible(let celsius): "TMP117: gives \(celsius) °C, beyond its range; check the bus"
    }
  }
}

extension TMP117: SensorPart {
  static var name: String { "TMP117" }
  static var key: String { "tmp117" }
  static var address: I2CAddress { I2CAddress(rawValue: 0x48) }

  mutating func setUp(delay: inout some Delay & ~Copyable) throws(TMP117Error) {
    try start()
  }

  mutating func measure(
    after earlier: SensorReading, delay: inout some Delay & ~Copyable
  ) throws(TMP117Error) -> SensorReading? {
    guard let celsius = try readTemperature() else { return nil }
    return [.temperature: celsius]
  }
}

/// The board's own parts, and the sensor behind them: what it measures takes the place of the BME280's.
typealias MyParts<Bus: I2CBus> = PartPair<StandardParts<Bus>, PartSlot<TMP117<Bus>>>
