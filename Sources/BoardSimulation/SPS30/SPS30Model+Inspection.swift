internal import SensorDrivers

extension SPS30Model {
  /// The present responses to all reading commands.
  public var registers: [PartRegister] {
    let commands: [(name: String, command: SPS30Command)] = [
      ("data_ready", .readDataReady), ("measured_values", .readValues),
      ("auto_cleaning_interval", .cleaningInterval), ("product_type", .readProductType),
      ("serial_number", .readSerialNumber), ("version", .readVersion),
      ("device_status", .readStatus),
    ]
    return commands.map {
      PartRegister($0.name, at: Int($0.command.rawValue), encoding(answer(to: $0.command)))
    }
  }

  /// The part's mode and its current activity.
  public var condition: [(name: String, value: String)] {
    [("mode", stateName), ("activity", activity)]
  }

  /// The name of the part's mode: `idle`, `asleep` or `measuring`.
  var stateName: String {
    switch state {
    case .idle: "idle"
    case .asleep: "asleep"
    case .measuring: "measuring"
    }
  }

  private var activity: String {
    if now < busyUntil {
      return lastRequest.map { "busy with \($0.command.title)" } ?? "starting up"
    }
    guard case .measuring(let measuring) = state else { return "none" }
    if let end = measuring.cleaningUntil, now < end { return "cleaning its fan" }
    return "next sample in \((measuring.nextSample - now).inMilliseconds)"
  }

  /// Returns the names of the commands that a transfer wrote, and the decoded data that it read.
  public func meaning(of transfer: I2CTransfer) -> String {
    transfer.messages.filter { $0.isAcknowledged && !$0.bytes.isEmpty }.map { message in
      message.direction == .writing
        ? Self.meaning(ofCommand: message.bytes) : Self.meaning(ofAnswer: message.bytes)
    }.joined(separator: "; ")
  }

  private static func meaning(ofCommand bytes: [UInt8]) -> String {
    guard bytes.count > 1 else { return "no command" }
    let code = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    guard let command = SPS30Command(rawValue: code) else { return code.hexadecimal }
    let words = SPS30Words.words(in: bytes.dropFirst(2))
    switch (command, words.count) {
    case (.startMeasurement, 1):
      return command.title + (words[0] >> 8 == 0x03 ? ": float" : ": integer")
    case (.cleaningInterval, 2):
      return "\(command.title): \(UInt32(words[0]) << 16 | UInt32(words[1])) s"
    default: return command.title
    }
  }

  /// Returns the decoded response, identified by its length alone: sixty bytes are measured values.
  private static func meaning(ofAnswer bytes: [UInt8]) -> String {
    let words = SPS30Words.words(in: bytes[...])
    let wrong = SPS30Words.firstWrong(in: bytes).map { ", CRC of word \($0) is wrong" } ?? ""
    guard bytes.count == 60 else {
      return words.map(\.hexadecimal).joined(separator: " ") + wrong
    }
    let names = ["PM1", "PM2.5", "PM4", "PM10", "n0.5", "n1", "n2.5", "n4", "n10", "size"]
    let values = names.indices.map { index in
      let bits = UInt32(words[2 * index]) << 16 | UInt32(words[2 * index + 1])
      return "\(names[index]) \(Float(bitPattern: bits))"
    }
    return values.joined(separator: ", ") + wrong
  }
}
