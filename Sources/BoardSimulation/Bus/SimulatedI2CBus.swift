public import SensorDrivers

/// A board's I2C bus; every START, byte and STOP advances the board's clock.
///
/// Every transfer takes the same path: through the wires' faults, the part, and the observer
/// (``onTransfer``). The instance is the bus itself, so all drivers that store it share one bus. A START and
/// a STOP take one bit-time each, a byte with its acknowledge takes nine.
///
/// The bus is also the controller that drivers use. When SDA is held low before a START, it sends up to nine
/// clocks and a STOP (UM10204, 3.1.16). It waits for SCL for at most ``clockTimeout``.
public final class SimulatedI2CBus: I2CBus {
  /// Counts of the bus' traffic with one address.
  public struct Traffic: Hashable, Sendable {
    /// The number of transfers begun, including refused ones.
    public var transfers = 0
    /// The number of transfers that ended in a missing acknowledge, a timeout or a held line.
    public var refusals = 0
    /// The number of data bytes that the device acknowledged.
    public var bytesWritten = 0
    /// The number of data bytes read from the device.
    public var bytesRead = 0
  }

  /// The board's clock, which transfers advance.
  public let clock: SimulatedClock
  /// The clock rate of SCL.
  public var rate: I2CClock {
    get { clockRate }
    set { clockRate = newValue }
  }
  /// The longest time for which the controller waits while SCL is held low.
  public var clockTimeout = Duration.milliseconds(25)
  /// The observer of transfers, called after each STOP; while it is `nil`, transfers are not recorded.
  public var onTransfer: ((I2CTransfer) -> Void)? { didSet { isWatched = onTransfer != nil } }
  /// The number of bus recoveries that freed SDA, and of those that did not.
  public private(set) var recoveries = (successful: 0, vain: 0)

  /// The observers of the parts.
  var observers = PartObservers()
  private var power = BusPower()
  /// The entries by address; `nil` until an address has a device or a transfer.
  private var addresses: InlineArray<128, BusAddress?> = .init(repeating: nil)
  private var transferCount = 0
  private var refusalCount = 0
  /// The faults of the wires and parts.
  var faults: FaultList { didSet { hasFaults = !faults.isEmpty } }
  /// The record of the transfer in progress; `nil` while nobody observes.
  var record: I2CTransfer? { didSet { isRecorded = record != nil } }
  /// The transfer by byte between its START and its STOP; `nil` for none.
  var byteTransfer: ByteTransfer?

  // Cached state for the common transfer. The properties are only set as a whole and are private to the
  // module, so the compiler needs no run-time exclusivity checks for them.
  private var clockRate = I2CClock.standard
  private(set) var hasFaults = false
  private var isWatched = false
  private var isRecorded = false

  /// Creates a bus without devices.
  ///
  /// - Parameters:
  ///   - clock: The board's clock.
  ///   - seed: The run's seed, for faults with a probability below 1.
  public init(clock: SimulatedClock, seed: UInt64 = 0) {
    self.clock = clock
    faults = FaultList(seed: seed)
  }
}

// MARK: Devices and their power

extension SimulatedI2CBus {
  /// Connects a device at an address, replacing any other, and powers it up now.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - address: The device's address.
  ///   - name: The device's name in faults.
  public func attach(
    _ device: any SimulatedI2CDevice, at address: I2CAddress, named name: String = ""
  ) {
    self[address].connection = BusConnection(of: device, named: name)
    device.powerUp(at: clock.now)
    planFaults()
    listen()
  }

  /// Removes the device at an address from the bus, like a broken wire.
  public func detach(at address: I2CAddress) {
    self[address].connection = nil
  }

  subscript(address: I2CAddress) -> BusAddress {
    let index = Int(address.rawValue)
    if let known = addresses[index] { return known }
    let new = BusAddress()
    addresses[index] = new
    return new
  }

  /// The connections in the order of their addresses.
  private var connections: [BusConnection] {
    addresses.indices.compactMap { addresses[$0]?.connection }
  }

  /// Cuts the power of the whole bus at a board time, now or later; from then on no address is acknowledged.
  public func cutPower(at time: Duration) { power.cut = time }

  /// Restores the power of the whole bus now; all devices that are switched on power up.
  public func restorePower() {
    if power.cut != nil { losePower(at: power.runningTime(until: clock.now)) }
    power.cut = nil
    for connection in connections where connection.isPowered {
      connection.device.powerUp(at: clock.now)
    }
  }

