public import SensorDrivers

/// A part on a simulated I2C bus, modelled at its pins.
///
/// The bus drives the part: it advances the part's time, asks for its acknowledge, and then writes or reads
/// bytes. The part schedules no callbacks. In ``advance(to:)`` it catches up on everything due since the last
/// transfer, so the result does not depend on how often the bus calls it. All times are board time.
public protocol SimulatedI2CDevice: AnyObject {
  /// Carries out all work due by `now`, in order: conversions, samples, epochs.
  ///
  /// Random numbers are drawn only here. A time before the last one changes nothing.
  func advance(to now: Duration)

  /// Powers the part up; volatile state returns to its factory values.
  ///
  /// Called when the part is attached to a powered bus, and whenever the power returns.
  func powerUp(at now: Duration)

  /// Handles the loss of the part's power, with its board time; called when the power comes back at the latest.
  func powerDown(at now: Duration)

  /// Lets the supply sag briefly: state is as after power-up, and data copied at power-up may be lost.
  func brownOut(at now: Duration)

  /// Returns whether the part acknowledges its address now; a sleeping part does not.
  ///
  /// Called once after each START that carries the part's address.
  func acknowledgesAddress(for direction: TransferDirection) -> Bool

  /// Returns the time for which the part holds SCL low after acknowledging its address.
  func clockStretch(before direction: TransferDirection) -> Duration

  /// The fastest clock that the part supports.
  var fastestClock: I2CClock { get }

  /// Takes the bytes of a write at the end of the last byte.
  ///
  /// - Returns: `nil` if all bytes were acknowledged, otherwise the index of the refused byte; the bytes
  ///   after it were not sent.
  func write(_ bytes: Span<UInt8>) -> Int?

  /// Returns whether the part acknowledges the last byte of a write that is still going on.
  ///
  /// A controller that sends byte by byte asks for each byte's acknowledge; ``write(_:)`` follows at the end of
  /// the message and refuses by the same rules. The call has no side effects.
  func acknowledges(lastOf bytes: Span<UInt8>) -> Bool

  /// The number of bytes after which the line floats high in a read; `nil` if each read goes on where the
  /// last one ended.
  ///
  /// A part with a limit holds its answer throughout a read, also one whose length is not known in advance.
  var longestAnswer: Int? { get }

  /// Supplies the bytes of a read; the call may clear flags but never draws random numbers.
  ///
  /// A part without data lets the line float high: the bytes are `0xFF`.
  func read(into buffer: inout MutableSpan<UInt8>)

  /// Handles the STOP that ends a transfer.
  func transferEnded()

  /// The observer of driver misuse; `nil` if nobody observes.
  ///
  /// A bus in strict mode sets it.
  var onMisuse: ((DriverMisuse) -> Void)? { get set }

  /// The observer of changes on output pins, called with the board time of the change; `nil` if nobody
  /// observes.
  var onPinChange: ((_ pin: String, _ isHigh: Bool, _ time: Duration) -> Void)? { get set }

  /// The observer of the part's absence, called when its program is lost; `nil` if nobody observes.
  ///
  /// Only a part from outside (``OutsidePart``) has a program that can be lost.
  var onAbsence: ((PartAbsence) -> Void)? { get set }

  /// The part's present defects; a bus with faults sets them.
  var defects: PartDefects { get set }

  /// The contents of the part's registers under the datasheet's names; reading them here has no side effects.
  var registers: [PartRegister] { get }

  /// The part's state as names and values, such as `mode` and `measuring`; reading it has no side effects.
  var condition: [(name: String, value: String)] { get }

  /// Returns the meaning of a transfer: the register's or command's name and the decoded bytes.
  ///
  /// The meaning follows from the transferred bytes alone: `ctrl_meas = 0x27: normal, T x1, p x1`.
  func meaning(of transfer: I2CTransfer) -> String

  /// Sets the level of an input pin; returns `false` if the part has no such pin.
  func setPin(_ name: String, isHigh: Bool) -> Bool

  /// Returns the level of an output pin; `nil` if the part has no such pin.
  func pinIsHigh(_ name: String) -> Bool?
}

