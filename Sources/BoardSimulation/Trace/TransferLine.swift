internal import Bytes
internal import SensorDrivers
internal import Mathematics
internal import TextOutput

extension I2CTransfer {
  /// Returns the transfer as one text line of a trace.
  ///
  /// The line holds board time in seconds, number, part, and each message's bytes after `w` or `r`. A message
  /// after another begins with a repeated START; `NACK` marks a refused byte or address. The bytes' meaning
  /// ends the line:
  ///
  /// ```
  /// 2.001100 148 bme280 w F7 r 65 5A C0 7E ED 00 61 A8  data: p 415148, T 519888, h 25000
  /// ```
  public func line(part: String, meaning: String) -> [UInt8] {
    var line: [UInt8] = []
    line.append(seconds: start)
    line.append(text: " \(number) \(part)")
    for message in messages { line.append(message) }
    if let failure, refusal == nil { line.append(text: "  \(failure.name)") }
    if !meaning.isEmpty { line.append(text: "  " + meaning) }
    line.append(UInt8(ascii: "\n"))
    return line
  }
}

extension [UInt8] {
  fileprivate mutating func append(text: String) { append(contentsOf: text.utf8) }

  fileprivate mutating func append(seconds time: Duration) {
    let microseconds = time.inNanoseconds / 1000
    append(integer: microseconds / 1_000_000)
    append(UInt8(ascii: "."))
    append(integer: microseconds % 1_000_000, width: 6)
  }

  fileprivate mutating func append(_ message: I2CTransfer.Message) {
    if message.recoveryClocks > 0 { append(text: " [\(message.recoveryClocks) clocks]") }
    append(text: message.direction == .writing ? " w" : " r")
    if !message.isAcknowledged { return append(text: " NACK") }
    if message.stretch > .zero {
      append(text: " [\(message.stretch.inNanoseconds / 1000) us]")
    }
    for byte in message.bytes {
      append(UInt8(ascii: " "))
      append(hexadecimal: byte)
    }
    if message.refusedByte != nil { append(text: " NACK") }
  }
}

extension I2CError {
  /// The error's name in a trace, one or two words.
  fileprivate var name: String {
    switch self {
    case .addressNotAcknowledged, .dataNotAcknowledged: "refused"
    case .timedOut: "timed out"
    case .lineHeld: "SDA held"
    }
  }
}
