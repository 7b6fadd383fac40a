internal import SensorDrivers

/// An interface of the receiver, by its number in configuration messages.
enum ReceiverPort: Int, CaseIterable, Sendable {
  case i2c, uart1

  /// The name in the receiver's state.
  var name: String { self == .i2c ? "i2c" : "uart1" }

  /// The number in MON-COMMS.
  var communicationNumber: UInt16 { self == .i2c ? 0x0000 : 0x0100 }
}

extension UBXConfigurationKey {
  /// Returns the key of a port's item that corresponds to this item of I2C: protocols, rates of messages, levels of
  /// texts.
  func on(_ port: ReceiverPort) -> Self {
    let isProtocol = rawValue >> 16 & 0xFF == 0x71 || rawValue >> 16 & 0xFF == 0x72
    return isProtocol
      ? Self(rawValue: rawValue + 0x0002_0000 * UInt32(port.rawValue)) : onPort(port.rawValue)
  }

  /// CFG-UART1-BAUDRATE: the rate, bits per second.
  static var uartBaudRate: Self { Self(rawValue: 0x4052_0001) }
  /// CFG-UART1-STOPBITS: 0 half, 1 one, 2 one and a half, 3 two.
  static var uartStopBits: Self { Self(rawValue: 0x2052_0002) }
  /// CFG-UART1-DATABITS: 0 eight, 1 seven.
  static var uartDataBits: Self { Self(rawValue: 0x2052_0003) }
  /// CFG-UART1-PARITY: 0 none, 1 odd, 2 even.
  static var uartParity: Self { Self(rawValue: 0x2052_0004) }
  /// CFG-UART1-ENABLED: whether the port works.
  static var uartEnabled: Self { Self(rawValue: 0x1052_0005) }
}

extension UARTFormat {
  /// Creates the rate and format of UART1; half a stop bit counts as a whole one.
  init(_ configuration: ReceiverConfiguration) {
    let stopBits = configuration[.uartStopBits] >= 2 ? 2 : 1
    let dataBits = configuration[.uartDataBits] == 1 ? 7 : 8
    let parityBits = configuration[.uartParity] == 0 ? 0 : 1
    self.init(
      baud: Int(configuration[.uartBaudRate]), bitsPerByte: 1 + dataBits + parityBits + stopBits)
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
  private var values: (i2c: Value, uart: Value)

  init(_ value: Value) { values = (value, value) }

  subscript(port: ReceiverPort) -> Value {
    get { port == .i2c ? values.i2c : values.uart }
    set { if port == .i2c { values.i2c = newValue } else { values.uart = newValue } }
  }
}

extension PerPort: Sendable where Value: Sendable {}
