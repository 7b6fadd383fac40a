internal import Mathematics
public import SensorDrivers

/// An ams CCS811 as its mailboxes show it: equivalent CO2 and volatile organic compounds.
///
/// Boot and application mode, drive modes, data ready, errors, environment compensation, run-in and
/// baseline are modelled; see ``CCS811Model/write(_:)`` for what is not. While it starts (20 ms
/// after power-up, 2 ms after a reset) it does not acknowledge; for 1 ms after APP_START it still is
/// in boot mode. The pin nWAKE is low.
///
/// The first result of a drive mode is 400 ppm and 0 ppb. The STATUS byte inside ALG_RESULT_DATA
/// lacks the data-ready bit: that of firmware before 2.0 cannot be relied on, so read STATUS itself.
///
/// Source: ams CCS811 datasheet, DS000459.
public final class CCS811Model: SimulatedI2CDevice {
  /// What the part measures.
  public var world: World
  /// Whether measurements are noisy, as they are on a real part.
  public var isNoisy: Bool

  private var chance: Xoshiro256
  private var now: Duration = .zero
  private var startUpEnd = CCS811Model.startUpTime
  /// When the application begins; `nil` in boot mode.
  private var applicationStart: Duration?
  private var selected: UInt8 = CCS811Mailbox.status.rawValue
  private var application = Application()
  private var fault: UInt8 = 0

  /// Creates a part that has just been powered.
  ///
  /// - Parameters:
  ///   - world: What it measures.
  ///   - seed: The run's seed, for its noise.
  ///   - isNoisy: Whether measurements are noisy.
  public init(world: World, seed: UInt64, isNoisy: Bool = true) {
    self.world = world
    self.isNoisy = isNoisy
    chance = Xoshiro256(seed: seed, part: "ccs811")
  }

  /// What a reset forgets.
  private struct Application {
    var measurementMode: UInt8 = 0
    var nextSample: Duration?
    var heatedSince: Duration?
    var isFirstResult = true
    var isDataReady = false
    var humidity = 50.0
    var temperature = 25.0
    var baseline = CCS811Silicon.cleanAirResistance
    var eco2: UInt16 = 0
    var tvoc: UInt16 = 0
    var raw: UInt16 = 0
  }

  private static let startUpTime: Duration = .milliseconds(20)
  private static let resetTime: Duration = .milliseconds(2)
  private static let applicationStartTime: Duration = .milliseconds(1)
  private static let resetKey: [UInt8] = [0x11, 0xE5, 0x72, 0x8A]
  private static let hardwareID: UInt8 = 0x81
  private static let hardwareVersion: UInt8 = 0x12
  private static let bootVersion: UInt16 = 0x1000
  private static let applicationVersion: UInt16 = 0x1100
  private static let eco2Range = 400.0...8192.0
  private static let tvocRange = 0.0...1187.0
  /// TVOC for each ppm of equivalent CO2 above clean air, ppb.
  private static let tvocPerLoad = 0.152
  /// Ohms for each step of the BASELINE mailbox; to everybody else its value is opaque.
  private static let baselineStep = 2.0
}

// MARK: Power

extension CCS811Model {
  /// Is in its boot loader and has learnt nothing.
  public func powerUp(at now: Duration) {
    self.now = now
    selected = CCS811Mailbox.status.rawValue
    reset()
    startUpEnd = now + Self.startUpTime
  }
}

// MARK: Mailboxes

extension CCS811Model {
  /// Whether it has started; see the type's description.
  public func acknowledgesAddress(for direction: TransferDirection) -> Bool { now >= startUpEnd }

  /// Selects a mailbox and puts what follows into it.
  ///
  /// A mailbox that takes nothing in this mode leaves WRITE_REG_INVALID in ERROR_ID; a reset
  /// without its key does nothing. Loading new firmware (APP_ERASE, APP_DATA, APP_VERIFY) is not
  /// modelled and counts as such a mailbox.
  public func write(_ bytes: Span<UInt8>) -> Int? {
    guard !bytes.isEmpty else { return nil }
    selected = bytes[0]
    let mailbox = CCS811Mailbox(rawValue: selected)
    if mailbox == .applicationStart { startApplication() }
    guard bytes.count > 1 else { return nil }
    let values = (1..<bytes.count).map { bytes[$0] }
    if let mailbox, mailbox.writtenCount(inApplication: isInApplication) == values.count {
      store(values, in: mailbox)
    } else {
      fault |= CCS811Fault.writeInvalid
    }
    return nil
  }

  /// Gives the bytes of the selected mailbox; after its end the line floats high.
  public func read(into buffer: inout MutableSpan<UInt8>) {
    let bytes = selectedBytes()
    for index in buffer.indices { buffer[index] = index < bytes.count ? bytes[index] : 0xFF }
  }

  private var isInApplication: Bool { applicationStart.map { $0 <= now } ?? false }

  private func startApplication() {
    if isInApplication {
      fault |= CCS811Fault.writeInvalid
    } else if applicationStart == nil {
      applicationStart = now + Self.applicationStartTime
    }
  }

