public import SensorDrivers

/// The I2C bus of a board: every START, byte and STOP takes its time on the board's clock.
///
/// Every transfer, whoever makes it, takes one way: through the faults of the wires, the part, and
/// those who watch (``onTransfer``). An instance is the bus itself, so drivers that store it share it.
/// A START and a STOP take one bit-time each, a byte nine with its acknowledge.
///
/// It is a controller too, as drivers know one: where SDA is held low before a START it gives up to
/// nine clocks and a STOP (UM10204, 3.1.16), and it waits for SCL no longer than ``clockTimeout``.
public final class SimulatedI2CBus: I2CBus {
  /// The bus' traffic to and from one address.
  public struct Traffic: Hashable, Sendable {
    /// Transfers begun, the refused ones included.
    public var transfers = 0
    /// Transfers that ended in a missing acknowledge.
    public var refusals = 0
    /// Data bytes that the device acknowledged.
    public var bytesWritten = 0
    /// Data bytes that the device gave.
    public var bytesRead = 0
  }

  /// The board's clock, which transfers move on.
  public let clock: SimulatedClock
  /// The clock rate of SCL.
  public var rate: I2CClock {
    get { clockRate }
    set { clockRate = newValue }
  }
  /// The longest time that the controller waits while SCL is held.
  public var clockTimeout = Duration.milliseconds(25)
  /// Told of every transfer after its STOP; while there is none, none is written down.
  public var onTransfer: ((I2CTransfer) -> Void)? { didSet { isWatched = onTransfer != nil } }
  /// Told of what silicon punishes, as soon as it is done; while there is none, no part looks for it.
  public var onMisuse: ((StrictFinding) -> Void)? { didSet { listen() } }
  /// Told of every change of a part's output pin, under the name `ccs811.nint`, once the part is looked at.
  public var onPinChange: ((_ pin: String, _ isHigh: Bool, _ time: Duration) -> Void)? {
    didSet { listen() }
  }
  /// The number of times that SDA was freed by clocks, and that clocks were in vain.
  public private(set) var recoveries = (successful: 0, vain: 0)

  /// From when on nothing on the bus has power; `nil` while it has.
  private(set) var powerCut: Duration?
  /// By address, once a device or a transfer was there.
  private var addresses: InlineArray<128, Address?> = .init(repeating: nil)
  private var transferCount = 0
  private var refusalCount = 0
  private var faults: FaultList { didSet { hasFaults = !faults.isEmpty } }
  /// The transfer under way, while somebody watches.
  private var record: I2CTransfer? { didSet { isRecorded = record != nil } }

  // Most transfers ask for no more than these. They are only ever set as a whole and nobody outside the module gets at
  // them, so that no access to them has to be watched at run time.
  private var clockRate = I2CClock.standard
  private var hasFaults = false
  private var isWatched = false
  private var isRecorded = false

  /// Creates a bus without devices.
  ///
  /// - Parameters:
  ///   - clock: The board's clock.
  ///   - seed: The run's seed, for faults that strike by chance.
  public init(clock: SimulatedClock, seed: UInt64 = 0) {
    self.clock = clock
    faults = FaultList(seed: seed)
  }

  /// The device at an address, with its traffic.
  private final class Address {
    var connection: Connection?
    var traffic = Traffic()
  }

  /// A device at its address.
  private final class Connection {
    let device: any SimulatedI2CDevice
    /// Its name in faults.
    let name: String
    var isPowered = true
    /// When a fault begins or ends in it next.
    var nextFaultChange: Duration?
    /// The bytes written last, and the bytes read after them; for ``BoardFault/Kind/stale``.
    var lastWrite: [UInt8] = []
    var reads: [[UInt8]: [UInt8]] = [:]

    init(of device: any SimulatedI2CDevice, named name: String) {
      (self.device, self.name) = (device, name)
    }
  }
}

// MARK: Devices and their power

extension SimulatedI2CBus {
  /// Connects a device at an address, in place of what was there; its supply comes on now.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - address: Its address.
  ///   - name: What faults call it.
  public func attach(
    _ device: any SimulatedI2CDevice, at address: I2CAddress, named name: String = ""
  ) {
    self[address].connection = Connection(of: device, named: name)
    device.powerUp(at: clock.now)
    planFaults()
    listen()
  }

