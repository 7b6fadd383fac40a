internal import Bytes
internal import SensorDrivers
internal import TextOutput

// MARK: Inspection

extension UBloxReceiverModel {
  /// The count of waiting bytes, and the first waiting bytes.
  public var registers: [PartRegister] { port.registers }

  /// The receiver's mode, kind of start and fix state, and the port's traffic.
  public var condition: [(name: String, value: String)] {
    let configuration = responder.configuration
    return [
      ("mode", mode), ("start", navigator.startKind.rawValue), ("fix", fixState.name),
      ("satellites", "\(solution?.satellitesUsed ?? 0)"),
      ("period_ms", "\(Int(period / .milliseconds(1)))"),
      ("output", Self.names(configuration, [.i2cOutputUBX, .i2cOutputNMEA])),
      ("streaming", port.isStreaming(at: now) ? "yes" : "no"),
      ("lost_bytes", "\(port.lostBytes)"), ("correction_bytes", "\(correctionBytes)"),
    ]
      + (uart.map { uart in
        [
          ("uart_baud", "\(uart.baud)"), ("uart_received_bytes", "\(input[.uart1].bytes)"),
          ("uart_sent_bytes", "\(uart.sentBytes)"), ("uart_lost_bytes", "\(uart.lostBytes)"),
        ]
      } ?? [])
      + (lastVector.map { vector, _ in
        [
          ("heading", vector.hasHeading ? PlainText.number(vector.heading, decimals: 2) : "none"),
          ("moving_base", vector.state.name), ("moving_base_reason", vector.reason),
        ]
      } ?? [])
  }

  private var mode: String {
    if now < ready { return "starting" }
    guard isNavigating else { return "stopped" }
    return fixState == .none ? "searching" : "navigating"
  }

  private static func names(
    _ configuration: ReceiverConfiguration, _ keys: [UBXConfigurationKey]
  ) -> String {
    let names = zip(["UBX", "NMEA"], keys).filter { configuration.isOn($1) }.map(\.0)
    return names.isEmpty ? "none" : names.joined(separator: " ")
  }

  /// Returns the registers, and the names and lengths of messages, in a transfer.
  public func meaning(of transfer: I2CTransfer) -> String { DDCText.meaning(of: transfer) }
}

extension DDCPort {
  /// The count of waiting bytes, and the first waiting bytes.
  var registers: [PartRegister] {
    [
      PartRegister(
        "bytes_available", at: Int(UBloxRegister.waitingHigh.rawValue),
        [UInt8(truncatingIfNeeded: waiting >> 8), UInt8(truncatingIfNeeded: waiting)]),
      PartRegister("data_stream", at: Int(UBloxRegister.stream.rawValue), head(16)),
    ]
  }
}

/// Text for the traffic of a receiver's DDC port.
enum DDCText {
  /// Returns the meaning of a transfer from its bytes alone.
  static func meaning(of transfer: I2CTransfer) -> String {
    var parts: [String] = []
    var pointer = UBloxRegister.stream.rawValue
    for message in transfer.messages where message.isAcknowledged {
      if message.direction == .reading {
        parts.append(contentsOf: read(message.bytes, from: pointer))
      } else if message.bytes.count == 1 {
        pointer = message.bytes[0]
        parts.append("pointer = \(pointer.hexadecimal)")
      } else {
        parts.append(contentsOf: messages(in: message.bytes))
      }
    }
    return parts.joined(separator: ", ")
  }

  private static func read(_ bytes: [UInt8], from pointer: UInt8) -> [String] {
    var rest = bytes[...]
    var parts: [String] = []
    let high = UBloxRegister.waitingHigh.rawValue
    if pointer == high, bytes.count >= 2 {
      parts.append("\(Int(bytes[0]) << 8 | Int(bytes[1])) bytes wait")
      rest = rest.dropFirst(2)
    } else if pointer < UBloxRegister.stream.rawValue {
      parts.append("registers from \(pointer.hexadecimal)")
      rest = rest.dropFirst(Int(UBloxRegister.stream.rawValue - pointer))
    }
    return parts + messages(in: Array(rest))
  }

  /// Returns the names and lengths of messages in bytes; other bytes are given by their count.
  static func messages(in bytes: [UInt8]) -> [String] {
    var parts: [String] = []
    var (other, index) = (0, 0)
    while index < bytes.count {
      if let (text, length) = message(in: bytes[index...]) {
        if other > 0 { parts.append("\(other) bytes") }
        parts.append(text)
        (other, index) = (0, index + length)
      } else {
        (other, index) = (other + 1, index + 1)
      }
    }
    guard other > 0 else { return parts }
    let isFiller = bytes.suffix(other).allSatisfy { $0 == UBloxConstants.filler }
    return parts + [isFiller ? "\(other) bytes of filler" : "\(other) bytes"]
  }

  /// Returns the message at the beginning of bytes as text, and its length; `nil` for none.
  private static func message(in bytes: ArraySlice<UInt8>) -> (text: String, length: Int)? {
    switch bytes.first {
    case UBXFrame.preamble.0: ubx(bytes)
    case UInt8(ascii: "$"): nmea(bytes)
    case 0xD3: rtcm(bytes)
    default: nil
    }
  }

  private static func ubx(_ bytes: ArraySlice<UInt8>) -> (text: String, length: Int)? {
    let start = bytes.startIndex
    guard bytes.count >= UBXFrame.headerLength, bytes[start + 1] == UBXFrame.preamble.1 else {
      return nil
    }
    let id = UBXMessageID(bytes[start + 2], bytes[start + 3])
    let length = Int(bytes[start + 4]) | Int(bytes[start + 5]) << 8
    let text = "\(id.name ?? "\(id)") \(length) B"
    return whole(text, length + UBXFrame.overhead, of: bytes)
  }

  private static func nmea(_ bytes: ArraySlice<UInt8>) -> (text: String, length: Int)? {
    let address = bytes.dropFirst().prefix { $0.isLetter || $0.isDigit }
    guard address.count >= 4, bytes.dropFirst(1 + address.count).first == UInt8(ascii: ",") else {
      return nil
    }
    let name = address.text
    guard let end = bytes.firstIndex(of: .lineFeed) else {
      return whole(name, bytes.count + 1, of: bytes)
    }
    let length = end + 1 - bytes.startIndex
    return ("\(name) \(length) B", length)
  }

  private static func rtcm(_ bytes: ArraySlice<UInt8>) -> (text: String, length: Int)? {
    let start = bytes.startIndex
    guard bytes.count >= 5, bytes[start + 1] & 0xFC == 0 else { return nil }
    let length = Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
    let type = Int(bytes[start + 3]) << 4 | Int(bytes[start + 4]) >> 4
    return whole("RTCM \(type) \(length) B", length + 6, of: bytes)
  }

  /// Returns a message's text and length; a message that continues beyond the bytes is marked as begun.
  private static func whole(
    _ text: String, _ length: Int, of bytes: ArraySlice<UInt8>
  ) -> (text: String, length: Int) {
    length <= bytes.count ? (text, length) : ("\(text), begun", bytes.count)
  }
}
