public import SensorDrivers

/// A snapshot of a part, taken without side effects.
public struct PartInspection: Hashable, Sendable {
  /// The part's name in status and faults.
  public var name: String
  /// The part's address on the bus.
  public var address: I2CAddress
  /// Whether the part has power.
  public var isPowered: Bool
  /// The contents of the part's registers.
  public var registers: [PartRegister]
  /// The part's state as names and values.
  public var condition: [Condition]
  /// The bus' traffic to and from the part.
  public var traffic: SimulatedI2CBus.Traffic
  /// The names of the active faults that concern the part.
  public var faults: [String]

  /// A named value of a part's state.
  public struct Condition: Hashable, Sendable {
    /// The name of the condition.
    public var name: String
    /// The value of the condition.
    public var value: String
  }
}

extension SimulatedI2CBus {
  /// Returns a snapshot of every device, in the order of addresses.
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
