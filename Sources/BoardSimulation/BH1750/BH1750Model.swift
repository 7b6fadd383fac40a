internal import Mathematics
import SensorDrivers

/// A ROHM BH1750FVI on the bus: one-byte commands and a two-byte result.
///
/// The model has continuous and one-time measurements, three resolutions, the measurement time register,
/// reset and power states. A measurement shows the light at its end. A measurement takes the typical time,
/// 120 or 16 ms; with a tolerance up to the longest time, 180 or 24 ms. A measuring command also wakes the
/// part, which many drivers rely on. The size of the noise (0.1 %) is the project's own assumption.
///
/// Source: ROHM BH1750FVI technical note, 2011.11 Rev. D.
public final class BH1750Model: SimulatedI2CDevice {
  /// The world that the part measures.
  public var world: World
  /// The deviation from an ideal part.
  public var realism: PartRealism
  /// The observer of driver misuse; `nil` if nobody observes.
  public var onMisuse: ((DriverMisuse) -> Void)?
  /// The part's present defects.
  public var defects = PartDefects()

  private var chance: Xoshiro256
  private let spread: BH1750Spread
  private var now = Duration.zero
  private var isOn = false
  private var measurement: Measurement?
  private var time = BH1750Model.standardTime
  private var count: UInt16 = 0

  /// Creates a part at the moment of power-on.
  ///
  /// - Parameters:
  ///   - world: The world that the part measures.
  ///   - seed: The run's seed, for the part's noise and tolerances.
  ///   - realism: The deviation from an ideal part.
  public init(world: World, seed: UInt64, realism: PartRealism = .real) {
    self.world = world
    self.realism = realism
    chance = Xoshiro256(seed: seed, part: "bh1750")
    spread = BH1750Spread(seed: seed)
  }

  /// A measurement in progress.
  private struct Measurement {
    var resolution: BH1750Resolution
    var isContinuous: Bool
    var end: Duration
    var period: Duration
    /// The sensitivity in counts per lux, fixed at the beginning of the measurement.
    var countsPerLux: Double
    var isFirst = true
  }

  // Technical note, p. 11, "Adjust measurement result".
  private static let standardTime: UInt8 = 69
  private static let times: ClosedRange<UInt8> = 31...254
  private static let noise = 0.001
}

extension BH1750Model {
  /// Powers the part up: asleep, with a result of 0 and the standard measurement time.
  public func powerUp(at now: Duration) {
    self.now = now
    (isOn, measurement, time, count) = (false, nil, Self.standardTime, 0)
  }

  /// Carries out the measurements due by `now`; of several, only the last result is kept.
  public func advance(to now: Duration) {
    defer { self.now = max(self.now, now) }
    guard var running = measurement, running.end <= now else { return }
    guard running.isContinuous else {
      count = convert(running, noise: draw())
      (isOn, measurement) = (false, nil)
      return
    }
    var noise = draw()
    while running.end + running.period <= now {
      running.end += running.period
      noise = draw()
    }
    count = convert(running, noise: noise)
    running.end += running.period
    running.isFirst = false
    measurement = running
  }

  private func draw() -> Double { realism.isIdeal ? 0 : chance.bell() * Self.noise }

  /// Returns the count for the light at the end of a measurement.
  private func convert(_ measurement: Measurement, noise: Double) -> UInt16 {
    if defects.contains(.saturated) { return .max }
    let factor = defects.drift?.factor(at: measurement.end) ?? 1
    let light = world.state(at: measurement.end).illuminance * factor
    let counts = light * measurement.countsPerLux * (1 + noise) + spread.dark(realism)
    let step = measurement.resolution.step
    return UInt16((counts / step).rounded(.down).limited(to: 0...65_535 / step) * step)
  }

