internal import Mathematics
import SensorDrivers

/// A Vishay VEML7700 on the bus: eight 16-bit registers, low byte first.
///
/// The model has gain, integration time, shutdown, power saving, both channels, threshold flags with
/// persistence and the identity. A change of ALS_CONF begins a new integration. A result shows the light at
/// the integration's end, and stays while the part is shut down. The light channel is nonlinear like a real
/// part's; `VEML7700Bend` inverts it. The white channel, whose nonlinearity is not published, is linear. The
/// size of the noise (0.1 %) and the white channel's sensitivity (1.4 times) are the project's own
/// assumptions.
///
/// Source: Vishay VEML7700 datasheet, document 84286, and application note, document 84323.
public final class VEML7700Model: SimulatedI2CDevice {
  /// The world that the part measures.
  public var world: World
  /// The deviation from an ideal part.
  public var realism: PartRealism
  /// The observer of driver misuse; `nil` if nobody observes.
  public var onMisuse: ((DriverMisuse) -> Void)?
  /// The part's present defects.
  public var defects = PartDefects()

  private var chance: Xoshiro256
  /// The part's sensitivity error: a random draw that is scaled to the tolerance.
  private let spread: Double
  private var now = Duration.zero
  private var selected: UInt8 = 0
  private var settings = VEML7700Settings()
  /// The end of the running integration; `nil` while the part is shut down.
  private var end: Duration?
  private var hasResult = false
  private var light: UInt16 = 0
  private var white: UInt16 = 0
  private var flags: UInt16 = 0
  /// The number of consecutive results beyond each threshold.
  private var beyond = (low: 0, high: 0)

  /// Creates a part at the moment of power-on.
  ///
  /// - Parameters:
  ///   - world: The world that the part measures.
  ///   - seed: The run's seed, for the part's noise and tolerances.
  ///   - realism: The deviation from an ideal part.
  public init(world: World, seed: UInt64, realism: PartRealism = .real) {
    self.world = world
    self.realism = realism
    chance = Xoshiro256(seed: seed, part: "veml7700")
    var tolerance = Xoshiro256(seed: seed, part: "veml7700.tolerance")
    spread = tolerance.bell()
  }

  private static let wakeTime = Duration.microseconds(2_500)
  private static let noise = 0.001
  private static let whiteness = 1.4
  private static let id: UInt16 = 0xC481
  private static let otherID: UInt16 = 0xC455
  // "O-Trim technology adopted: ALS output tolerance <= 10 %", first page of the datasheet.
  private static let tolerance = 0.1
}

// MARK: Time

extension VEML7700Model {
  /// Powers the part up: shut down, with all registers at their factory values.
  public func powerUp(at now: Duration) {
    self.now = now
    (selected, settings, end, hasResult) = (0, VEML7700Settings(), nil, false)
    (light, white, flags, beyond) = (0, 0, 0, (0, 0))
  }

  /// Carries out the integrations due by `now`; while thresholds are not checked, only the last result is
  /// computed.
  public func advance(to now: Duration) {
    defer { self.now = max(self.now, now) }
    guard var due = end, due <= now else { return }
    while true {
      let noise = realism.isIdeal ? 0 : chance.bell() * Self.noise
      let next = due + settings.period
      if settings.looksForThresholds || next > now {
        convert(at: due, noise: noise)
        if settings.looksForThresholds { compare() }
      }
      due = next
      if due > now { break }
    }
    end = due
  }

  private func convert(at time: Duration, noise: Double) {
    hasResult = true
    guard !defects.contains(.saturated) else {
      (light, white) = (.max, .max)
      return
    }
    let factor = defects.drift?.factor(at: time) ?? 1
    let lux = world.state(at: time).illuminance * factor * gain * (1 + noise)
    light = Self.count(Self.bent(lux) / settings.luxPerCount)
    white = Self.count(lux * Self.whiteness / settings.luxPerCount)
  }

  private static func count(_ value: Double) -> UInt16 {
    UInt16(value.rounded(.down).limited(to: 0...65_535))
  }

  /// Returns the illuminance that the part shows for a true illuminance, lx.
  ///
  /// The function solves the correction formula by Newton's method. The correction's slope increases, so the
  /// steps approach the root from above without passing it.
  static func bent(_ lux: Double) -> Double {
    var shown = lux
    for _ in 0..<60 {
      let step = (VEML7700Bend.illuminance(shown: shown) - lux) / VEML7700Bend.slope(shown: shown)
      shown -= step
      if step < 1e-9 * lux { break }
    }
    return max(shown, 0)
  }

