public import SensorDrivers

/// A part of a board, looked at without side effects.
public struct PartInspection: Hashable, Sendable {
  /// What the part is called in status and faults.
  public var name: String
  /// Where it is on the bus.
  public var address: I2CAddress
  /// Whether it has power.
  public var isPowered: Bool
  /// What its registers hold.
  public var registers: [PartRegister]
  /// What state it is in, by name.
  public var condition: [Condition]
  /// What the bus has carried to and from it.
  public var traffic: SimulatedI2CBus.Traffic
  /// The faults that are on, by their names.
  public var faults: [String]

  /// One word of the state.
  public struct Condition: Hashable, Sendable {
    /// What it is about.
    public var name: String
    /// How that is.
    public var value: String
  }
}

extension SimulatedI2CBus {
  /// Looks at every device, in the order of their addresses.
  public func inspect() -> [PartInspection] {
    advanceDevices()
    return devices.map { address, name, device, isPowered in
      PartInspection(
        name: name, address: address, isPowered: isPowered && hasPower,
        registers: device.registers,
        condition: device.condition.map {
          PartInspection.Condition(name: $0.name, value: $0.value)
        },
        traffic: traffic(with: address),
        faults: allFaults.filter { $0.isActive(at: clock.now) && $0.concerns(name) }
          .map(\.kind.rawValue))
    }
  }
}
