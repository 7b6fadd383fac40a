internal import SensorDrivers

extension BME280Model {
  /// The present contents of the part's registers.
  public var registers: [PartRegister] {
    BME280Block.all.map { block in
      let bytes = (0..<block.count).map { value(of: block.address + UInt8($0)) }
      return PartRegister(block.name, at: Int(block.address), bytes)
    }
  }

  /// The part's mode, its current activity, and the origin of its calibration.
  public var condition: [(name: String, value: String)] {
    let settings = BME280Settings(control: control, humidityControl: latchedHumidityControl)
    return [
      ("mode", "\(settings.mode)"),
      ("activity", activity),
      ("calibration", isHalfCopied ? "lost by half until a reset" : trimming.origin.rawValue),
    ]
  }

  private var activity: String {
    if now < answersFrom { return "starting up" }
    if now < readyAt { return "resetting" }
    guard let conversion else { return "none" }
    guard conversion.start <= now else {
      return "next conversion in \((conversion.start - now).inMilliseconds)"
    }
    guard conversion.end > now else { return "a conversion that does not end" }
    return "conversion, done in \((conversion.end - now).inMilliseconds)"
  }

  /// Returns the names and contents of the registers that a transfer wrote and read.
  public func meaning(of transfer: I2CTransfer) -> String {
    var pointer: UInt8?
    var sentences: [String] = []
    for message in transfer.messages where message.isAcknowledged {
      switch message.direction {
      case .writing:
        for index in stride(from: 0, to: message.bytes.count, by: 2) {
          pointer = message.bytes[index]
          guard let register = pointer, index + 1 < message.bytes.count else { continue }
          sentences.append(Self.meaning(of: [message.bytes[index + 1]], from: register))
        }
      case .reading:
        guard let start = pointer else { continue }
        sentences.append(Self.meaning(of: message.bytes, from: start))
      }
    }
    return sentences.joined(separator: "; ")
  }

  /// Returns the meaning of consecutive registers' bytes from a start register on.
  private static func meaning(of bytes: [UInt8], from start: UInt8) -> String {
    let range = Int(start)..<Int(start) + bytes.count
    let whole = BME280Block.all.filter {
      range.contains(Int($0.address)) && Int($0.address) + $0.count <= range.upperBound
    }
    guard !whole.isEmpty else {
      let digits = bytes.map(\.hexadecimal).joined(separator: " ")
      return "\(BME280Block.name(of: start)) = \(digits)"
    }
    return whole.map { block in
      let first = Int(block.address) - Int(start)
      return block.meaning(of: bytes[first..<first + block.count])
    }.joined(separator: ", ")
  }
}