/// The content of a part's register, mailbox or response.
public struct PartRegister: Hashable, Sendable {
  /// The register's name in the datasheet: `ctrl_meas`.
  public var name: String
  /// The register's address or command.
  public var address: Int
  /// The register's bytes, in read order.
  public var bytes: [UInt8]

  /// Creates a register from its name, address and bytes.
  public init(_ name: String, at address: Int, _ bytes: [UInt8]) {
    self.name = name
    self.address = address
    self.bytes = bytes
  }
}

extension SimulatedI2CDevice {
  /// Does nothing: the default for a part without memory.
  public func powerUp(at now: Duration) {}

  /// Does nothing: the default for a part whose state is set at power-up.
  public func powerDown(at now: Duration) {}

  /// Powers the part up: the default, as after a power loss.
  public func brownOut(at now: Duration) { powerUp(at: now) }

  /// Returns `true`: by default a part always acknowledges.
  public func acknowledgesAddress(for direction: TransferDirection) -> Bool { true }

  /// Returns zero: by default a part never holds SCL low.
  public func clockStretch(before direction: TransferDirection) -> Duration { .zero }

  /// Returns `true`: by default a part acknowledges every byte.
  public func acknowledges(lastOf bytes: Span<UInt8>) -> Bool { true }

  /// No limit: by default a read goes on where the last one ended.
  public var longestAnswer: Int? { nil }

  /// The default: 400 kHz.
  public var fastestClock: I2CClock { .fast }

  /// Does nothing: by default a part ignores the STOP.
  public func transferEnded() {}

  /// No observer: by default a part reports no misuse.
  public var onMisuse: ((DriverMisuse) -> Void)? {
    get { nil }
    set {}
  }

  /// No observer: by default a part has no output pin.
  public var onPinChange: ((_ pin: String, _ isHigh: Bool, _ time: Duration) -> Void)? {
    get { nil }
    set {}
  }

  /// No observer: by default a part cannot be lost.
  public var onAbsence: ((PartAbsence) -> Void)? {
    get { nil }
    set {}
  }

  /// No registers: the default for a part that shows none.
  public var registers: [PartRegister] { [] }

  /// No state: the default for a part that shows none.
  public var condition: [(name: String, value: String)] { [] }

  /// Returns an empty text: by default a part decodes nothing, and the trace shows the bytes alone.
  public func meaning(of transfer: I2CTransfer) -> String { "" }

  /// Returns `false`: by default a part has no input pin.
  public func setPin(_ name: String, isHigh: Bool) -> Bool { false }

  /// Returns `nil`: by default a part has no output pin.
  public func pinIsHigh(_ name: String) -> Bool? { nil }

  /// No defects: the default for a part that simulates none.
  public var defects: PartDefects {
    get { PartDefects() }
    set {}
  }
}

/// The clock rate of a bus.
public enum I2CClock: Int, Hashable, Sendable, CaseIterable {
  /// Standard mode, 100 kHz.
  case standard = 100
  /// Fast mode, 400 kHz.
  case fast = 400

  /// The duration of one bit.
  public var bitTime: Duration { time(ofBits: 1) }

  /// Returns the duration of a number of bits.
  func time(ofBits count: Int) -> Duration {
    .nanoseconds(Int64(count) * (self == .standard ? 10_000 : 2_500))
  }
}

/// A driver's misuse of a part that real silicon would punish.
public struct DriverMisuse: Hashable, Sendable {
  /// The misuse and its consequence: "reads data 2.0 ms into a conversion that takes 9.3 ms".
  public var what: String
  /// The remedy, as an instruction: "wait 9.3 ms after the start, or poll bit 3 of status".
  public var remedy: String
  /// The datasheet's section: "BST-BME280-DS002 §5.4.4".
  public var section: String

  /// Creates a report of a misuse with its remedy and datasheet section.
  public init(_ what: String, remedy: String, section: String) {
    self.what = what
    self.remedy = remedy
    self.section = section
  }
}

/// A driver misuse with its time, transfer and address.
public struct StrictFinding: Hashable, Sendable {
  /// The board time of the misuse.
  public var time: Duration
  /// The number of the transfer on the bus, from 1.
  public var transfer: Int
  /// The address of the misused device.
  public var address: I2CAddress
  /// The misuse as the part describes it.
  public var misuse: DriverMisuse
}
