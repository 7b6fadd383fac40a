internal import SensorDrivers

/// A block of registers that are read together, with the datasheet's name (§5.3, table 18).
struct BME280Block {
  let name: String
  let address: UInt8
  let count: Int

  /// All blocks of registers with a meaning.
  static let all = [
    Self(name: "calib00", address: 0x88, count: 26),
    Self(name: "id", address: BME280Map.chipID, count: 1),
    Self(name: "reset", address: BME280Map.reset, count: 1),
    Self(name: "calib26", address: 0xE1, count: 7),
    Self(name: "calib33", address: BME280Map.trimmingChecksum, count: 1),
    Self(name: "ctrl_hum", address: BME280Map.humidityControl, count: 1),
    Self(name: "status", address: BME280Map.status, count: 1),
    Self(name: "ctrl_meas", address: BME280Map.control, count: 1),
    Self(name: "config", address: BME280Map.config, count: 1),
    Self(name: "press", address: 0xF7, count: 3),
    Self(name: "temp", address: 0xFA, count: 3),
    Self(name: "hum", address: 0xFD, count: 2),
  ]

  private init(name: String, address: UInt8, count: Int) {
    (self.name, self.address, self.count) = (name, address, count)
  }

  /// Returns the name of a register's block and the register's number; outside of blocks only the number.
  static func name(of register: UInt8) -> String {
    let block = all.first {
      (Int($0.address)..<Int($0.address) + $0.count).contains(Int(register))
    }
    return block.map { "\($0.name) (\(register.hexadecimal))" } ?? register.hexadecimal
  }

  /// Returns the meaning of a block's bytes: `ctrl_meas = 0x27: normal, T x1, p x1`.
  func meaning(of bytes: ArraySlice<UInt8>) -> String {
    guard count < Self.longestValue else { return "\(name), \(count) bytes" }
    let digits = bytes.map { $0.hexadecimal.dropFirst(2) }.joined()
    let explanation = explanation(of: bytes)
    return "\(name) = 0x\(digits)" + (explanation.isEmpty ? "" : ": \(explanation)")
  }

  private static let longestValue = 4

  private func explanation(of bytes: ArraySlice<UInt8>) -> String {
    let value = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let byte = UInt8(truncatingIfNeeded: value)
    switch name {
    case "id": return byte == 0x60 ? "BME280" : "another part"
    case "reset": return byte == 0xB6 ? "soft reset" : "nothing"
    case "ctrl_hum": return "h \(Oversampling(code: byte & 7))"
    case "status":
      return (byte & 8 != 0 ? "measuring" : "done") + (byte & 1 != 0 ? ", copying" : "")
    case "ctrl_meas":
      let settings = BME280Settings(control: byte, humidityControl: 0)
      return "\(settings.mode), T \(settings.temperature), p \(settings.pressure)"
    case "config":
      let filter = BME280Settings.filterCoefficient(config: byte)
      return "standby \(BME280Settings.standby(config: byte).inMilliseconds), filter "
        + (filter > 1 ? "\(filter)" : "off")
    case "press", "temp": return value >> 4 == 0x80000 ? "not measured" : "raw \(value >> 4)"
    case "hum": return value == 0x8000 ? "not measured" : "raw \(value)"
    default: return ""
    }
  }
}

extension Oversampling: CustomStringConvertible {
  /// The oversampling as text: `x4`, or `skipped`.
  var description: String { isSkipped ? "skipped" : "x\(count)" }
}
