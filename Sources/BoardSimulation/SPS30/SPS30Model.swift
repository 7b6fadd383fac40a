internal import Mathematics
public import SensorDrivers

/// A Sensirion SPS30 as its commands show it: particles in the air.
///
/// Idle, measuring and sleeping, a sample each second, both formats, fan cleaning and its interval,
/// status and identity are modelled. As strict as the datasheet allows:
///
/// - While it carries out a command, and for 100 ms after power-up or reset, it acknowledges nothing.
/// - A command takes effect at the STOP, so a read by repeated START finds nothing and is refused.
/// - A command in the wrong state, an unknown one or an argument with a wrong CRC is refused.
/// - Read a second time without the command, an answer is zeros.
/// - After the start of a measurement the concentrations rise to the truth within 8 s in dense air
///   (above 200 particles per cm³), 16 s, or 30 s in clean air (below 100).
/// - While the fan is cleaned, 10 s, there is no new sample, and the last one stays.
///
/// Source: Sensirion SPS30 datasheet version 1.0.
public final class SPS30Model: SimulatedI2CDevice {
  /// What the part measures.
  public var world: World
  /// Whether measurements are noisy, as they are on a real part.
  public var isNoisy: Bool
  /// The device status register: bit 21 fan speed, bit 5 laser, bit 4 fan.
  public var status: UInt32 = 0
  /// The 16 characters of the serial number.
  public let serialNumber: String

  private var chance: Xoshiro256
  private var now: Duration = .zero
  private var busyUntil = SPS30Model.startUpTime
  private var state = State.idle
  private var request: Request?
  private var response: Response?
  private var cleaningInterval: UInt32 = 604_800  // a week
  private var measuredSeconds: UInt32 = 0  // since the fan was cleaned

  /// Creates a part that has just been powered.
  ///
  /// - Parameters:
  ///   - world: What it measures.
  ///   - seed: The run's seed, for its noise and its serial number.
  ///   - isNoisy: Whether measurements are noisy.
  public init(world: World, seed: UInt64, isNoisy: Bool = true) {
    self.world = world
    self.isNoisy = isNoisy
    chance = Xoshiro256(seed: seed, part: "sps30")
    let digits = String(seed, radix: 16, uppercase: true)
    serialNumber = String(repeating: "0", count: 16 - digits.count) + digits
  }

  private enum State {
    case idle
    /// Hears nothing but a START, after which it listens for the wake-up command until a time.
    case asleep(listeningUntil: Duration)
    case measuring(Measuring)
  }

  private struct Measuring {
    var format: SPS30Measurement.Format
    var start: Duration
    var nextSample: Duration
    var latest = SPS30Measurement.none
    var isDataReady = false
  }

  private struct Request {
    var command: SPS30Command
    var arguments: [UInt16]
  }

  private struct Response {
    var bytes: [UInt8]
    var isTaken = false
  }

  private static let startUpTime: Duration = .milliseconds(100)
  private static let samplePeriod: Duration = .seconds(1)
  private static let cleaningTime: Duration = .seconds(10)
  private static let wakeUpWindow: Duration = .milliseconds(100)
  private static let longestWrite = 8  // a command and two words
  private static let productType = "00080000"
  private static let firmwareVersion: UInt16 = 0x0202
  /// Relative noise of a sample's concentrations and of its typical size, RMS.
  private static let concentrationNoise = 0.01
  private static let sizeNoise = 0.003
}

// MARK: Power

extension SPS30Model {
  /// Is idle; the cleaning interval is in its flash and stays.
  public func powerUp(at now: Duration) {
    self.now = now
    request = nil
    reset()
    busyUntil = now + Self.startUpTime
  }
}

// MARK: Bytes

extension SPS30Model {
  /// Whether it listens; a START in its sleep makes it listen for 100 ms.
  public func acknowledgesAddress(for direction: TransferDirection) -> Bool {
    guard now >= busyUntil, request == nil else { return false }
    guard case .asleep(let listeningUntil) = state else { return true }
    guard now >= listeningUntil else { return true }
    state = .asleep(listeningUntil: now + Self.wakeUpWindow)
    return false
  }

