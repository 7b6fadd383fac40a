internal import BoardSimulation
internal import Mathematics
internal import SensorDrivers
package import TextOutput

extension [PartInspection] {
  /// The parts at a board time: what the control port and the socket bus tell.
  package func described(at time: Duration) -> DescribedValue {
    .object(
      [
        Described("board_time", number: time.inSeconds, decimals: 6, "Board time", unit: "seconds"),
        Described("parts", .array(map(\.described))),
      ], schema: "Parts")
  }
}

extension PartInspection {
  /// What is told of a part.
  fileprivate var described: DescribedValue {
    .object(
      [
        Described("name", text: name, "Its name in status and faults"),
        Described("address", text: "\(address)", "Where it is on the bus"),
        Described("powered", .flag(isPowered), "Whether it has power"),
        Described("condition", .object(condition.map { Described($0.name, text: $0.value) })),
        Described("registers", .array(registers.map(\.described))),
        Described(
          "bus",
          [
            Described("transfers", count: traffic.transfers, "Transfers begun with it"),
            Described("nacks", count: traffic.refusals, "Transfers that were refused"),
            Described("bytes_written", count: traffic.bytesWritten, "Bytes that it acknowledged"),
            Described("bytes_read", count: traffic.bytesRead, "Bytes that it gave"),
          ]),
        Described("faults", .array(faults.map { .text($0) })),
      ], schema: "Part")
  }
}

extension PartRegister {
  fileprivate var described: DescribedValue {
    .object(
      [
        Described("name", text: name, "The datasheet's name"),
        Described("address", text: Self.hexadecimal(address), "Its address or command"),
        Described("bytes", text: bytes.map(Self.digits).joined(separator: " "), "What it holds"),
      ], schema: "Register")
  }

  private static func hexadecimal(_ address: Int) -> String {
    "0x" + (address > 0xFF ? digits(UInt8(truncatingIfNeeded: address >> 8)) : "")
      + digits(UInt8(truncatingIfNeeded: address))
  }

  private static func digits(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}
