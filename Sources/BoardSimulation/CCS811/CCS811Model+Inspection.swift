internal import Mathematics
internal import SensorDrivers
internal import TextOutput

extension CCS811Model {
  /// The contents of the mailboxes that can be read in the present mode.
  public var registers: [PartRegister] {
    CCS811Mailbox.allCases.filter { $0.isReadable(inApplication: isInApplication) }.map {
      PartRegister($0.name, at: Int($0.rawValue), contents(of: $0))
    }
  }

  /// The part's mode, drive mode, heating time, baseline origin, clock error and pin levels.
  public var condition: [(name: String, value: String)] {
    [
      ("mode", isInApplication ? "application" : "boot"),
      ("drive", CCS811Text.drive(application.measurementMode)),
      ("heated", "\(Int(heated(at: now).inSeconds)) s"),
      ("baseline", realism.isIdeal ? "true" : application.baseline.origin.rawValue),
      ("clock", CCS811Text.decimal(100 * clockShift, 2) + " % slow"),
      ("nwake", isAsleep ? "high" : "low"), ("nint", application.isInterrupting ? "low" : "high"),
    ]
  }

  /// Returns the mailbox of a transfer and the meaning of its bytes.
  public func meaning(of transfer: I2CTransfer) -> String {
    var id = selected
    var parts: [String] = []
    for message in transfer.messages where message.isAcknowledged {
      switch message.direction {
      case .writing:
        guard let first = message.bytes.first else { continue }
        id = first
        let data = Array(message.bytes.dropFirst())
        let isCommand = id == CCS811Mailbox.applicationStart.rawValue
        if isCommand || !data.isEmpty { parts.append(CCS811Text.meaning(of: data, in: id)) }
      case .reading: parts.append(CCS811Text.meaning(of: message.bytes, in: id))
      }
    }
    return parts.joined(separator: "; ")
  }
}

/// Text for the contents of mailboxes.
private enum CCS811Text {
  static func meaning(of bytes: [UInt8], in id: UInt8) -> String {
    guard let mailbox = CCS811Mailbox(rawValue: id) else { return "unknown mailbox \(id)" }
    guard let text = text(of: bytes, in: mailbox) else { return mailbox.name }
    return "\(mailbox.name) = \(text)"
  }

  private static func text(of bytes: [UInt8], in mailbox: CCS811Mailbox) -> String? {
    switch (mailbox, bytes.count) {
    case (.status, 1...): status(bytes[0])
    case (.measurementMode, 1...): drive(bytes[0])
    case (.algorithmResult, 4...): "\(word(bytes, 0)) ppm, \(word(bytes, 2)) ppb"
    case (.rawData, 2...): "\(bytes[0] >> 2) µA, \(word(bytes, 0) & 0x3FF) of 1023"
    case (.environment, 4...):
      decimal(Double(word(bytes, 0)) / 512, 1) + " %RH, "
        + decimal(Double(word(bytes, 2)) / 512 - 25, 1) + " °C"
    case (.thresholds, 5...):
      "\(word(bytes, 0)) and \(word(bytes, 2)) ppm, hysteresis \(bytes[4]) ppm"
    case (.baseline, 2...), (.bootVersion, 2...), (.applicationVersion, 2...):
      UInt16(word(bytes, 0)).hexadecimal
    case (.hardwareID, 1...), (.hardwareVersion, 1...), (.error, 1...):
      bytes[0].hexadecimal
    default: nil
    }
  }

  private static func status(_ byte: UInt8) -> String {
    let bits: [(UInt8, String)] = [
      (CCS811Status.dataReady, "data ready"), (CCS811Status.error, "error"),
    ]
    let mode = byte & CCS811Status.applicationMode != 0 ? "application" : "boot"
    return ([mode] + bits.filter { byte & $0.0 != 0 }.map(\.1)).joined(separator: ", ")
  }

  static func drive(_ measurementMode: UInt8) -> String {
    switch measurementMode >> 4 & 7 {
    case 0: "idle"
    case 1: "every 1 s"
    case 2: "every 10 s"
    case 3: "every 60 s"
    case 4: "every 250 ms, raw"
    default: "reserved"
    }
  }

  static func decimal(_ value: Double, _ decimals: Int) -> String {
    var text: [UInt8] = []
    _ = text.append(decimal: value, decimals: decimals)
    return String(decoding: text, as: UTF8.self)
  }

  private static func word(_ bytes: [UInt8], _ index: Int) -> Int {
    Int(bytes[index]) << 8 | Int(bytes[index + 1])
  }
}
