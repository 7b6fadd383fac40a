internal import Mathematics
import SensorDrivers

/// A ROHM BH1750FVI as a bus sees it: commands of one byte, and a result of two.
///
/// Continuous and one-time measurements, the three resolutions, the measurement time register, reset and
/// power states are modelled. A measurement shows the light at its end. It takes the typical time, 120
/// or 16 ms; with a tolerance up to the longest, 180 or 24 ms. A command to measure also wakes the part,
/// as many drivers rely on. How large the noise is (0.1 %) is of our own making.
///
/// Source: ROHM BH1750FVI technical note, 2011.11 Rev. D.
public final class BH1750Model: SimulatedI2CDevice {
  /// The world that the part measures.
  public var world: World
  /// The deviation from an ideal part.
  public var realism: PartRealism
  /// Whom it tells of what silicon punishes.
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

  /// Creates a part that has just been powered.
  ///
  /// - Parameters:
  ///   - world: What it measures.
  ///   - seed: The run's seed, for its noise and tolerances.
  ///   - realism: How far it is from an ideal part.
  public init(world: World, seed: UInt64, realism: PartRealism = .real) {
    self.world = world
    self.realism = realism
    chance = Xoshiro256(seed: seed, part: "bh1750")
    spread = BH1750Spread(seed: seed)
  }

  /// A measurement under way.
  private struct Measurement {
    var resolution: BH1750Resolution
    var isContinuous: Bool
    var end: Duration
    var period: Duration
    /// Counts for each lux, settled when it began.
    var countsPerLux: Double
    var isFirst = true
  }

  // P. 11, "Adjust measurement result".
  private static let standardTime: UInt8 = 69
  private static let times: ClosedRange<UInt8> = 31...254
  private static let noise = 0.001
}

extension BH1750Model {
  /// Sleeps, and has measured nothing.
  public func powerUp(at now: Duration) {
    self.now = now
    (isOn, measurement, time, count) = (false, nil, Self.standardTime, 0)
  }

  /// Does the measurements that are due by `now`; of several only the last one is ever seen.
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

  /// Converts the light at the end of a measurement.
  private func convert(_ measurement: Measurement, noise: Double) -> UInt16 {
    if defects.contains(.saturated) { return .max }
    let factor = defects.drift?.factor(at: measurement.end) ?? 1
    let light = world.state(at: measurement.end).illuminance * factor
    let counts = light * measurement.countsPerLux * (1 + noise) + spread.dark(realism)
    let step = measurement.resolution.step
    return UInt16((counts / step).rounded(.down).limited(to: 0...65_535 / step) * step)
  }

  /// Takes a command; only the first of a transfer counts.
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

  /// Either half may be beyond the range until the other one has come.
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

  /// Gives the last result, high byte first; after its end the line floats high.
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
  /// The result and the measurement time register, which have no addresses of their own.
  public var registers: [PartRegister] {
    [
      PartRegister("data", at: 0, [UInt8(count >> 8), UInt8(truncatingIfNeeded: count)]),
      PartRegister("MTreg", at: 1, [time]),
    ]
  }

  /// Whether it measures, and how.
  public var condition: [(name: String, value: String)] {
    let mode =
      measurement.map { "\($0.isContinuous ? "continuous" : "one time") \($0.resolution.name)" }
      ?? (isOn ? "on" : "down")
    return [("mode", mode)]
  }

  /// The command, or the result.
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