  /// Takes the device at an address off the bus, as a broken wire does.
  public func detach(at address: I2CAddress) {
    self[address].connection = nil
  }

  private subscript(address: I2CAddress) -> Address {
    let index = Int(address.rawValue)
    if let known = addresses[index] { return known }
    let new = Address()
    addresses[index] = new
    return new
  }

  /// The devices, in the order of their addresses.
  private var connections: [Connection] {
    addresses.indices.compactMap { addresses[$0]?.connection }
  }

  /// Takes the power away from everything at a board time, now or later: no address is acknowledged
  /// from then on.
  public func cutPower(at time: Duration) { powerCut = time }

  /// Gives the power back now, to all devices that are switched on.
  public func restorePower() {
    if let powerCut { advance(to: min(powerCut, clock.now)) }
    powerCut = nil
    for connection in connections where connection.isPowered {
      connection.device.powerUp(at: clock.now)
    }
  }

  /// Switches one device off or on now; `false` when there is none at the address.
  public func setPower(isOn: Bool, at address: I2CAddress) -> Bool {
    guard let connection = self[address].connection else { return false }
    guard connection.isPowered != isOn else { return true }
    advance(connection, to: clock.now)
    connection.isPowered = isOn
    if isOn, hasPower { connection.device.powerUp(at: clock.now) }
    return true
  }

  /// Whether there is power on the bus now.
  package var hasPower: Bool { powerCut.map { clock.now < $0 } ?? true }

  /// Returns the traffic to and from an address since the board began.
  public func traffic(with address: I2CAddress) -> Traffic {
    self[address].traffic
  }

  /// The number of all transfers begun, and of the refused ones among them.
  public var totals: (transfers: Int, refusals: Int) {
    (transferCount, refusalCount)
  }

  /// The devices on the bus, in the order of addresses.
  var devices: [(I2CAddress, name: String, device: any SimulatedI2CDevice, isPowered: Bool)] {
    addresses.indices.compactMap { index in
      addresses[index]?.connection.map {
        (I2CAddress(rawValue: UInt8(index)), $0.name, $0.device, $0.isPowered)
      }
    }
  }

  /// Returns the name of the device at an address; its address where there is none.
  public func name(of address: I2CAddress) -> String {
    self[address].connection?.name ?? "\(address)"
  }

  /// Returns the meaning of a transfer to the device that it was with.
  public func meaning(of transfer: I2CTransfer) -> String {
    self[transfer.address].connection?.device.meaning(of: transfer) ?? ""
  }

  /// The device of a name with its address; `nil` when there is none.
  public func device(named name: String) -> (address: I2CAddress, device: any SimulatedI2CDevice)? {
    devices.first { $0.name == name }.map { ($0.0, $0.device) }
  }

  /// Lets every device do what is due by now, in the order of their addresses.
  public func advanceDevices() { advance(to: clock.now) }

  private func advance(to time: Duration) {
    for connection in connections { advance(connection, to: time) }
  }

  /// Brings a device to a time, through what faults do to it on the way.
  private func advance(_ connection: Connection, to time: Duration) {
    guard connection.isPowered else { return }
    if let change = connection.nextFaultChange, change <= time {
      meetFaults(of: connection, until: time)
    }
    connection.device.advance(to: powerCut.map { min(time, $0) } ?? time)
  }

  private func meetFaults(of connection: Connection, until time: Duration) {
    var next = connection.nextFaultChange
    while let change = next, change <= time {
      connection.device.advance(to: change)
      if faults.sags(connection.name, at: change) { connection.device.brownOut(at: change) }
      connection.device.defects = faults.defects(of: connection.name, at: change)
      next = faults.nextChange(of: connection.name, after: change)
    }
    connection.nextFaultChange = next
  }

  /// Finds when each device's faults change next; what begins now is still to come.
  private func planFaults() {
    for connection in connections {
      connection.nextFaultChange = faults.nextChange(
        of: connection.name, after: clock.now - .nanoseconds(1))
    }
  }

