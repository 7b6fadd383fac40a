internal import BoardSimulation
internal import Bytes
internal import SensorDrivers

// MARK: Transfers by byte

extension BusSession {
  /// The greatest number of messages in a transfer; Linux has the same limit, `I2C_RDWR_IOCTL_MAX_MSGS`.
  static let mostMessages = 42
  /// The greatest number of bytes in a message.
  static let longestMessage = 8192

  mutating func start(_ words: ArraySlice<Substring>) throws(BusError) -> BusAnswer {
    guard words.count == 2, let first = words.first, let last = words.last,
      let number = UInt8(first, radix: 16), let direction = TransferDirection(letter: last)
    else { throw .syntax("START ADDRESS w|r") }
    guard number <= 0x7F else { throw .sevenBits }
    let board = openBoard()
    try board.claim(for: controller)
    guard board.simulation.bus.byteCounts.messages < Self.mostMessages else {
      throw .range("a transfer has at most \(Self.mostMessages) messages; send STOP")
    }
    return try step(on: board) { bus throws(I2CError) in
      try bus.sendStart(to: I2CAddress(rawValue: number), direction)
      return []
    }
  }

  mutating func writeByte(_ words: ArraySlice<Substring>) throws(BusError) -> BusAnswer {
    guard words.count == 1, let word = words.first, word.utf8.count == 2,
      word.utf8.allSatisfy({ $0.hexadecimalValue != nil }), let byte = UInt8(word, radix: 16)
    else { throw .syntax("WB HEX, a byte of two digits") }
    return try step(on: openBoard(in: .writing)) { bus throws(I2CError) in
      try bus.send(byte)
      return []
    }
  }

  mutating func readByte(_ words: ArraySlice<Substring>) throws(BusError) -> BusAnswer {
    guard words.count == 1, let word = words.first, word == "ack" || word == "nack" else {
      throw .syntax("RB ack|nack")
    }
    return try step(on: openBoard(in: .reading)) { bus in
      [bus.receive(acknowledging: word == "ack")]
    }
  }

  mutating func stop(_ words: ArraySlice<Substring>) throws(BusError) -> BusAnswer {
    guard words.isEmpty else { throw .syntax("STOP") }
    let board = openBoard()
    guard board.isHeld(by: controller) else {
      throw .order("no transfer is open; send START first")
    }
    return try step(on: board) { bus in
      bus.sendStop()
      return []
    }
  }

  /// Returns the client's board, with a transfer of the client's in a phase and with room for a byte.
  private mutating func openBoard(in phase: BytePhase) throws(BusError) -> BusBoard {
    let board = openBoard()
    let bus = board.simulation.bus
    guard board.isHeld(by: controller), bus.bytePhase == phase else {
      throw .order(phase == .writing ? Self.noWrite : Self.noRead)
    }
    guard bus.byteCounts.bytes < Self.longestMessage else {
      throw .range("a message has at most \(Self.longestMessage) bytes; send STOP")
    }
    return board
  }

  private static let noWrite = "no device takes bytes now; send START ADDRESS w"
  private static let noRead = "no device gives bytes now; send START ADDRESS r"

  /// Carries out a step of a transfer; its answer has the step's time, and after a START the stretch.
  private func step(
    on board: BusBoard, _ step: (SimulatedI2CBus) throws(I2CError) -> [UInt8]
  ) throws(BusError) -> BusAnswer {
    let clock = board.simulation.clock
    let begin = clock.now
    return try judged(on: board) { bus in
      let known = bus.byteCounts.messages
      do throws(I2CError) {
        let bytes = try step(bus)
        let hasStarted = bus.byteCounts.messages != known
        return BusAnswer(
          bytes, time: clock.now - begin, stretch: hasStarted ? bus.byteStretch : .zero)
      } catch {
        return BusAnswer(
          error, message: max(bus.byteCounts.messages - 1, 0), stretch: bus.clockTimeout)
      }
    }
  }
}

extension BusAnswer {
  /// Creates the answer to a step that failed, in the message of a number.
  init(_ error: I2CError, message: Int, stretch: Duration) {
    switch error {
    case .addressNotAcknowledged: self = .refused(message: message, byte: -1)
    case .dataNotAcknowledged(_, let index): self = .refused(message: message, byte: index)
    case .timedOut: self = .error(.timedOut(stretch))
    case .lineHeld: self = .error(.lineHeld)
    }
  }
}

extension TransferDirection {
  /// Creates a direction from its letter, `w` or `r`; `nil` for anything else.
  init?(letter: Substring) {
    switch letter {
    case "w": self = .writing
    case "r": self = .reading
    default: return nil
    }
  }
}
