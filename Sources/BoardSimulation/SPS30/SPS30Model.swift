internal import Mathematics
public import SensorDrivers

/// A Sensirion SPS30 as seen through its commands: particles in the air.
///
/// The model has idle, measuring and sleep mode, a sample each second, both formats, fan cleaning and its
/// interval, status, failures and identity. The model is as strict as the datasheet allows:
///
/// - During a command's execution, and for 100 ms after power-up or reset, the part acknowledges nothing.
/// - A command takes effect at the STOP. So a read by repeated START finds no response and is refused, as is
///   a read without a command.
/// - A command in the wrong mode, an unknown command, or an argument with a wrong CRC is refused.
/// - A second read of a response without the command gives zeros.
/// - After the start of a measurement the concentrations rise to the true value: within 8 s in dense air
///   (above 200 particles per cm³), within 30 s in clean air (below 100), otherwise within 16 s.
/// - During fan cleaning, 10 s, there is no new sample, and the last one stays.
/// - A tenth of the coarse dust is detected: PM4 and PM10 are computed from the finer particles. Ideal parts
///   detect all of it.
/// - The air is not dried: at 90 % relative humidity the part shows nearly twice its value at 50 %, because
///   of the water on the particles. Ideal parts measure dry particles.
///
/// Source: Sensirion SPS30 datasheet version 1.0.
public final class SPS30Model: SimulatedI2CDevice {
  /// The world that the part measures.
  public var world: World
  /// Whether measurements are noisy and miss coarse dust, as on a real part.
  ///
  /// The tolerance is drawn only at creation.
  public var realism: PartRealism
  /// The observer of driver misuse; `nil` if nobody observes.
  public var onMisuse: ((DriverMisuse) -> Void)?
  /// The part's present defects, set by the board's faults.
  public var defects = PartDefects()
  /// The present failures of the part's laser and fan.
  public var failure: SPS30Failure = []
  /// The device status register: bit 21 fan speed, bit 5 laser, bit 4 fan.
  public var status: UInt32 = 0
  /// The 16 characters of the serial number.
  public let serialNumber: String

  let tolerance: SPS30Tolerance
  var chance: Xoshiro256
  var now: Duration = .zero
  var busyUntil = SPS30Model.startUpTime
  /// The request in execution or last executed; `nil` during start-up.
  var lastRequest: Request?
  var state = State.idle
  var request: Request?
  var response: Response?
  var cleaningInterval: UInt32 = 604_800  // a week
  var measuredSeconds: UInt32 = 0  // since the last fan cleaning

  /// Creates a part at the moment of power-on.
  ///
  /// - Parameters:
  ///   - world: The world that the part measures.
  ///   - seed: The run's seed, for the part's noise, tolerance and serial number.
  ///   - realism: The noise and coarse-dust loss of measurements, and the part's tolerance.
  public init(world: World, seed: UInt64, realism: PartRealism = .real) {
    self.world = world
    self.realism = realism
    tolerance = SPS30Tolerance(seed: seed, realism: realism)
    chance = Xoshiro256(seed: seed, part: "sps30")
    let digits = String(seed, radix: 16, uppercase: true)
    serialNumber = String(repeating: "0", count: 16 - digits.count) + digits
  }

  enum State {
    case idle
    /// Asleep: a START opens a time window in which the part listens for the wake-up command.
    case asleep(listeningUntil: Duration)
    case measuring(Measuring)
  }

  struct Measuring {
    var format: SPS30Measurement.Format
    var start: Duration
    var nextSample: Duration
    var cleaningUntil: Duration?
    var latest = SPS30Measurement.none
    var hasSample = false
    var isDataReady = false
    var checks = SPS30Checks()
  }

  struct Request {
    var command: SPS30Command
    var arguments: [UInt16]

    var executionTime: Duration { command.executionTime(isWriting: !arguments.isEmpty) }
  }

  struct Response {
    var command: SPS30Command
    var words: [UInt16]
    var isTaken = false
  }

  static let startUpTime: Duration = .milliseconds(100)
  static let samplePeriod: Duration = .seconds(1)
  static let cleaningTime: Duration = .seconds(10)
  private static let wakeUpWindow: Duration = .milliseconds(100)
  private static let longestWrite = 8  // bytes: a command, two words with CRC

  /// The fastest clock of an SPS30: 100 kHz (§6).
  public var fastestClock: I2CClock { .standard }
}

// MARK: Power