  /// Takes a command with its arguments, to carry it out at the STOP.
  public func write(_ bytes: Span<UInt8>) -> Int? {
    response = nil
    request = nil
    guard bytes.count >= 2 else { return nil }
    let code = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    guard let command = SPS30Command(rawValue: code), isAllowed(command) else { return 1 }
    guard bytes.count <= Self.longestWrite else { return Self.longestWrite }
    var arguments: [UInt16] = []
    for index in stride(from: 2, to: bytes.count, by: 3) {
      guard index + 2 < bytes.count else { return index }
      let isValid = SPS30Words.checksum(bytes[index], bytes[index + 1]) == bytes[index + 2]
      guard isValid else { return index + 2 }
      arguments.append(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]))
    }
    guard command.accepts(arguments) else { return bytes.count - 1 }
    request = Request(command: command, arguments: arguments)
    return nil
  }

  /// Gives the answer to the last command; after its end the line floats high.
  public func read(into buffer: inout MutableSpan<UInt8>) {
    let bytes = takeResponse()
    for index in buffer.indices { buffer[index] = index < bytes.count ? bytes[index] : 0xFF }
  }

  /// Carries out the command that has come.
  public func transferEnded() {
    guard let request else { return }
    self.request = nil
    busyUntil = now + request.command.executionTime
    execute(request)
  }

  private func takeResponse() -> [UInt8] {
    guard let response else { return [] }
    self.response?.isTaken = true
    guard response.isTaken else { return response.bytes }
    return SPS30Words.encoding([UInt16](repeating: 0, count: response.bytes.count / 3))
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

// MARK: Commands

extension SPS30Model {
  private func execute(_ request: Request) {
    switch request.command {
    case .startMeasurement: start(format: UInt8(request.arguments[0] >> 8))
    case .stopMeasurement, .wakeUp: state = .idle
    case .sleep: state = .asleep(listeningUntil: .zero)
    case .reset: reset()
    case .startCleaning: clean(from: now)
    case .clearStatus: status = 0
    case .cleaningInterval where request.arguments.count == 2:
      cleaningInterval = UInt32(request.arguments[0]) << 16 | UInt32(request.arguments[1])
    default: response = Response(bytes: answer(to: request.command))
    }
  }

  private func answer(to command: SPS30Command) -> [UInt8] {
    switch command {
    case .readDataReady: SPS30Words.encoding([isDataReady ? 1 : 0])
    case .readValues: takeValues()
    case .cleaningInterval: SPS30Words.encoding(SPS30Words.words(cleaningInterval))
    case .readProductType: SPS30Words.encoding(SPS30Words.words(Self.productType, count: 8))
    case .readSerialNumber: SPS30Words.encoding(SPS30Words.words(serialNumber, count: 32))
    case .readVersion: SPS30Words.encoding([Self.firmwareVersion])
    case .readStatus: SPS30Words.encoding(SPS30Words.words(status))
    default: []
    }
  }

  private var isDataReady: Bool {
    guard case .measuring(let measuring) = state else { return false }
    return measuring.isDataReady
  }

  private func takeValues() -> [UInt8] {
    guard case .measuring(var measuring) = state else { return [] }
    measuring.isDataReady = false
    state = .measuring(measuring)
    return SPS30Words.encoding(measuring.latest.words(in: measuring.format))
  }

  private func start(format code: UInt8) {
    guard let format = SPS30Measurement.Format(rawValue: code) else { return }
    state = .measuring(
      Measuring(format: format, start: now, nextSample: now + Self.samplePeriod))
  }

  private func reset() {
    state = .idle
    response = nil
    measuredSeconds = 0
  }
}

// MARK: Measuring

extension SPS30Model {
  /// Takes the samples that are due by `now`, one after the other.
  public func advance(to now: Duration) {
    while case .measuring(var measuring) = state, measuring.nextSample <= now {
      let time = measuring.nextSample
      measuring.latest = sample(at: time, since: measuring.start)
      measuring.isDataReady = true
      measuring.nextSample = time + Self.samplePeriod
      state = .measuring(measuring)
      measuredSeconds += 1
      if cleaningInterval > 0, measuredSeconds >= cleaningInterval { clean(from: time) }
    }
    self.now = max(self.now, now)
  }

  private func clean(from time: Duration) {
    guard case .measuring(var measuring) = state else { return }
    measuring.nextSample = time + Self.cleaningTime + Self.samplePeriod
    state = .measuring(measuring)
    measuredSeconds = 0
  }

  private func sample(at time: Duration, since start: Duration) -> SPS30Measurement {
    let noise = (chance.bell(), chance.bell())
    let air = world.state(at: time).particulates
    let settled = Self.settledShare(in: air, after: (time - start).inSeconds)
    let strength = isNoisy ? 1.0 : 0.0
    return SPS30Measurement(
      of: air,
      gain: settled * (1 + strength * noise.0 * Self.concentrationNoise),
      sizeGain: 1 + strength * noise.1 * Self.sizeNoise
    )
  }

  /// How much of the truth is shown so many seconds after the start; 1 once it has settled.
  private static func settledShare(in air: ParticulateState, after seconds: Double) -> Double {
    let settlingTime: Double =
      switch air.number.pm10 {
      case ..<100: 30
      case ..<200: 16
      default: 8
      }
    let part = min(seconds / settlingTime, 1)
    return 0.4 + 0.6 * part * (2 - part)
  }
}
