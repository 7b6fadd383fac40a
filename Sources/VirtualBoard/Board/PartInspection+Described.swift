internal import Bytes
internal import BoardSimulation
internal import Mathematics
internal import SensorDrivers
package import TextOutput

extension [PartInspection] {
  /// Returns the parts at a board time, as the control port and the socket bus report them.
  package func described(at time: Duration) -> DescribedValue {
    .object(
      [
        Described("board_time", number: time.inSeconds, decimals: 6, "Board time", unit: "seconds"),
        Described("parts", .array(map(\.described))),
      ], schema: "Parts")
  }
}

extension PartInspection {
  /// The description of one part.
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
        Described("address", text: addressText, "Its address or command"),
        Described("bytes", text: bytesText, "What it holds"),
      ], schema: "Register")
  }

  private var addressText: String {
    address > 0xFF
      ? UInt16(truncatingIfNeeded: address).hexadecimal : UInt8(address).hexadecimal
  }

  private var bytesText: String {
    var text: [UInt8] = []
    for byte in bytes {
      if !text.isEmpty { text.append(UInt8(ascii: " ")) }
      text.append(hexadecimal: byte)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
