// The serial port as a console. Numbers are printed here, since String would need heap.

import _Volatile

/// Writes a text with values in it.
func write(_ line: Line) {}

/// The transmitter of the CMSDK UART that Arm's MPS2 boards have.
enum UART {
  private static func register(_ offset: UInt) -> VolatileMappedRegister<UInt32> {
    unsafe VolatileMappedRegister(unsafeBitPattern: 0x4000_4000 + offset)
  }
  private static var data: VolatileMappedRegister<UInt32> { register(0x00) }
  private static var state: VolatileMappedRegister<UInt32> { register(0x04) }
  private static var control: VolatileMappedRegister<UInt32> { register(0x08) }
  private static var clockDivider: VolatileMappedRegister<UInt32> { register(0x10) }

  /// Switches the transmitter on, as fast as it can.
  static func start() {
    clockDivider.store(16)
    control.store(1)
  }

  static func send(_ byte: UInt8) {
    while state.load() & 1 != 0 {}  // its one byte of buffer is full
    data.store(UInt32(byte))
  }
}

/// A text with values in it, sent as it is put together: there is no String and no heap.
struct Line: ExpressibleByStringInterpolation {
  init(stringLiteral text: StaticString) {
    var line = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
    line.appendLiteral(text)
  }

  init(stringInterpolation: StringInterpolation) {}

  struct StringInterpolation: StringInterpolationProtocol {
    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ text: StaticString) {
      for index in 0..<text.utf8CodeUnitCount { UART.send(unsafe text.utf8Start[index]) }
    }

    mutating func appendInterpolation(_ number: Int) {
      if number < 0 { UART.send(UInt8(ascii: "-")) }
      sendDigits(of: number.magnitude)
    }

    /// A value within ±2³², rounded to so many decimals, of which there are 1 to 9.
    mutating func appendInterpolation(_ value: Double?, decimals: Int) {
      guard let value else { return appendLiteral("none") }
      if value < 0 { UART.send(UInt8(ascii: "-")) }
      var scale: UInt = 1
      for _ in 0..<decimals { scale *= 10 }
      var whole = UInt(value.magnitude)
      var fraction = UInt((value.magnitude - Double(whole)) * Double(scale) + 0.5)
      if fraction == scale { (whole, fraction) = (whole + 1, 0) }
      sendDigits(of: whole)
      UART.send(UInt8(ascii: "."))
      sendDigits(of: fraction, atLeast: decimals)
    }

    private func sendDigits(of number: UInt, atLeast count: Int = 1) {
      if number > 9 || count > 1 { sendDigits(of: number / 10, atLeast: count - 1) }
      UART.send(UInt8(ascii: "0") + UInt8(number % 10))
    }
  }
}