  private var gain: Double { 1 + Self.tolerance * realism.share(of: spread) }

  /// Sets the flags of ALS_INT after enough consecutive results beyond a threshold.
  private func compare() {
    beyond.high = light > settings.highThreshold ? beyond.high + 1 : 0
    beyond.low = light < settings.lowThreshold ? beyond.low + 1 : 0
    if beyond.high >= settings.persistence { flags |= 0x4000 }
    if beyond.low >= settings.persistence { flags |= 0x8000 }
  }
}

// MARK: Registers

extension VEML7700Model {
  /// Selects a register; two further bytes are stored in it.
  public func write(_ bytes: Span<UInt8>) -> Int? {
    guard !bytes.isEmpty else { return nil }
    selected = bytes[0]
    guard bytes.count > 1 else { return nil }
    guard bytes.count == 3 else {
      misuse("is written \(bytes.count - 1) bytes", "write two bytes, the low one first")
      return nil
    }
    store(UInt16(bytes[2]) << 8 | UInt16(bytes[1]))
    return nil
  }

  private func store(_ value: UInt16) {
    switch selected {
    case 0:
      settings.configuration = value
      if !settings.isValid {
        misuse("has ALS_CONF set to \(value), with reserved bits or codes", "use the table's")
      }
      hasResult = false
      beyond = (0, 0)
      end = settings.isShutDown ? nil : now + Self.wakeTime + settings.integrationTime
    case 1: settings.highThreshold = value
    case 2: settings.lowThreshold = value
    case 3: settings.powerSaving = value
    default: misuse("is written register \(selected), which cannot be", "write registers 0 to 3")
    }
  }

  /// The two bytes of a register.
  public var longestAnswer: Int? { 2 }

  /// Reads the selected register; further bytes float high (0xFF).
  ///
  /// A read of ALS_INT clears its flags.
  public func read(into buffer: inout MutableSpan<UInt8>) {
    if selected == 4 || selected == 5, !hasResult {
      misuse(
        "is read before the integration has ended",
        "wait 2.5 ms and the integration time after a change of ALS_CONF")
    }
    let value = value(of: selected)
    if selected == 6 { flags = 0 }
    let bytes = [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)]
    for index in buffer.indices { buffer[index] = index < bytes.count ? bytes[index] : 0xFF }
  }

  private func value(of register: UInt8) -> UInt16 {
    switch register {
    case 0: settings.configuration
    case 1: settings.highThreshold
    case 2: settings.lowThreshold
    case 3: settings.powerSaving
    case 4: light
    case 5: white
    case 6: flags
    case 7: defects.contains(.wrongID) ? Self.otherID : Self.id
    default: .max
    }
  }

  private func misuse(_ what: @autoclosure () -> String, _ remedy: String) {
    onMisuse?(
      DriverMisuse(
        what(), remedy: remedy, section: "VEML7700 datasheet 84286, Command Register Format"))
  }
}

// MARK: Inspection

extension VEML7700Model {
  private static let names = [
    "ALS_CONF", "ALS_WH", "ALS_WL", "PSM", "ALS", "WHITE", "ALS_INT", "ID",
  ]

  /// All eight registers, low byte first.
  public var registers: [PartRegister] {
    Self.names.enumerated().map { index, name in
      let value = value(of: UInt8(index))
      return PartRegister(name, at: index, [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)])
    }
  }

  /// The part's gain, integration time and shutdown state.
  public var condition: [(name: String, value: String)] {
    [("mode", settings.text)]
  }

  /// Returns the name and content of the register in a transfer.
  public func meaning(of transfer: I2CTransfer) -> String {
    var register = Int(selected)
    var parts: [String] = []
    for message in transfer.messages where message.isAcknowledged {
      var bytes = message.bytes[...]
      if message.direction == .writing, let first = bytes.popFirst() { register = Int(first) }
      guard bytes.count >= 2 else { continue }
      let name = register < Self.names.count ? Self.names[register] : "register \(register)"
      let value = UInt16(bytes[bytes.startIndex]) | UInt16(bytes[bytes.startIndex + 1]) << 8
      let text = register == 0 ? VEML7700Settings(configuration: value).text : "\(value)"
      parts.append("\(name) = \(text)")
    }
    return parts.joined(separator: "; ")
  }
}
