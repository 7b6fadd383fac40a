internal import Mathematics
public import SensorDrivers

/// An ams CCS811 as seen through its mailboxes: equivalent CO2 and volatile organic compounds.
///
/// The model has boot and application mode, drive modes, data ready, errors, environment compensation,
/// run-in, interrupts and a learnt baseline; ``CCS811Model/write(_:)`` lists what is not modelled. The part
/// does not acknowledge during start-up (20 ms after power-up, 2 ms after a reset), while pin `nwake` is
/// high, and for 50 µs after `nwake` falls. For 1 ms after APP_START it stays in boot mode. The pin `nint`
/// goes low as configured in MEAS_MODE and THRESHOLDS.
///
/// The first result of a drive mode is 400 ppm and 0 ppb. With firmware 1.1 the STATUS byte inside
/// ALG_RESULT_DATA lacks the data-ready bit, so a driver must read STATUS itself.
///
/// An ideal part has the true baseline of clean air and an exact clock. A real part's results are relative to
/// the first air it measured, and its clock is up to 2 % off. The datasheet promises no accuracy for gases,
/// so ``PartRealism/Tolerance`` concerns only the clock.
///
/// Source: ams CCS811 datasheet DS000459, v1-00 unless another version is named.
public final class CCS811Model: SimulatedI2CDevice {
  /// The world that the part measures.
  public var world: World
  /// The deviation from an ideal part.
  public var realism: PartRealism
  /// The part's firmware.
  public let firmware: CCS811Firmware
  /// The observer of changes on nINT; `nil` if nobody observes.
  public var onPinChange: ((_ pin: String, _ isHigh: Bool, _ time: Duration) -> Void)?
  /// The observer of driver misuse; `nil` if nobody observes.
  public var onMisuse: ((DriverMisuse) -> Void)?
  /// The part's present defects.
  public var defects = PartDefects() { didSet { if defects.contains(.bootMode) { leave() } } }

  var chance: Xoshiro256
  /// The clock error of a real part, as a share of the tolerance, `-1...1`.
  let clockError: Double
  var now: Duration = .zero
  private var startUpEnd = CCS811Model.startUpTime
  /// The board time at which the application starts; `nil` in boot mode.
  var applicationStart: Duration?
  var selected: UInt8 = CCS811Mailbox.status.rawValue
  var application = Application()
  var fault: UInt8 = 0
  /// Whether nWAKE is high, which puts the part's bus to sleep.
  private(set) var isAsleep = false
  private var awake = Duration.zero

  /// Creates a part at the moment of power-on.
  ///
  /// - Parameters:
  ///   - world: The world that the part measures.
  ///   - seed: The run's seed, for the part's noise and clock.
  ///   - firmware: The part's firmware.
  ///   - realism: The deviation from an ideal part.
  public init(
    world: World, seed: UInt64, firmware: CCS811Firmware = .version11,
    realism: PartRealism = .real
  ) {
    self.world = world
    self.realism = realism
    self.firmware = firmware
    chance = Xoshiro256(seed: seed, part: "ccs811")
    var spread = Xoshiro256(seed: seed, part: "ccs811.tolerance")
    clockError = 2 * spread.uniform() - 1
  }

  /// The application's state, which a reset clears.
  struct Application {
    var measurementMode: UInt8 = 0
    var nextSample: Duration?
    var lastSample: Duration?
    var heatedSince: Duration?
    /// The sample period of the last drive mode, and the board time when that mode was left.
    var lastPeriod: Duration?
    var idleSince: Duration?
    /// The board time when a slower mode began without the required rest; `nil` otherwise.
    var warmSince: Duration?
    var isFirstResult = true
    var isDataReady = false
    var humidity = 50.0
    var temperature = 25.0
    var baseline = CCS811Baseline()
    var thresholds = CCS811Thresholds()
    var isInterrupting = false
    var eco2: UInt16 = 0
    var tvoc: UInt16 = 0
    var raw: UInt16 = 0
  }

  static let startUpTime: Duration = .milliseconds(20)
  private static let resetTime: Duration = .milliseconds(2)
  private static let wakeTime: Duration = .microseconds(50)
  /// The time to compute a result, during which SCL is held low before a read.
  ///
  /// The datasheet requires hosts to support clock stretching (v1-00 p. 13, "I²C Interface") but gives no
  /// time; the value is the project's own assumption.
  private static let computingTime: Duration = .milliseconds(3)
  /// The clock stretch before any other read; the project's own assumption.
  private static let answeringTime: Duration = .microseconds(50)

  var isInApplication: Bool { applicationStart.map { $0 <= now } ?? false }
}

// MARK: Power, pins and acknowledge

extension CCS811Model {
  /// Powers the sensor up: boot loader running, baseline cleared.
  public func powerUp(at now: Duration) {
    self.now = now
    selected = CCS811Mailbox.status.rawValue
    leave()
    startUpEnd = now + Self.startUpTime
  }

  /// Resets the part, as SW_RESET does.
  func reset() {
    leave()
    startUpEnd = now + Self.resetTime
  }

  /// Returns to the boot loader and clears the application's state.
  private func leave() {
    setInterrupt(isOn: false, at: now)
    application = Application()
    applicationStart = nil
    fault = 0
  }

  /// Sets the input pin `nwake`; high puts the part's bus to sleep, while measurements continue.
  ///
  /// Source: datasheet v1-06, p. 10, "Power States".
  public func setPin(_ name: String, isHigh: Bool) -> Bool {
    guard name == "nwake" else { return false }
    if isAsleep && !isHigh { awake = now + Self.wakeTime }
    isAsleep = isHigh
    return true
  }

  /// Pulls nINT low or releases it, and reports the change.
  func setInterrupt(isOn: Bool, at time: Duration) {
    guard application.isInterrupting != isOn else { return }
    application.isInterrupting = isOn
    onPinChange?("nint", !isOn, time)
  }

  /// Returns the level of `nint`, which is low while an announced result is unread; `nil` for other pins.
  public func pinIsHigh(_ name: String) -> Bool? {
    name == "nint" ? !application.isInterrupting : nil
  }

  /// Returns whether the part is awake and has started; see the type's description.
  public func acknowledgesAddress(for direction: TransferDirection) -> Bool {
    if isAsleep {
      misuse("is addressed while nWAKE is high", "pull nWAKE low first", "v1-06 p. 10")
    } else if now < awake {
      misuse("is addressed before it woke up", "wait 50 µs after nWAKE fell", "timing of nWAKE")
    } else if now < startUpEnd {
      misuse(
        "is addressed while it starts", "wait 20 ms after power-up and 2 ms after SW_RESET",
        "timing of the start")
    } else {
      return true
    }
    return false
  }

  /// Returns the time for which SCL is held before a read: 50 µs, or until the result has been computed.
  public func clockStretch(before direction: TransferDirection) -> Duration {
    guard direction == .reading else { return .zero }
    let computing = application.lastSample.map { $0 + Self.computingTime - now } ?? .zero
    return max(computing, Self.answeringTime)
  }

  func misuse(_ what: String, _ remedy: String, _ section: String) {
    onMisuse?(DriverMisuse(what, remedy: remedy, section: "CCS811 DS000459 \(section)"))
  }
}