  private func listen() {
    for index in addresses.indices {
      guard let connection = addresses[index]?.connection else { continue }
      listenToPins(of: connection)
      guard onMisuse != nil else {
        connection.device.onMisuse = nil
        continue
      }
      let address = I2CAddress(rawValue: UInt8(index))
      connection.device.onMisuse = { [weak self] misuse in self?.report(misuse, by: address) }
    }
  }

  private func listenToPins(of connection: Connection) {
    guard onPinChange != nil else {
      connection.device.onPinChange = nil
      return
    }
    connection.device.onPinChange = { [weak self, name = connection.name] pin, isHigh, time in
      self?.onPinChange?("\(name).\(pin)", isHigh, time)
    }
  }

  private func report(_ misuse: DriverMisuse, by address: I2CAddress) {
    onMisuse?(
      StrictFinding(time: clock.now, transfer: transferCount, address: address, misuse: misuse))
  }
}

// MARK: Faults

extension SimulatedI2CBus {
  /// Lets something go wrong, and gives it a number, from 1.
  ///
  /// - Parameters:
  ///   - fault: What goes wrong, for how long.
  ///   - time: When it begins, if the fault itself begins earlier; now when `nil`.
  /// - Returns: Its number.
  @discardableResult
  public func add(_ fault: BoardFault, notBefore time: Duration? = nil) -> Int {
    add([(fault, notBefore: time ?? clock.now)])
    return faults.faults.count
  }

  /// Lets several things go wrong, each not before a time, numbered in their order.
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

  /// Ends a fault now; `false` when there is none of that number, or it is over.
  public func endFault(_ number: Int) -> Bool {
    advanceDevices()
    guard faults.end(number, at: clock.now) else { return false }
    planFaults()
    return true
  }

  /// All faults that were given, by their numbers from 1.
  public var allFaults: [BoardFault] { faults.faults }

  /// The fault of a kind that strikes what is beside the bus now, with its number; chance is drawn where
  /// one is not certain.
  package func strike(
    _ kind: BoardFault.Kind, on part: String, except spent: Set<Int> = []
  ) -> (number: Int, fault: BoardFault)? {
    guard hasFaults else { return nil }
    return faults.strike(kind, on: part, except: spent, at: clock.now)
  }

  private func strikes(_ kind: BoardFault.Kind, _ connection: Connection) -> BoardFault? {
    hasFaults ? faults.strikes(kind, connection.name, at: clock.now) : nil
  }
}

// MARK: Transfers

extension SimulatedI2CBus {
  /// Carries out a transfer and moves the clock by the time it takes.
  ///
  /// With both halves empty it only asks for the acknowledge, as a bus scan does.
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

  /// Carries out a transfer of any number of messages and tells what passed.
  ///
  /// Without a message it only asks for the acknowledge.
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

  /// Begins the account of a transfer, which is kept as it passes where somebody wants to see it.
  private func begin(with address: I2CAddress) {
    self[address].traffic.transfers += 1
    transferCount += 1
    if isWatched { record = newRecord(of: address) }
  }

  private func newRecord(of address: I2CAddress) -> I2CTransfer {
    I2CTransfer(
      number: transferCount, address: address, start: clock.now, end: clock.now,
      bitTime: clockRate.bitTime)
  }

  /// Sends the STOP and closes the account, where there is one.
  @discardableResult
  private func end(with address: I2CAddress, failure: I2CError?) -> I2CTransfer? {
    pass(bits: Self.stopBits)
    self[address].connection?.device.transferEnded()
    guard isRecorded, var transfer = record else { return nil }
    record = nil
    transfer.end = clock.now
    transfer.failure = failure
    onTransfer?(transfer)
    return transfer
  }

