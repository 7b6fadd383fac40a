internal import SensorDrivers

/// An interface of the receiver, by its number in configuration messages.
enum ReceiverPort: Int, CaseIterable, Sendable {
  case i2c, uart1, uart2

  /// The number in MON-COMMS.
  var communicationNumber: UInt16 {
    switch self {
    case .i2c: 0x0000
    case .uart1: 0x0100
    case .uart2: 0x0201
    }
  }
}

extension UBXConfigurationKey {
  /// Returns the key of a port's item that corresponds to this item of I2C: protocols, rates of messages, levels of
  /// texts.
  func on(_ port: ReceiverPort) -> Self { onAnyPort(port.rawValue) }

  /// Returns the key of an item on a port by its number, 0 to 4, as ``on(_:)``.
  func onAnyPort(_ number: Int) -> Self {
    let isProtocol = rawValue >> 16 & 0xFF == 0x71 || rawValue >> 16 & 0xFF == 0x72
    return isProtocol
      ? Self(rawValue: rawValue + 0x0002_0000 * UInt32(number)) : onPort(number)
  }
}

/// The configuration items of a serial port.
struct UARTKeys: Sendable {
  /// The rate, bits per second.
  let baudRate: UBXConfigurationKey
  /// 0 for half a stop bit, 1 for one, 2 for one and a half, 3 for two.
  let stopBits: UBXConfigurationKey
  /// 0 for eight data bits, 1 for seven.
  let dataBits: UBXConfigurationKey
  /// 0 for no parity, 1 for odd, 2 for even.
  let parity: UBXConfigurationKey
  /// Whether the port works.
  let enabled: UBXConfigurationKey

  /// CFG-UART1 and CFG-UART2.
  static let (uart1, uart2) = (UARTKeys(group: 0x0052_0000), UARTKeys(group: 0x0053_0000))

  /// Creates the items of a port by its number: 1 is UART1, 2 is UART2; `nil` for another port.
  init?(port: Int) {
    switch port {
    case 1: self = .uart1
    case 2: self = .uart2
    default: return nil
    }
  }

  private init(group: UInt32) {
    func key(_ bits: UInt32) -> UBXConfigurationKey { UBXConfigurationKey(rawValue: group | bits) }
    (baudRate, stopBits) = (key(0x4000_0001), key(0x2000_0002))
    (dataBits, parity, enabled) = (key(0x2000_0003), key(0x2000_0004), key(0x1000_0005))
  }

  /// The items with their ranges, as delivered: 38,400 baud, 8 data bits, no parity, one stop bit.
  var items: [ReceiverConfiguration.Item] {
    [
      .init(baudRate, 9_600...921_600, standard: 38_400), .init(stopBits, 0...3, standard: 1),
      .init(dataBits, 0...1, standard: 0), .init(parity, 0...2, standard: 0),
      .isSwitch(enabled, standard: 1),
    ]
  }
}

extension UARTFormat {
  /// Creates the rate and format of a serial port; half a stop bit counts as a whole one.
  init(_ configuration: ReceiverConfiguration, of keys: UARTKeys) {
    let stopBits = configuration[keys.stopBits] >= 2 ? 2 : 1
    let dataBits = configuration[keys.dataBits] == 1 ? 7 : 8
    let parityBits = configuration[keys.parity] == 0 ? 0 : 1
    self.init(
      baud: Int(configuration[keys.baudRate]), bitsPerByte: 1 + dataBits + parityBits + stopBits)
  }
}

/// The bytes that came to a port since the start.
struct PortInput: Sendable {
  /// The scanner of UBX messages.
  var ubx = UBXScanner()
  /// The number of all bytes.
  var bytes = 0
}

/// A value for each port.
struct PerPort<Value> {
  private var values: (i2c: Value, uart1: Value, uart2: Value)

  init(_ value: Value) { values = (value, value, value) }

  subscript(port: ReceiverPort) -> Value {
    get {
      switch port {
      case .i2c: values.i2c
      case .uart1: values.uart1
      case .uart2: values.uart2
      }
    }
    set {
      switch port {
      case .i2c: values.i2c = newValue
      case .uart1: values.uart1 = newValue
      case .uart2: values.uart2 = newValue
      }
    }
  }
}

extension PerPort: Sendable where Value: Sendable {}