  /// Advances all devices to a time, at which those that are switched on lose their power.
  private func losePower(at time: Duration) {
    advance(to: time)
    for connection in connections where connection.isPowered {
      connection.device.powerDown(at: time)
    }
  }

  /// Switches one device on or off now; returns `false` if there is none at the address.
  public func setPower(isOn: Bool, at address: I2CAddress) -> Bool {
    guard let connection = self[address].connection else { return false }
    guard connection.isPowered != isOn else { return true }
    advance(connection, to: clock.now)
    connection.isPowered = isOn
    if hasPower { connection.device.setPower(isOn: isOn, at: clock.now) }
    return true
  }

  /// Whether the bus has power now.
  package var hasPower: Bool { power.isOn(at: clock.now) }

  /// Whether a device has power now.
  func hasPower(_ connection: BusConnection) -> Bool { connection.isPowered && hasPower }

  /// Returns the traffic with an address since the board's start.
  public func traffic(with address: I2CAddress) -> Traffic {
    self[address].traffic
  }

  /// The number of all transfers begun, and the number of refused ones.
  public var totals: (transfers: Int, refusals: Int) {
    (transferCount, refusalCount)
  }

  /// The devices on the bus in the order of addresses, with names and power states.
  var devices: [(I2CAddress, name: String, device: any SimulatedI2CDevice, isPowered: Bool)] {
    addresses.indices.compactMap { index in
      addresses[index]?.connection.map {
        (I2CAddress(rawValue: UInt8(index)), $0.name, $0.device, $0.isPowered)
      }
    }
  }

  /// Returns the name of the device at an address, or the address without a device.
  public func name(of address: I2CAddress) -> String {
    self[address].connection?.name ?? "\(address)"
  }

  /// Returns the meaning of a transfer in the terms of its device.
  public func meaning(of transfer: I2CTransfer) -> String {
    self[transfer.address].connection?.device.meaning(of: transfer) ?? ""
  }

  /// Returns the device with a name and its address; `nil` if there is none.
  public func device(named name: String) -> (address: I2CAddress, device: any SimulatedI2CDevice)? {
    devices.first { $0.name == name }.map { ($0.0, $0.device) }
  }

  /// Advances all devices to now, in the order of their addresses.
  public func advanceDevices() { advance(to: clock.now) }

  /// Advances the device at an address to now; returns whether there is one with power.
  func advanceDevice(at address: I2CAddress) -> Bool {
    guard let connection = self[address].connection else { return false }
    advance(connection, to: clock.now)
    return hasPower(connection)
  }

  private func advance(to time: Duration) {
    for connection in connections { advance(connection, to: time) }
  }

  /// Advances a device to a time, applying fault changes on the way.
  func advance(_ connection: BusConnection, to time: Duration) {
    guard connection.isPowered else { return }
    if let change = connection.nextFaultChange, change <= time {
      meetFaults(of: connection, until: time)
    }
    connection.device.advance(to: power.runningTime(until: time))
  }

  private func meetFaults(of connection: BusConnection, until time: Duration) {
    var next = connection.nextFaultChange
    while let change = next, change <= time {
      connection.device.advance(to: change)
      if faults.sags(connection.name, at: change) { connection.device.brownOut(at: change) }
      connection.device.defects = faults.defects(of: connection.name, at: change)
      next = faults.nextChange(of: connection.name, after: change)
    }
    connection.nextFaultChange = next
  }

  /// Updates each device's next fault change; a change at this moment still counts as upcoming.
  private func planFaults() {
    for connection in connections {
      connection.nextFaultChange = faults.nextChange(
        of: connection.name, after: clock.now - .nanoseconds(1))
    }
  }
}

// MARK: Faults

extension SimulatedI2CBus {
  /// Adds a fault and returns its number, counted from 1.
  ///
  /// - Parameters:
  ///   - fault: The fault with its times.
  ///   - time: The earliest beginning of the fault; now when `nil`.
  /// - Returns: The fault's number.
  @discardableResult
  public func add(_ fault: BoardFault, notBefore time: Duration? = nil) -> Int {
    add([(fault, notBefore: time ?? clock.now)])
    return faults.faults.count
  }

