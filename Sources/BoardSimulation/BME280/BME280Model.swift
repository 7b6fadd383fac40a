internal import Mathematics
public import SensorDrivers

/// A Bosch BME280 as seen through its registers: temperature, pressure and humidity.
///
/// The model has modes, conversion times, oversampling, filter, status bits, shadowed bursts and the part's
/// own trimming with its CRC. A driver's reading is the world's value within one step of the chosen
/// resolution, the noise of the chosen oversampling and the part's tolerance. Humidity follows the air within
/// seconds. The model is stricter than a typical part: a conversion takes its longest time, config takes
/// writes in sleep mode only, and calibration reads as zero during the 2 ms after a reset.
///
/// Source: Bosch BST-BME280-DS002.
public final class BME280Model: SimulatedI2CDevice {
  /// The world that the part measures.
  public var world: World
  /// The calibration bytes in the part's registers.
  ///
  /// A changed byte is a memory defect: the silicon stays as it was. A driver that does not check the
  /// checksum then computes wrong values.
  public var trimming: BME280Trimming
  /// Whether conversions are noisy like a real part's.
  ///
  /// The tolerance is drawn only at creation.
  public var realism: PartRealism
  /// The observer of driver misuse; `nil` if nobody observes.
  public var onMisuse: ((DriverMisuse) -> Void)?
  /// The part's present defects.
  public var defects = PartDefects() { didSet { mend(oldValue) } }

  let silicon: BME280Silicon
  let tolerance: BME280Tolerance
  var chance: Xoshiro256
  var now: Duration = .zero
  /// The board time from which the part acknowledges its address.
  var answersFrom: Duration
  /// The board time at which the copy of calibration from the part's memory ends.
  var readyAt: Duration
  /// Whether the last copy of calibration stopped half-way, as after a sagging supply.
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
  /// The record of data reads for strict mode.
  var reads = BME280Reads()

  /// Creates a part at the moment of power-on.
  ///
  /// - Parameters:
  ///   - world: The world that the part measures.
  ///   - seed: The run's seed, for the part's noise, tolerance and trimming.
  ///   - realism: The noise of conversions and the part's tolerance.
  ///   - trimming: The part's calibration bytes, which also describe its silicon; `nil` chooses by the seed.
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

  /// The start-up time after power-on and the duration of a reset (§1.1, table 1).
  static let startUpTime: Duration = .milliseconds(2)
}

/// A conversion in progress, or the next one after the standby time.
struct BME280Conversion {
  var settings: BME280Settings
  var start: Duration
  var end: Duration { start + settings.conversionTime }

  /// The time for which calibration is copied at the beginning of a conversion (§5.4.4).
  ///
  /// The datasheet gives no time; the value is within the 1.25 ms before the first sample (§9.1).
  static let copyTime: Duration = .microseconds(500)
}

/// The data registers; the defaults are the values before the first conversion and of skipped quantities.
struct BME280Data {
  var pressure: UInt32 = 0x80000
  var temperature: UInt32 = 0x80000
  var humidity: UInt32 = 0x8000

  /// Returns full-scale converter values for the quantities that `settings` measures.
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
  /// Powers the part up: everything but the trimming is cleared, and the part does not respond for 2 ms.
  public func powerUp(at now: Duration) {
    self.now = now
    pointer = 0
    reset()
    answersFrom = readyAt
  }

  /// Resets the part as at power-up, with calibration copied half-way; a soft reset copies it in full again.
  public func brownOut(at now: Duration) {
    powerUp(at: now)
    isHalfCopied = true
  }

  /// Returns whether the part responds: not in the 2 ms after power-up (§1.1, table 1).
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

  /// Lets a hung conversion end once the defect that held it is gone.
  private func mend(_ old: PartDefects) {
    guard old.contains(.notReady), !defects.contains(.notReady), let hung = conversion,
      hung.end < now
    else { return }
    conversion?.start = now - hung.settings.conversionTime
  }
}
