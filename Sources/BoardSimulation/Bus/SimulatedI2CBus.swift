public import SensorDrivers

/// The I2C bus of a board at 100 kHz: every START, byte and STOP takes its time on the board's clock.
///
/// An instance is the bus itself, so drivers that store it share it. A START and a STOP take one
/// bit-time each, a byte nine with its acknowledge.
public final class SimulatedI2CBus: I2CBus {
  /// What the bus has carried to and from one address.
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

  /// The duration of one bit at 100 kHz.
  public static let bitTime: Duration = .microseconds(10)

  /// The board's clock, which transfers move on.
  public let clock: SimulatedClock
  /// From when on nothing on the bus has power; `nil` while it has.
  var powerCut: Duration?
  private var devices: [(any SimulatedI2CDevice)?]
  /// When each device was switched on: its own time begins there.
  private var births: [Duration]
  private var traffic: [Traffic]

  /// Creates a bus without devices.
  public init(clock: SimulatedClock) {
    self.clock = clock
    devices = Array(repeating: nil, count: Self.addressCount)
    births = Array(repeating: .zero, count: Self.addressCount)
    traffic = Array(repeating: Traffic(), count: Self.addressCount)
  }

  /// Connects a device at an address, in place of what was there.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - address: Its address.
  ///   - birth: When it is switched on: its own time begins then.
  public func attach(
    _ device: any SimulatedI2CDevice, at address: I2CAddress, since birth: Duration = .zero
  ) {
    devices[Int(address.rawValue)] = device
    births[Int(address.rawValue)] = birth
  }

  /// Takes the device at an address off the bus, as a broken wire does.
  public func detach(at address: I2CAddress) {
    devices[Int(address.rawValue)] = nil
  }

  /// What the bus has carried to and from an address since the board began.
  public func traffic(with address: I2CAddress) -> Traffic {
    traffic[Int(address.rawValue)]
  }

  /// Lets every device do what is due by now, in the order of their addresses.
  public func advanceDevices() {
    for (device, birth) in zip(devices, births) { device?.advance(to: clock.now - birth) }
  }
}

extension SimulatedI2CBus {
  /// Carries out a transfer and moves the clock by the time it takes.
  ///
  /// With both halves empty it only asks for the acknowledge, as a bus scan does.
  public func transfer(
    with address: I2CAddress,
    writing bytes: Span<UInt8>,
    readingInto buffer: inout MutableSpan<UInt8>
  ) throws(I2CError) {
    traffic[Int(address.rawValue)].transfers += 1
    defer {
      pass(bits: Self.stopBits)
      devices[Int(address.rawValue)]?.transferEnded()
    }
    if !bytes.isEmpty || buffer.isEmpty {
      try write(bytes, to: try start(with: address), at: address)
    }
    guard !buffer.isEmpty else { return }
    try start(with: address).read(into: &buffer)
    pass(bits: Self.bitsPerByte * buffer.count)
    traffic[Int(address.rawValue)].bytesRead += buffer.count
  }

  /// Sends a START or a repeated one and the address, and waits for the acknowledge.
  private func start(with address: I2CAddress) throws(I2CError) -> any SimulatedI2CDevice {
    pass(bits: Self.startBits + Self.bitsPerByte)
    if let device = devices[Int(address.rawValue)], hasPower {
      device.advance(to: clock.now - births[Int(address.rawValue)])
      if device.acknowledgesAddress() { return device }
    }
    traffic[Int(address.rawValue)].refusals += 1
    throw .addressNotAcknowledged(address)
  }

  /// Sends data bytes; the device acts on them when the last one has passed.
  private func write(
    _ bytes: Span<UInt8>, to device: any SimulatedI2CDevice, at address: I2CAddress
  ) throws(I2CError) {
    guard !bytes.isEmpty else { return }
    let end = clock.now + Self.bitTime * (Self.bitsPerByte * bytes.count)
    device.advance(to: end - births[Int(address.rawValue)])
    let refused = device.write(bytes)
    pass(bits: Self.bitsPerByte * (refused.map { $0 + 1 } ?? bytes.count))
    traffic[Int(address.rawValue)].bytesWritten += refused ?? bytes.count
    guard let refused else { return }
    traffic[Int(address.rawValue)].refusals += 1
    throw .dataNotAcknowledged(address, byteIndex: refused)
  }

  /// Whether what is on the bus has power now.
  package var hasPower: Bool { powerCut.map { clock.now < $0 } ?? true }

  private func pass(bits: Int) {
    clock.pause(for: Self.bitTime * bits)
  }

  private static let addressCount = 128
  private static let startBits = 1
  private static let stopBits = 1
  private static let bitsPerByte = 9
}