  /// Adds several faults, each with its earliest beginning, numbered in their order.
  package func add(_ more: [(BoardFault, notBefore: Duration)]) {
    guard !more.isEmpty else { return }
    advanceDevices()
    for (fault, time) in more {
      var fault = fault
      fault.begin(notBefore: time)
      _ = faults.add(fault)
    }
    planFaults()
  }

  /// Ends a fault now; returns `false` if there is none with that number, or if it has ended.
  public func endFault(_ number: Int) -> Bool {
    advanceDevices()
    guard faults.end(number, at: clock.now) else { return false }
    planFaults()
    return true
  }

  /// All faults added so far, in the order of their numbers from 1.
  public var allFaults: [BoardFault] { faults.faults }

  /// Returns the fault of a kind that strikes a part off the bus now, with its number; `nil` for none.
  ///
  /// A fault with a probability below 1 takes a random draw.
  package func strike(
    _ kind: BoardFault.Kind, on part: String, except spent: Set<Int> = []
  ) -> (number: Int, fault: BoardFault)? {
    guard hasFaults else { return nil }
    return faults.strike(kind, on: part, except: spent, at: clock.now)
  }
}

// MARK: Transfers

extension SimulatedI2CBus {
  /// Carries out a transfer and advances the clock by its duration.
  ///
  /// If both halves are empty, the transfer only checks for the acknowledge, as a bus scan does.
  public func transfer(
    with address: I2CAddress,
    writing bytes: Span<UInt8>,
    readingInto buffer: inout MutableSpan<UInt8>
  ) throws(I2CError) {
    begin(with: address)
    do throws(I2CError) {
      if !bytes.isEmpty || buffer.isEmpty { try write(bytes, to: address) }
      if !buffer.isEmpty { try read(into: &buffer, from: address) }
      end(with: address, failure: nil)
    } catch {
      end(with: address, failure: error)
      throw error
    }
  }

  /// Carries out a transfer of any number of messages and returns its record.
  ///
  /// Without messages, the transfer only checks for the acknowledge.
  public func transfer(with address: I2CAddress, _ messages: [I2CMessage]) -> I2CTransfer {
    begin(with: address)
    let beginning = newRecord(of: address)
    record = beginning
    var failure: I2CError?
    do throws(I2CError) {
      for message in messages.isEmpty ? [.write([])] : messages {
        switch message {
        case .write(let bytes): try write(bytes.span, to: address)
        case .read(let count):
          var bytes = [UInt8](repeating: 0xFF, count: count)
          var span = bytes.mutableSpan
          try read(into: &span, from: address)
        }
      }
    } catch {
      failure = error
    }
    return end(with: address, failure: failure) ?? beginning
  }

  /// Counts a transfer, and begins its record if there is an observer.
  func begin(with address: I2CAddress) {
    self[address].traffic.transfers += 1
    transferCount += 1
    if isWatched { record = newRecord(of: address) }
  }

  func newRecord(of address: I2CAddress) -> I2CTransfer {
    I2CTransfer(
      number: transferCount, address: address, start: clock.now, end: clock.now,
      bitTime: clockRate.bitTime)
  }

  /// Sends the STOP and completes the transfer's record, if there is one.
  @discardableResult
  func end(with address: I2CAddress, failure: I2CError?) -> I2CTransfer? {
    pass(bits: Self.stopBits)
    self[address].connection?.device.transferEnded()
    guard isRecorded, var transfer = record else { return nil }
    record = nil
    transfer.end = clock.now
    transfer.failure = failure
    onTransfer?(transfer)
    return transfer
  }

  /// Sends a START or repeated START and the address, and waits for the acknowledge and for SCL.
  func start(
    with address: I2CAddress, _ direction: TransferDirection
  ) throws(I2CError) -> BusConnection {
    if isRecorded {
      record?.messages.append(I2CTransfer.Message(direction: direction, start: clock.now))
    }
    try freeSDA(for: address)
    pass(bits: Self.startBits + Self.bitsPerByte)
    guard let connection = self[address].connection, acknowledges(connection, direction)
    else {
      refuse(address)
      throw .addressNotAcknowledged(address)
    }
    if isRecorded { record?.messages.lastMessage.isAcknowledged = true }
    let device = connection.device
    if clockRate != .standard, clockRate.rawValue > device.fastestClock.rawValue {
      device.onMisuse?(
        DriverMisuse(
          "is clocked at \(clockRate.rawValue) kHz",
          remedy: "use \(device.fastestClock.rawValue) kHz", section: "the limits of the bus"))
    }
    try wait(stretch(connection, direction), for: address)
    return connection
  }

