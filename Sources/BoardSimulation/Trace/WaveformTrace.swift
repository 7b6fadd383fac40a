internal import Mathematics
internal import SensorDrivers

/// A trace of SCL, SDA and the parts' interrupt lines as a value change dump (IEEE 1364-2001, section 18).
///
/// ```
/// sigrok-cli -i t.vcd -I vcd -P i2c:scl=SCL:sda=SDA -A i2c=stop
/// ```
///
/// At 100 kHz a tick is a tenth of a bit, 1 µs; at 400 kHz it is a 25th of a bit, 100 ns. With finer ticks
/// sigrok needs minutes for one second of a trace.
public struct WaveformTrace: Sendable {
  private let pins: [String]
  private let nanosecondsPerTick: Int64
  private let ticksPerBit: Int64
  private var output: [UInt8] = []
  private var levels: (scl: Bool, sda: Bool) = (true, true)
  private var lastTick: Int64 = -1

  /// Creates a trace and writes its header.
  ///
  /// - Parameters:
  ///   - clock: The bus' clock rate.
  ///   - pins: The names of interrupt lines, all initially high.
  public init(clock: I2CClock, pins: [String] = []) {
    self.pins = pins
    nanosecondsPerTick = clock == .standard ? 1000 : 100
    ticksPerBit = clock.bitTime.inNanoseconds / nanosecondsPerTick
    let names = ["SCL", "SDA"] + pins
    var header = "$timescale \(clock == .standard ? "1 us" : "100 ns") $end\n"
    header += "$scope module board $end\n"
    for (index, name) in names.enumerated() {
      header += "$var wire 1 \(Self.identifier(index)) \(name) $end\n"
    }
    header += "$upscope $end\n$enddefinitions $end\n#0\n$dumpvars\n"
    for index in names.indices { header += "1\(Self.identifier(index))\n" }
    output = Array((header + "$end\n").utf8)
  }

  /// Returns the output since the last call and clears it.
  public mutating func take() -> [UInt8] {
    defer { output.removeAll(keepingCapacity: true) }
    return output
  }

  /// Writes a transfer's edges on SCL and SDA.
  public mutating func append(_ transfer: I2CTransfer) {
    var tick = tick(of: transfer.start)
    for message in transfer.messages { append(message, with: transfer.address, at: &tick) }
    stop(at: tick)
  }

  /// Writes a change of an interrupt line.
  public mutating func append(pin: String, isHigh: Bool, at time: Duration) {
    guard let index = pins.firstIndex(of: pin) else { return }
    change(Self.identifier(index + 2), to: isHigh, at: max(tick(of: time), lastTick))
  }

  /// Ends the trace with a final time, because readers show a change only once a later time follows.
  public mutating func end() {
    output.append(contentsOf: "#\(max(lastTick, 0) + ticksPerBit)\n".utf8)
  }

  private mutating func append(
    _ message: I2CTransfer.Message, with address: I2CAddress, at tick: inout Int64
  ) {
    recover(message.recoveryClocks, at: &tick)
    start(at: &tick)
    let isReading = message.direction == .reading
    byte(
      address.rawValue << 1 | (isReading ? 1 : 0), isAcknowledged: message.isAcknowledged,
      at: &tick)
    guard message.isAcknowledged else { return }
    tick += message.stretch.inNanoseconds / nanosecondsPerTick
    for (index, value) in message.bytes.enumerated() {
      let isLast = index == message.bytes.count - 1
      // The controller does not acknowledge the last byte of a read.
      let isAcknowledged = isReading ? !isLast : message.refusedByte != index
      byte(value, isAcknowledged: isAcknowledged, at: &tick)
    }
  }
}

// MARK: Bits

extension WaveformTrace {
  /// Writes a START: SDA falls while SCL is high; before a repeated START both lines rise.
  private mutating func start(at tick: inout Int64) {
    if !levels.scl {
      sda(true, at: tick + offset(0.1))
      scl(true, at: tick + offset(0.3))
    }
    sda(false, at: tick + offset(0.6))
    scl(false, at: tick + ticksPerBit)
    tick += ticksPerBit
  }

  /// Writes a STOP: SDA rises while SCL is high.
  private mutating func stop(at tick: Int64) {
    sda(false, at: tick + offset(0.1))
    scl(true, at: tick + offset(0.4))
    sda(true, at: tick + offset(0.7))
  }

  private mutating func byte(_ value: UInt8, isAcknowledged: Bool, at tick: inout Int64) {
    for bit in stride(from: 7, through: 0, by: -1) { self.bit(value >> bit & 1 == 1, at: &tick) }
    bit(!isAcknowledged, at: &tick)
  }

  private mutating func bit(_ level: Bool, at tick: inout Int64) {
    sda(level, at: tick + offset(0.2))
    scl(true, at: tick + offset(0.5))
    scl(false, at: tick + ticksPerBit)
    tick += ticksPerBit
  }

  /// Writes a bus recovery: clocks while SDA is held low, then a STOP.
  private mutating func recover(_ clocks: Int, at tick: inout Int64) {
    guard clocks > 0 else { return }
    sda(false, at: tick)
    for _ in 0..<clocks {
      scl(false, at: tick + offset(0.2))
      scl(true, at: tick + offset(0.7))
      tick += ticksPerBit
    }
    sda(true, at: tick + offset(0.5))
    tick += ticksPerBit
  }

  /// Returns a share of a bit in ticks.
  private func offset(_ share: Double) -> Int64 { Int64((share * Double(ticksPerBit)).rounded()) }

  private func tick(of time: Duration) -> Int64 { time.inNanoseconds / nanosecondsPerTick }

  private mutating func scl(_ isHigh: Bool, at tick: Int64) {
    guard levels.scl != isHigh else { return }
    levels.scl = isHigh
    change("!", to: isHigh, at: tick)
  }

  private mutating func sda(_ isHigh: Bool, at tick: Int64) {
    guard levels.sda != isHigh else { return }
    levels.sda = isHigh
    change("\"", to: isHigh, at: tick)
  }

  private mutating func change(_ identifier: String, to isHigh: Bool, at tick: Int64) {
    if tick != lastTick {
      output.append(UInt8(ascii: "#"))
      output.append(contentsOf: "\(tick)".utf8)
      output.append(UInt8(ascii: "\n"))
      lastTick = tick
    }
    output.append(UInt8(ascii: isHigh ? "1" : "0"))
    output.append(contentsOf: identifier.utf8)
    output.append(UInt8(ascii: "\n"))
  }

  /// Returns the printable character that identifies a signal.
  private static func identifier(_ index: Int) -> String {
    String(UnicodeScalar(UInt8(ascii: "!") + UInt8(index)))
  }
}
