internal import Mathematics
public import SensorDrivers

/// An ams CCS811 as its mailboxes show it: equivalent CO2 and volatile organic compounds.
///
/// Boot and application mode, drive modes, data ready, errors, environment compensation, run-in,
/// interrupts and a baseline that it learns are modelled; see ``CCS811Model/write(_:)`` for what is
/// not. While it starts (20 ms after power-up, 2 ms after a reset) it does not acknowledge, nor while
/// the pin `nwake` is high, nor in the first 50 µs after that; for 1 ms after APP_START it still is in
/// boot mode. The pin `nint` goes low as MEAS_MODE and THRESHOLDS say.
///
/// The first result of a drive mode is 400 ppm and 0 ppb. With firmware 1.1 the STATUS byte inside
/// ALG_RESULT_DATA lacks the data-ready bit and cannot be relied on, so read STATUS itself.
///
/// An ideal part knows what clean air is and has a clock that is right. A real one relates everything
/// to the air that it began in, and its clock is up to 2 % off. The datasheet promises no accuracy for
/// gases, so ``PartRealism/Tolerance`` concerns only the clock.
///
/// Source: ams CCS811 datasheet DS000459, v1-00 unless another is named.
public final class CCS811Model: SimulatedI2CDevice {
  /// The world that the part measures.
  public var world: World
  /// The deviation from an ideal part.
  public var realism: PartRealism
  /// The firmware in it.
  public let firmware: CCS811Firmware
  /// Whom it tells when nINT changes.
  public var onPinChange: ((_ pin: String, _ isHigh: Bool, _ time: Duration) -> Void)?
  /// Whom it tells what silicon punishes.
  public var onMisuse: ((DriverMisuse) -> Void)?
  /// The part's present defects.
  public var defects = PartDefects() { didSet { if defects.contains(.bootMode) { leave() } } }

  var chance: Xoshiro256
  /// The clock error of a real part, as a share of the tolerance, `-1...1`.
  let clockError: Double
  var now: Duration = .zero
  private var startUpEnd = CCS811Model.startUpTime
  /// When the application begins; `nil` in boot mode.
  var applicationStart: Duration?
  var selected: UInt8 = CCS811Mailbox.status.rawValue
  var application = Application()
  var fault: UInt8 = 0
  /// Whether nWAKE is high.
  private(set) var isAsleep = false
  private var awake = Duration.zero

  /// Creates a part that has just been powered.
  ///
  /// - Parameters:
  ///   - world: What it measures.
  ///   - seed: The run's seed, for its noise and its clock.
  ///   - firmware: What is in its memory.
  ///   - realism: How far it is from an ideal part.
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

  /// The state that a reset forgets.
  struct Application {
    var measurementMode: UInt8 = 0
    var nextSample: Duration?
    var lastSample: Duration?
    var heatedSince: Duration?
    /// The slowest measuring so far, and when it was left for idleness.
    var lastPeriod: Duration?
    var idleSince: Duration?
    /// When a slower mode began without the rest before it.
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

  private static let startUpTime: Duration = .milliseconds(20)
  private static let resetTime: Duration = .milliseconds(2)
  private static let wakeTime: Duration = .microseconds(50)
  /// The time of computing a result, during which SCL is held.
  ///
  /// The datasheet asks for hosts that bear it (v1-00 p. 13, "I²C Interface") and gives no time: made.
  private static let computingTime: Duration = .milliseconds(3)
  /// The time before any other answer; made as well.
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

  /// Begins anew, as SW_RESET has it.
  func reset() {
    leave()
    startUpEnd = now + Self.resetTime
  }

  /// Falls back to the boot loader.
  private func leave() {
    setInterrupt(isOn: false, at: now)
    application = Application()
    applicationStart = nil
    fault = 0
  }

  /// Sets `nwake`: high puts its bus to sleep; measurements go on.
  ///
  /// Source: datasheet v1-06, p. 10, "Power States".
  public func setPin(_ name: String, isHigh: Bool) -> Bool {
    guard name == "nwake" else { return false }
    if isAsleep && !isHigh { awake = now + Self.wakeTime }
    isAsleep = isHigh
    return true
  }

  /// Pulls nINT low or lets it go.
  func setInterrupt(isOn: Bool, at time: Duration) {
    guard application.isInterrupting != isOn else { return }
    application.isInterrupting = isOn
    onPinChange?("nint", !isOn, time)
  }

  /// `nint`: low while there is a result that it has been told to announce.
  public func pinIsHigh(_ name: String) -> Bool? {
    name == "nint" ? !application.isInterrupting : nil
  }

  /// Whether it is awake and has started; see the type's description.
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

  /// Holds SCL before a read: shortly, and to the end of what it computes.
  public func clockStretch(before direction: TransferDirection) -> Duration {
    guard direction == .reading else { return .zero }
    let computing = application.lastSample.map { $0 + Self.computingTime - now } ?? .zero
    return max(computing, Self.answeringTime)
  }

  func misuse(_ what: String, _ remedy: String, _ section: String) {
    onMisuse?(DriverMisuse(what, remedy: remedy, section: "CCS811 DS000459 \(section)"))
  }
}