  private func acknowledges(_ connection: BusConnection, _ direction: TransferDirection) -> Bool {
    guard hasPower(connection) else { return false }
    advance(connection, to: clock.now)
    if hasFaults, faults.silences(connection.name, at: clock.now) { return false }
    return connection.device.acknowledgesAddress(for: direction)
  }

  private func stretch(
    _ connection: BusConnection, _ direction: TransferDirection
  ) -> Duration {
    let own = connection.device.clockStretch(before: direction)
    return hasFaults ? own + faults.stretch(of: connection.name, at: clock.now) : own
  }

  /// Waits while SCL is held low, for at most the timeout.
  private func wait(_ stretch: Duration, for address: I2CAddress) throws(I2CError) {
    guard stretch > .zero else { return }
    let wait = min(stretch, clockTimeout)
    clock.pause(for: wait)
    record?.messages.lastMessage.stretch = wait
    guard stretch > clockTimeout else { return }
    refuse(address)
    throw .timedOut(address)
  }

  /// Frees an SDA that a part holds low: up to nine clocks, then a STOP.
  private func freeSDA(for address: I2CAddress) throws(I2CError) {
    guard hasFaults, hasPower, faults.isOn(.sdaLow, at: clock.now),
      let clocks = faults.clocksToFreeSDA(of: connections.map(\.name), at: clock.now)
    else { return }
    let given = Int(min(clocks, Self.recoveryClocks))
    record?.messages.lastMessage.recoveryClocks = given
    pass(bits: given + Self.stopBits)
    guard clocks <= Self.recoveryClocks else {
      recoveries.vain += 1
      refuse(address)
      throw .lineHeld
    }
    recoveries.successful += 1
  }

  /// Sends data bytes; the device acts on them at the end of the last one.
  private func write(_ bytes: Span<UInt8>, to address: I2CAddress) throws(I2CError) {
    let connection = try start(with: address, .writing)
    guard !bytes.isEmpty else { return }
    advance(connection, to: clock.now + clockRate.time(ofBits: Self.bitsPerByte * bytes.count))
    let refused = refusal(of: bytes, by: connection)
    pass(bits: Self.bitsPerByte * (refused.map { $0 + 1 } ?? bytes.count))
    self[address].traffic.bytesWritten += refused ?? bytes.count
    if isRecorded {
      let passed = refused.map { $0 + 1 } ?? bytes.count
      record?.messages.lastMessage.bytes = (0..<passed).map { bytes[$0] }
      record?.messages.lastMessage.refusedByte = refused
    }
    guard let refused else { return }
    refuse(address)
    throw .dataNotAcknowledged(address, byteIndex: refused)
  }

  private func refusal(
    of bytes: Span<UInt8>, by connection: BusConnection
  ) -> Int? {
    if !hasFaults { return connection.device.write(bytes) }
    connection.memory.remember(write: bytes)
    // A refused byte takes the effect of those before it as well.
    return faults.refusedByte(of: bytes.count, by: connection.name, at: clock.now)
      ?? connection.device.write(bytes)
  }

  private func read(
    into buffer: inout MutableSpan<UInt8>, from address: I2CAddress
  ) throws(I2CError) {
    let connection = try start(with: address, .reading)
    connection.device.read(into: &buffer)
    if hasFaults {
      faults.spoil(&buffer, of: connection.name, &connection.memory, at: clock.now)
    }
    pass(bits: Self.bitsPerByte * buffer.count)
    self[address].traffic.bytesRead += buffer.count
    if isRecorded {
      record?.messages.lastMessage.bytes = buffer.indices.map { buffer[$0] }
    }
  }

  func refuse(_ address: I2CAddress) {
    self[address].traffic.refusals += 1
    refusalCount += 1
  }

  func pass(bits: Int) {
    clock.pause(for: clockRate.time(ofBits: bits))
  }

  private static let startBits = 1
  private static let stopBits = 1
  static let bitsPerByte = 9
  private static let recoveryClocks = 9.0
}

extension SimulatedI2CDevice {
  fileprivate func setPower(isOn: Bool, at now: Duration) {
    if isOn { powerUp(at: now) } else { powerDown(at: now) }
  }
}

extension [I2CTransfer.Message] {
  /// The message in progress; the first START has added one.
  var lastMessage: Element {
    get { self[count - 1] }
    set { self[count - 1] = newValue }
  }
}
