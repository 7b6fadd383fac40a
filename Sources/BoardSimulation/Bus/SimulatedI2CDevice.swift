public import SensorDrivers

/// A part on a simulated I2C bus, seen from its pins.
///
/// The bus drives it: it is told the time, asked for its acknowledge, and then given or asked for
/// bytes. It has no callback of its own: what became due since the last transfer is caught up on
/// in ``advance(to:)``, so that the outcome does not depend on how often it was looked at. All times
/// are board time.
public protocol SimulatedI2CDevice: AnyObject {
  /// Does everything that is due by `now`, in order: conversions, samples, epochs.
  ///
  /// Chance is drawn here and nowhere else. A time before the last one changes nothing.
  func advance(to now: Duration)

  /// Its supply comes on: whatever does not outlast a loss of power is as it leaves the factory.
  ///
  /// Called when it is put on a bus that has power, and whenever that comes back.
  func powerUp(at now: Duration)

  /// Its supply sags and comes back: it is as after power-up, and what it copies then may be lost.
  func brownOut(at now: Duration)

  /// Whether the part acknowledges its address now; a sleeping one does not.
  ///
  /// Called once after each START that carries its address.
  func acknowledgesAddress(for direction: TransferDirection) -> Bool

  /// Returns the time for which the part holds SCL after it has acknowledged its address.
  func clockStretch(before direction: TransferDirection) -> Duration

  /// The quickest clock that the part can follow.
  var fastestClock: I2CClock { get }

  /// Takes the bytes of a write, at the moment the last of them arrives.
  ///
  /// - Returns: `nil` when all were acknowledged, otherwise the index of the refused byte; the
  ///   bytes after it never happened.
  func write(_ bytes: Span<UInt8>) -> Int?

  /// Gives the bytes of a read; may clear flags, never draws chance.
  ///
  /// A part with nothing to say lets the line float high: the bytes are `0xFF`.
  func read(into buffer: inout MutableSpan<UInt8>)

  /// A STOP ended the transfer.
  func transferEnded()

  /// Whom the part tells when a driver does what silicon punishes; `nil` when nobody wants to know.
  ///
  /// A bus in strict mode sets it.
  var onMisuse: ((DriverMisuse) -> Void)? { get set }

  /// Told when one of its output pins changes, with the time at which it did; `nil` when nobody looks.
  var onPinChange: ((_ pin: String, _ isHigh: Bool, _ time: Duration) -> Void)? { get set }

  /// The part's present defects; a bus with faults sets them.
  var defects: PartDefects { get set }

  /// The present content of its registers, by the datasheet's names; looking changes nothing.
  var registers: [PartRegister] { get }

  /// The part's state, in its own words: `mode` is `measuring`; looking changes nothing.
  var condition: [(name: String, value: String)] { get }

  /// Returns the meaning of a transfer with it: the register or command by name, and the meaning of the
  /// bytes.
  ///
  /// It knows no more than the bytes: `ctrl_meas = 0x27: normal, T x1, p x1`.
  func meaning(of transfer: I2CTransfer) -> String

  /// Sets the level of one of its input pins; `false` when it has none of that name.
  func setPin(_ name: String, isHigh: Bool) -> Bool

  /// The level of one of its output pins now; `nil` when it has none of that name.
  func pinIsHigh(_ name: String) -> Bool?
}

/// The content of a register, mailbox or answer of a part.
public struct PartRegister: Hashable, Sendable {
  /// The datasheet's name: `ctrl_meas`.
  public var name: String
  /// Its address or command.
  public var address: Int
  /// Its bytes, in the order in which they are read.
  public var bytes: [UInt8]

  /// Creates a register.
  public init(_ name: String, at address: Int, _ bytes: [UInt8]) {
    self.name = name
    self.address = address
    self.bytes = bytes
  }
}

extension SimulatedI2CDevice {
  /// A part without memory need not care.
  public func powerUp(at now: Duration) {}

  /// Most parts begin anew, as after a loss of power.
  public func brownOut(at now: Duration) { powerUp(at: now) }

  /// Parts acknowledge unless they say otherwise.
  public func acknowledgesAddress(for direction: TransferDirection) -> Bool { true }

  /// Most parts never hold SCL.
  public func clockStretch(before direction: TransferDirection) -> Duration { .zero }

  /// Most parts follow 400 kHz.
  public var fastestClock: I2CClock { .fast }

  /// Most parts do not care for the STOP.
  public func transferEnded() {}

  /// Nobody.
  public var onMisuse: ((DriverMisuse) -> Void)? {
    get { nil }
    set {}
  }

  /// Nobody: most parts have no output pin.
  public var onPinChange: ((_ pin: String, _ isHigh: Bool, _ time: Duration) -> Void)? {
    get { nil }
    set {}
  }

  /// A part that tells nothing.
  public var registers: [PartRegister] { [] }

  /// A part that tells nothing.
  public var condition: [(name: String, value: String)] { [] }

  /// Nothing but the bytes, which the trace has anyway.
  public func meaning(of transfer: I2CTransfer) -> String { "" }

  /// Most parts have no input pin.
  public func setPin(_ name: String, isHigh: Bool) -> Bool { false }

  /// Most parts have no output pin.
  public func pinIsHigh(_ name: String) -> Bool? { nil }

  /// A part that knows no defects has none.
  public var defects: PartDefects {
    get { PartDefects() }
    set {}
  }
}

/// The clock rate of a bus.
public enum I2CClock: Int, Hashable, Sendable, CaseIterable {
  /// 100 kHz, standard mode.
  case standard = 100
  /// 400 kHz, fast mode.
  case fast = 400

  /// The length of one bit.
  public var bitTime: Duration { time(ofBits: 1) }

  /// Returns the time of a number of bits.
  func time(ofBits count: Int) -> Duration {
    .nanoseconds(Int64(count) * (self == .standard ? 10_000 : 2_500))
  }
}

/// A driver's fault that silicon punishes, in the words of the part.
public struct DriverMisuse: Hashable, Sendable {
  /// The fault and its consequence: "reads data 2.0 ms into a conversion that takes 9.3 ms".
  public var what: String
  /// The remedy, as an order: "wait 9.3 ms after the start, or poll bit 3 of status".
  public var remedy: String
  /// The section of the datasheet: "BST-BME280-DS002 §5.4.4".
  public var section: String

  /// Creates a report.
  public init(_ what: String, remedy: String, section: String) {
    self.what = what
    self.remedy = remedy
    self.section = section
  }
}

/// A misuse with its circumstances.
public struct StrictFinding: Hashable, Sendable {
  /// Board time.
  public var time: Duration
  /// The number of the transfer on the bus, from 1.
  public var transfer: Int
  /// With which device.
  public var address: I2CAddress
  /// The fault in the part's words.
  public var misuse: DriverMisuse
}
