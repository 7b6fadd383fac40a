// The bus and the clock of board time, both at the other end of a serial port: the lines of docs/bus.md.

import Bytes
import SensorDrivers
import TextOutput

/// The end of the bridge: sends a line, waits for its answer, and knows the board time.
///
/// Bus and clock share one bridge. Any answer that is not expected ends the program, since nothing after it would be right.
final class Bridge {
  private let port: UART
  /// The board time as the bridge last told it, microseconds.
  private(set) var microseconds: Int64 = 0
  /// The number of lines sent.
  private(set) var lines = 0
  /// The line that is sent, then its answer.
  private var line: [UInt8] = []

  init(on port: UART) {
    self.port = port
    line.reserveCapacity(1024)
    ask("HELLO 1")
    updateTime()
  }

  /// Sends the words of a line, and keeps its answer in `line`.
  private func exchange() {
    line.append(.lineFeed)
    port.send(line)
    line.removeAll(keepingCapacity: true)
    lines += 1
    while true {
      let byte = port.receive()
      if byte == .lineFeed { return }
      line.append(byte)
    }
  }

  private func ask(_ words: StaticString, _ number: Int64? = nil) {
    line.removeAll(keepingCapacity: true)
    line.append(words)
    if let number {
      line.append(UInt8(ascii: " "))
      line.append(integer: number)
    }
    exchange()
    guard line.begins(with: "OK") else { fail() }
  }

  /// Lets board time pass.
  func pause(forMicroseconds count: Int64) {
    ask("D", count)
    microseconds = number(at: 3)
  }

  private func updateTime() {
    ask("NOW")
    microseconds = number(at: 3)
  }

  private func fail() -> Never {
    console("the bridge answered: ")
    UART.console.send(line)
    console("\n")
    leave(2)
  }

  /// Returns the number that begins at a place of the answer.
  private func number(at start: Int) -> Int64 {
    var number: Int64 = 0
    for byte in line[min(start, line.count)...] {
      guard (0x30...0x39).contains(byte) else { break }
      number = number * 10 + Int64(byte - 0x30)
    }
    return number
  }

  /// Returns the number after a letter and `=` in the answer; -1 for any that is negative.
  private func number(of letter: UInt8) -> Int64 {
    for index in 3..<max(line.count - 2, 3) where line[index] == letter && line[index + 1] == 0x3D {
      return line[index + 2] == UInt8(ascii: "-") ? -1 : number(at: index + 2)
    }
    fail()
  }

  /// Carries out a transfer, and adds its time.
  ///
  /// A line has room for some 2,000 bytes of a write; only corrections, which do not come here, are more.
  func transfer(
    with address: I2CAddress, writing bytes: Span<UInt8>,
    readingInto buffer: inout MutableSpan<UInt8>
  ) throws(I2CError) {
    line.removeAll(keepingCapacity: true)
    line.append("T ")
    line.append(hexadecimal: address.rawValue)
    if !bytes.isEmpty {
      line.append(" w ")
      for index in bytes.indices { line.append(hexadecimal: bytes[index]) }
    }
    if !buffer.isEmpty {
      line.append(" r ")
      line.append(integer: buffer.count)
    }
    exchange()
    switch line.first {
    case UInt8(ascii: "O"):
      for index in buffer.indices {
        guard let byte = line.byte(ofHexadecimal: 3 + 2 * index) else { fail() }
        buffer[index] = byte
      }
      microseconds += number(of: UInt8(ascii: "t"))
    case UInt8(ascii: "N"):
      let byte = number(of: UInt8(ascii: "b"))
      updateTime()
      throw byte < 0
        ? .addressNotAcknowledged(address)
        : .dataNotAcknowledged(address, byteIndex: Int(byte))
    default:
      let (timedOut, held) = (line.begins(with: "ERR timeout"), line.begins(with: "ERR sda-low"))
      guard timedOut || held else { fail() }
      updateTime()
      throw timedOut ? .timedOut(address) : .lineHeld
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ text: StaticString) {
    // Sound: the indices are those of the text.
    for index in 0..<text.utf8CodeUnitCount { append(unsafe text.utf8Start[index]) }
  }

  fileprivate mutating func append(hexadecimal byte: UInt8) {
    append(byte >> 4 < 10 ? 0x30 + byte >> 4 : 0x57 + byte >> 4)
    append(byte & 15 < 10 ? 0x30 + byte & 15 : 0x57 + byte & 15)
  }

  fileprivate func byte(ofHexadecimal index: Int) -> UInt8? {
    guard index + 1 < count, let high = self[index].hexadecimalValue,
      let low = self[index + 1].hexadecimalValue
    else { return nil }
    return high << 4 | low
  }

  /// Whether the bytes begin with a text.
  fileprivate func begins(with text: StaticString) -> Bool {
    guard count >= text.utf8CodeUnitCount else { return false }
    // Sound: the indices are those of the text.
    for index in 0..<text.utf8CodeUnitCount where unsafe self[index] != text.utf8Start[index] {
      return false
    }
    return true
  }
}

/// The I2C bus at the other end of the bridge.
struct BridgeBus: I2CBus {
  let bridge: Bridge

  mutating func transfer(
    with address: I2CAddress, writing bytes: Span<UInt8>,
    readingInto buffer: inout MutableSpan<UInt8>
  ) throws(I2CError) {
    try bridge.transfer(with: address, writing: bytes, readingInto: &buffer)
  }
}

/// The clock of board time at the other end of the bridge: a wait is told, and over at once.
struct BridgeClock: BoardClock {
  let bridge: Bridge

  var now: Duration { .microseconds(bridge.microseconds) }

  mutating func pause(for duration: Duration) {
    let (seconds, attoseconds) = duration.components
    // The bridge counts whole microseconds; a part of one is waited for as a whole one.
    let count = seconds * 1_000_000 + (attoseconds + 999_999_999_999) / 1_000_000_000_000
    if count > 0 { bridge.pause(forMicroseconds: count) }
  }
}
