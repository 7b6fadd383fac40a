internal import Mathematics
public import SensorDrivers

/// A Bosch BME280 as its registers show it: temperature, pressure and humidity.
///
/// Modes, conversion times, oversampling, filter, status bits, shadowed bursts and the part's own
/// trimming with its CRC are modelled; what a driver reads is what the world is, within one step of the
/// chosen resolution, the noise of the chosen oversampling and the part's tolerance. Humidity follows
/// the air within seconds. Stricter than a typical part: a conversion takes its longest time, config
/// takes writes in sleep mode only, and calibration reads as zero during the 2 ms after a reset.
///
/// Source: Bosch BST-BME280-DS002.
public final class BME280Model: SimulatedI2CDevice {
  /// The world that the part measures.
  public var world: World
  /// The calibration bytes its registers hold.
  ///
  /// Changing one is a defect of the memory: the silicon behind stays as it was, and a driver that does
  /// not look at the check sum computes wrong values.
  public var trimming: BME280Trimming
  /// Whether conversions are noisy, as they are on a real part; its tolerance was drawn at first.
  public var realism: PartRealism
  /// Whom it tells what silicon punishes.
  public var onMisuse: ((DriverMisuse) -> Void)?
  /// The part's present defects.
  public var defects = PartDefects() { didSet { mend(oldValue) } }

  let silicon: BME280Silicon
  let tolerance: BME280Tolerance
  var chance: Xoshiro256
  var now: Duration = .zero
  /// When it acknowledges its address for the first time.
  var answersFrom: Duration
  /// When calibration has been copied from the part's memory.
  var readyAt: Duration
  /// Whether the last copy stopped half-way, as when the supply sags in it.
  var isHalfCopied = false

  var pointer: UInt8 = 0
  var control: UInt8 = 0
  var humidityControl: UInt8 = 0
  var config: UInt8 = 0
  var latchedHumidityControl: UInt8 = 0
  var pendingControl: UInt8?

  var conversion: BME280Conversion?
  var filters = (temperature: BME280Filter(), pressure: BME280Filter())
  var data = BME280Data()
  /// The reads of data, as strict mode remembers them.
  var reads = BME280Reads()

  /// Creates a part that has just been powered.
  ///
  /// - Parameters:
  ///   - world: What it measures.
  ///   - seed: The run's seed, for its noise, its tolerance and its trimming.
  ///   - realism: Whether conversions are noisy, and how far the part is off.
  ///   - trimming: Its calibration bytes, which also describe its silicon; `nil` chooses by the seed.
  public init(
    world: World, seed: UInt64, realism: PartRealism = .real, trimming: BME280Trimming? = nil
  ) {
    self.world = world
    self.realism = realism
    let trimming = trimming ?? .part(seed: seed)
    self.trimming = trimming
    silicon = BME280Silicon(coefficients: BME280Coefficients(trimming))
    tolerance = BME280Tolerance(seed: seed, realism: realism)
    chance = Xoshiro256(seed: seed, part: "bme280")
    answersFrom = Self.startUpTime
    readyAt = Self.startUpTime
  }

  /// From power-on until it can be talked to, and the time of a reset (§1.1, table 1).
  static let startUpTime: Duration = .milliseconds(2)
}

/// A conversion under way, or the next one after the standby time.
struct BME280Conversion {
  var settings: BME280Settings
  var start: Duration
  var end: Duration { start + settings.conversionTime }

  /// The time of copying the calibration at its beginning (§5.4.4).
  ///
  /// The datasheet does not say; it is within the 1.25 ms before the first sample (§9.1).
  static let copyTime: Duration = .microseconds(500)
}

/// The data registers; these are their values before the first conversion and when skipped.
struct BME280Data {
  var pressure: UInt32 = 0x80000
  var temperature: UInt32 = 0x80000
  var humidity: UInt32 = 0x8000

  /// All that the converter has, in what is measured by `settings`.
  static func saturated(_ settings: BME280Settings) -> Self {
    var data = Self()
    if !settings.temperature.isSkipped { data.temperature = 0xFFFFF }
    if !settings.pressure.isSkipped { data.pressure = 0xFFFFF }
    if !settings.humidity.isSkipped { data.humidity = 0xFFFF }
    return data
  }
}

// MARK: Power

extension BME280Model {
  /// Forgets everything but its trimming, and says nothing for 2 ms.
  public func powerUp(at now: Duration) {
    self.now = now
    pointer = 0
    reset()
    answersFrom = readyAt
  }

  /// Resets the part as at power-up, with calibration copied half-way; a soft reset copies it anew.
  public func brownOut(at now: Duration) {
    powerUp(at: now)
    isHalfCopied = true
  }

  /// Whether it can be talked to: not in the 2 ms after power-up (§1.1, table 1).
  public func acknowledgesAddress(for direction: TransferDirection) -> Bool {
    guard now < answersFrom else { return true }
    judgeAddressing()
    return false
  }

  func reset() {
    (control, humidityControl, latchedHumidityControl, config) = (0, 0, 0, 0)
    pendingControl = nil
    conversion = nil
    data = BME280Data()
    reads = BME280Reads()
    filters = (BME280Filter(), BME280Filter())
    isHalfCopied = false
    readyAt = now + Self.startUpTime
  }

  /// A conversion that hung ends when what held it is gone.
  private func mend(_ old: PartDefects) {
    guard old.contains(.notReady), !defects.contains(.notReady), let hung = conversion,
      hung.end < now
    else { return }
    conversion?.start = now - hung.settings.conversionTime
  }
}