  /// Takes the command of a write; further bytes of the transfer are ignored.
  public func write(_ bytes: Span<UInt8>) -> Int? {
    guard !bytes.isEmpty else { return nil }
    if bytes.count > 1 {
      misuse("is given \(bytes.count) commands in one transfer", "end each with a STOP", "p. 10")
    }
    follow(BH1750Opcode(bytes[0]), bytes[0])
    return nil
  }

  private func follow(_ opcode: BH1750Opcode?, _ byte: UInt8) {
    switch opcode {
    case .powerDown: (isOn, measurement) = (false, nil)
    case .powerOn: isOn = true
    case .reset where isOn: count = 0
    case .reset: misuse("is reset while it sleeps", "send Power On before Reset", "p. 5")
    case .measure(let resolution, let isContinuous): measure(resolution, isContinuous)
    case .timeHigh(let bits): setTime(time & 0x1F | bits << 5)
    case .timeLow(let bits): setTime(time & 0xE0 | bits)
    case nil: misuse("is given the unknown command \(byte)", "use those of the table", "p. 5")
    }
  }

  /// Sets the measurement time register without a range check, because its halves are written separately.
  private func setTime(_ value: UInt8) { time = value }

  private func measure(_ resolution: BH1750Resolution, _ isContinuous: Bool) {
    let register = min(max(time, Self.times.lowerBound), Self.times.upperBound)
    if register != time {
      misuse("measures with a time register of \(time)", "write 31 to 254", "p. 11")
    }
    let factor = Double(register) / Double(Self.standardTime)
    let period = Duration.microseconds(
      Int64(resolution.typicalMicroseconds * factor * spread.timeFactor(realism)))
    isOn = true
    measurement = Measurement(
      resolution: resolution, isContinuous: isContinuous, end: now + period, period: period,
      countsPerLux: 1.2 * resolution.gain * factor * spread.gain(realism))
  }

  /// The two bytes of a result.
  public var longestAnswer: Int? { 2 }

  /// Reads the last result, high byte first; further bytes float high (0xFF).
  public func read(into buffer: inout MutableSpan<UInt8>) {
    if let running = measurement, running.isFirst {
      misuse(
        "is read \((running.end - now).inSeconds * 1000) ms before its first result is there",
        "wait 180 ms, 24 ms in L-resolution, as many times longer as the time register is of 69",
        "p. 2, Measurement Time")
    }
    let bytes = [UInt8(count >> 8), UInt8(truncatingIfNeeded: count)]
    for index in buffer.indices { buffer[index] = index < bytes.count ? bytes[index] : 0xFF }
  }

  private func misuse(_ what: @autoclosure () -> String, _ remedy: String, _ section: String) {
    onMisuse?(
      DriverMisuse(what(), remedy: remedy, section: "BH1750FVI technical note \(section)"))
  }
}

// MARK: Inspection

extension BH1750Model {
  /// The result and the measurement time register, numbered 0 and 1 because the part has no register
  /// addresses.
  public var registers: [PartRegister] {
    [
      PartRegister("data", at: 0, [UInt8(count >> 8), UInt8(truncatingIfNeeded: count)]),
      PartRegister("MTreg", at: 1, [time]),
    ]
  }

  /// The part's mode: powered down, on, or measuring with a resolution.
  public var condition: [(name: String, value: String)] {
    let mode =
      measurement.map { "\($0.isContinuous ? "continuous" : "one time") \($0.resolution.name)" }
      ?? (isOn ? "on" : "down")
    return [("mode", mode)]
  }

  /// Returns the names of commands and the values of results in a transfer.
  public func meaning(of transfer: I2CTransfer) -> String {
    transfer.messages.filter(\.isAcknowledged).compactMap { message in
      switch (message.direction, message.bytes.count) {
      case (.writing, 1...): BH1750Opcode(message.bytes[0])?.name ?? "unknown command"
      case (.reading, 2...): "data = \(Int(message.bytes[0]) << 8 | Int(message.bytes[1]))"
      default: nil
      }
    }.joined(separator: "; ")
  }
}