extension SPS30Model {
  /// Powers the part up in idle mode.
  ///
  /// The cleaning interval is kept in flash; the time since the last cleaning is lost (§4.2).
  public func powerUp(at now: Duration) {
    self.now = now
    request = nil
    lastRequest = nil
    reset()
    busyUntil = now + Self.startUpTime
  }

  /// Resets the part to its state after power-up (§6.3.13).
  func reset() {
    state = .idle
    response = nil
    measuredSeconds = 0
    status = 0
  }
}

// MARK: Bytes

extension SPS30Model {
  /// Returns whether the part acknowledges; a START during sleep makes it listen for 100 ms.
  ///
  /// A read without a command is refused at the address, as Sensirion's parts do.
  public func acknowledgesAddress(for direction: TransferDirection) -> Bool {
    guard now >= busyUntil, request == nil else {
      judgeHaste()
      return false
    }
    if case .asleep(let listeningUntil) = state, now >= listeningUntil {
      state = .asleep(listeningUntil: now + Self.wakeUpWindow)
      return false
    }
    guard direction == .writing || response != nil else {
      judgeUnaskedRead()
      return false
    }
    return true
  }

  /// Takes a command with its arguments; the STOP executes it.
  public func write(_ bytes: Span<UInt8>) -> Int? {
    response = nil
    request = nil
    guard bytes.count >= 2 else { return nil }
    guard let command = allowedCommand(of: bytes) else {
      judgeCommand(Self.code(of: bytes))
      return 1
    }
    guard bytes.count <= Self.longestWrite else { return Self.longestWrite }
    var arguments: [UInt16] = []
    for index in stride(from: 2, to: bytes.count, by: 3) {
      guard index + 2 < bytes.count else { return index }
      let checksum = SPS30Words.checksum(bytes[index], bytes[index + 1])
      guard checksum == bytes[index + 2] else {
        judgeChecksum(of: command, expected: checksum, actual: bytes[index + 2])
        return index + 2
      }
      arguments.append(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]))
    }
    guard command.accepts(arguments) else { return bytes.count - 1 }
    request = Request(command: command, arguments: arguments)
    return nil
  }

  /// Returns whether the part knows the command, and whether the CRC of an argument is right.
  public func acknowledges(lastOf bytes: Span<UInt8>) -> Bool {
    let count = bytes.count
    guard count >= 2 else { return true }
    guard count > 2 else { return allowedCommand(of: bytes) != nil }
    guard count <= Self.longestWrite else { return false }
    let isChecksum = (count - 2) % 3 == 0
    return !isChecksum
      || SPS30Words.checksum(bytes[count - 3], bytes[count - 2]) == bytes[count - 1]
  }

  private static func code(of bytes: Span<UInt8>) -> UInt16 {
    UInt16(bytes[0]) << 8 | UInt16(bytes[1])
  }

  private func allowedCommand(of bytes: Span<UInt8>) -> SPS30Command? {
    SPS30Command(rawValue: Self.code(of: bytes)).flatMap { isAllowed($0) ? $0 : nil }
  }

  /// The ten values of 32 bits, each word with its CRC.
  public var longestAnswer: Int? { 60 }

  /// Reads the response to the last command; further bytes float high (0xFF).
  public func read(into buffer: inout MutableSpan<UInt8>) {
    let bytes = takeResponse()
    for index in buffer.indices { buffer[index] = index < bytes.count ? bytes[index] : 0xFF }
  }

  /// Executes the command of the ended transfer.
  public func transferEnded() {
    guard let request else { return }
    self.request = nil
    lastRequest = request
    busyUntil = now + request.executionTime
    execute(request)
  }

  private func takeResponse() -> [UInt8] {
    guard let response else { return [] }
    self.response?.isTaken = true
    guard !response.isTaken else {
      judgeSecondRead(of: response.command)
      return encoding([UInt16](repeating: 0, count: response.words.count))
    }
    if response.command == .readValues { valuesTaken() }
    return encoding(response.words)
  }

  /// Returns words in their encoding on the wire; a defect makes all CRC bytes wrong.
  func encoding(_ words: [UInt16]) -> [UInt8] {
    var bytes = SPS30Words.encoding(words)
    guard defects.contains(.crc) else { return bytes }
    for index in stride(from: 2, to: bytes.count, by: 3) { bytes[index] ^= 0xFF }
    return bytes
  }

  private func isAllowed(_ command: SPS30Command) -> Bool {
    switch (state, command) {
    case (.asleep, _): command == .wakeUp
    case (.idle, .startCleaning), (.idle, .readValues): false
    case (.measuring, .startMeasurement), (.measuring, .sleep): false
    default: true
    }
  }
}