  /// Sends a START or a repeated one and the address, and waits for the acknowledge.
  private func start(
    with address: I2CAddress, _ direction: TransferDirection
  ) throws(I2CError) -> Connection {
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

  private func acknowledges(_ connection: Connection, _ direction: TransferDirection) -> Bool {
    guard connection.isPowered, hasPower else { return false }
    advance(connection, to: clock.now)
    guard
      !hasFaults
        || strikes(.brownOut, connection) == nil && strikes(.nack, connection) == nil
    else { return false }
    return connection.device.acknowledgesAddress(for: direction)
  }

  private func stretch(
    _ connection: Connection, _ direction: TransferDirection
  ) -> Duration {
    let own = connection.device.clockStretch(before: direction)
    guard hasFaults, let fault = strikes(.stretch, connection) else { return own }
    return own + .microseconds(Int64(fault.value(.us) ?? 0))
  }

  /// Waits while SCL is held, up to the time-out.
  private func wait(_ stretch: Duration, for address: I2CAddress) throws(I2CError) {
    guard stretch > .zero else { return }
    let wait = min(stretch, clockTimeout)
    clock.pause(for: wait)
    record?.messages.lastMessage.stretch = wait
    guard stretch > clockTimeout else { return }
    refuse(address)
    throw .timedOut(address)
  }

  /// Gives clocks while a part holds SDA, up to nine, then a STOP.
  private func freeSDA(for address: I2CAddress) throws(I2CError) {
    guard hasFaults, hasPower, faults.isOn(.sdaLow, at: clock.now),
      let fault = connections.lazy.compactMap({ self.strikes(.sdaLow, $0) }).first
    else { return }
    let clocks = fault.value(.clocks) ?? 0
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

  /// Sends data bytes; the device acts on them when the last one has passed.
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
    of bytes: Span<UInt8>, by connection: Connection
  ) -> Int? {
    if !hasFaults { return connection.device.write(bytes) }
    if bytes.count <= Self.longestQuestion {
      connection.lastWrite = bytes.indices.map { bytes[$0] }
    }
    guard let fault = strikes(.nackData, connection), let byte = fault.value(.byte),
      Int(byte) < bytes.count
    else { return connection.device.write(bytes) }
    return Int(byte)  // and the part has not understood what came before it
  }

  private func read(
    into buffer: inout MutableSpan<UInt8>, from address: I2CAddress
  ) throws(I2CError) {
    let connection = try start(with: address, .reading)
    connection.device.read(into: &buffer)
    if hasFaults { spoil(&buffer, from: connection) }
    pass(bits: Self.bitsPerByte * buffer.count)
    self[address].traffic.bytesRead += buffer.count
    if isRecorded {
      record?.messages.lastMessage.bytes = buffer.indices.map { buffer[$0] }
    }
  }

  /// Does to what is read what the faults of the wires do.
  private func spoil(_ buffer: inout MutableSpan<UInt8>, from connection: Connection) {
    let count = buffer.count
    guard count > 0 else { return }
    let question = connection.lastWrite + [UInt8(truncatingIfNeeded: count)]
    if strikes(.stale, connection) == nil {
      connection.reads[question] = (0..<count).map { buffer[$0] }
    } else if let last = connection.reads[question], last.count == count {
      for position in 0..<count { buffer[position] = last[position] }
    }
    if let fault = strikes(.flip, connection) {
      let byte = fault.value(.byte).map { Int($0) } ?? faults.pick(below: count)
      let bit = fault.value(.bit).map { Int($0) } ?? faults.pick(below: 8)
      if byte < count { buffer[byte] ^= 1 << UInt8(bit) }
    }
    if let fault = strikes(.shortRead, connection), let kept = fault.value(.bytes) {
      for position in 0..<count where position >= Int(kept) { buffer[position] = 0xFF }
    }
  }

  private func refuse(_ address: I2CAddress) {
    self[address].traffic.refusals += 1
    refusalCount += 1
  }

  private func pass(bits: Int) {
    clock.pause(for: clockRate.time(ofBits: bits))
  }

  private static let startBits = 1
  private static let stopBits = 1
  private static let bitsPerByte = 9
  private static let recoveryClocks = 9.0
  /// The greatest number of bytes written before a read: a register, a command.
  private static let longestQuestion = 2
}

extension [I2CTransfer.Message] {
  /// The one under way; there is one from the first START on.
  fileprivate var lastMessage: Element {
    get { self[count - 1] }
    set { self[count - 1] = newValue }
  }
}