  private func store(_ values: [UInt8], in mailbox: CCS811Mailbox) {
    switch mailbox {
    case .measurementMode: setMeasurementMode(values[0])
    case .environment:
      application.humidity = Double(Self.word(values, 0)) / 512
      application.temperature = Double(Self.word(values, 2)) / 512 - 25
    case .baseline: application.baseline = Self.baselineStep * Double(max(Self.word(values, 0), 1))
    case .softwareReset where values == Self.resetKey: reset()
    default: break  // thresholds drive the interrupt pin, which nothing is wired to
    }
  }

  private func selectedBytes() -> [UInt8] {
    guard let mailbox = CCS811Mailbox(rawValue: selected),
      mailbox.isReadable(inApplication: isInApplication)
    else {
      fault |= CCS811Fault.readInvalid
      return []
    }
    switch mailbox {
    case .status: return [status]
    case .measurementMode: return [application.measurementMode]
    case .algorithmResult: return takeResult()
    case .rawData: return Self.bytes(application.raw)
    case .baseline: return Self.bytes(UInt16(application.baseline / Self.baselineStep))
    case .hardwareID: return [Self.hardwareID]
    case .hardwareVersion: return [Self.hardwareVersion]
    case .bootVersion: return Self.bytes(Self.bootVersion)
    case .applicationVersion: return Self.bytes(Self.applicationVersion)
    case .error: return [takeFault()]
    case .environment, .thresholds, .applicationStart, .softwareReset: return []
    }
  }

  private var status: UInt8 {
    var bits = CCS811Status.applicationValid
    if isInApplication { bits |= CCS811Status.applicationMode }
    if application.isDataReady { bits |= CCS811Status.dataReady }
    if fault != 0 { bits |= CCS811Status.error }
    return bits
  }

  private func takeResult() -> [UInt8] {
    application.isDataReady = false
    return Self.bytes(application.eco2) + Self.bytes(application.tvoc) + [status, fault]
      + Self.bytes(application.raw)
  }

  private func takeFault() -> UInt8 {
    defer { fault = 0 }
    return fault
  }

  private static func word(_ bytes: [UInt8], _ index: Int) -> UInt16 {
    UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
  }

  private static func bytes(_ word: UInt16) -> [UInt8] {
    [UInt8(word >> 8), UInt8(truncatingIfNeeded: word)]
  }
}

// MARK: Drive modes

extension CCS811Model {
  /// Does the measurements that are due by `now`, one after the other.
  public func advance(to now: Duration) {
    while let due = application.nextSample, due <= now {
      sample(at: due)
      application.nextSample = samplePeriod.map { due + $0 }
    }
    self.now = max(self.now, now)
  }

  private func reset() {
    application = Application()
    applicationStart = nil
    fault = 0
    startUpEnd = now + Self.resetTime
  }

  private func setMeasurementMode(_ value: UInt8) {
    guard value >> 4 & 7 <= 4 else {
      fault |= CCS811Fault.measurementModeInvalid
      return
    }
    application.measurementMode = value & 0x7C
    application.nextSample = samplePeriod.map { now + $0 }
    application.isFirstResult = true
    if samplePeriod == nil {
      application.heatedSince = nil
    } else if application.heatedSince == nil {
      application.heatedSince = now
    }
  }

  private var driveMode: UInt8 { application.measurementMode >> 4 & 7 }

  private var samplePeriod: Duration? {
    switch driveMode {
    case 1: .seconds(1)
    case 2: .seconds(10)
    case 3: .seconds(60)
    case 4: .milliseconds(250)
    default: nil
    }
  }

  private func sample(at time: Duration) {
    let noise = chance.bell() * CCS811Silicon.noise
    let heated = time - (application.heatedSince ?? time)
    var resistance = CCS811Silicon.resistance(
      in: world.state(at: time), heated: heated.inSeconds)
    if isNoisy { resistance *= 1 + noise }
    application.raw = Self.rawData(resistance: resistance)
    application.isDataReady = true
    if driveMode != 4 { compute(from: resistance) }
  }

  private func compute(from resistance: Double) {
    let load = CCS811Silicon.load(
      resistance: resistance, baseline: application.baseline,
      humidity: application.humidity, temperature: application.temperature)
    let shown = application.isFirstResult ? 0 : load
    application.isFirstResult = false
    application.eco2 = Self.rounded(CCS811Silicon.cleanAirECO2 + shown, in: Self.eco2Range)
    application.tvoc = Self.rounded(Self.tvocPerLoad * shown, in: Self.tvocRange)
  }

  private static func rounded(_ value: Double, in range: ClosedRange<Double>) -> UInt16 {
    UInt16(value.limited(to: range).rounded())
  }

  /// The current through the layer, µA, and the voltage across it, 1023 steps of 1.65 V.
  ///
  /// The current is chosen so that the voltage stays a little below 1 V where it can.
  private static func rawData(resistance: Double) -> UInt16 {
    let microamperes = (1e6 / resistance).rounded(.down).limited(to: 1...63)
    let volts = resistance * microamperes * 1e-6
    let steps = (volts / 1.65 * 1023).rounded().limited(to: 0...1023)
    return UInt16(microamperes) << 10 | UInt16(steps)
  }
}
