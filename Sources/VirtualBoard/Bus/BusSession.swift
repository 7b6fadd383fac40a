internal import BoardFirmware
internal import BoardSimulation
internal import Bytes
internal import Mathematics
internal import SensorDrivers
internal import TextOutput

/// A client of the socket bus: command lines in, answer lines out.
///
/// ```
/// T 77 w f7 r 8     -> OK 655AC07EED0061A8 t=1000 s=0
/// D 10000           -> OK 12000
/// START 77 w        -> OK - t=100 s=0
/// ```
///
/// A session never fails: it answers an invalid line with `ERR`.
public struct BusSession {
  /// The greatest number of bytes in a line, without the line feed.
  public static let longestLine = 4096
  /// The version of the protocol between client and bus.
  static let version = 1
  let boards: BusBoards
  /// The client's board; `nil` before its first use.
  package private(set) var board: BusBoard?
  /// The identity by which the client holds the bus during a transfer by byte.
  let controller = BusController()

  /// Creates the session of a new client, which has a board of its own unless it names one.
  public init(_ boards: BusBoards) { self.boards = boards }

  /// Carries out a command line.
  ///
  /// - Parameter line: The bytes before the LF; a CR at their end is ignored.
  /// - Returns: The answer, one line as well.
  public mutating func answer(to line: some Collection<UInt8>) -> BusAnswer {
    var text = Substring(decoding: line, as: UTF8.self)
    if text.last == "\r" { text.removeLast() }
    if text.hasPrefix(Self.saying) { return say(text.dropFirst(Self.saying.count)) }
    let words = text.split(separator: " ")
    do throws(BusError) {
      return try carryOut(words)
    } catch {
      return .error(error)
    }
  }

  private mutating func carryOut(_ words: [Substring]) throws(BusError) -> BusAnswer {
    guard let command = words.first else { throw .unknown }
    board?.followScenario()
    defer { board?.lookIfDue() }
    let rest = words.dropFirst()
    switch command {
    case "HELLO": return try greet(rest)
    case "T": return try transfer(rest)
    case "START": return try start(rest)
    case "WB": return try writeByte(rest)
    case "RB": return try readByte(rest)
    case "STOP": return try stop(rest)
    case "D": return try delay(rest)
    case "NOW": return .ok(time(of: openBoard()))
    case "W": return try hold(rest)
    case "P": return try usePower(rest)
    case "PIN": return try usePin(rest)
    case "X": return .ok(openBoard().status)
    default: throw .unknown
    }
  }

  /// Returns the client's board, and makes a board of the client's own at its first use.
  mutating func openBoard() -> BusBoard {
    if let board { return board }
    let own = boards.make()
    board = own
    return own
  }

  private func time(of board: BusBoard) -> String {
    "\(board.simulation.clock.now.inNanoseconds / 1000)"
  }
}

// MARK: Commands

extension BusSession {
  private mutating func greet(_ words: ArraySlice<Substring>) throws(BusError) -> BusAnswer {
    let usage = BusError.syntax("HELLO 1 [board=NAME]")
    guard let version = words.first, words.count <= 2 else { throw usage }
    guard version == "\(Self.version)" else {
      throw .range("version \(Self.version) is spoken here, not \(version.prefix(20))")
    }
    if let name = words.dropFirst().first {
      guard board?.isHeld(by: controller) != true else {
        throw .order("a transfer is open; send STOP before you change the board")
      }
      guard name.hasPrefix("board="), name.count > 6 else { throw usage }
      board = try boards.board(named: String(name.dropFirst(6)))
    }
    return .ok("boardsim \(Self.version)")
  }

  private mutating func transfer(_ words: ArraySlice<Substring>) throws(BusError) -> BusAnswer {
    let (address, messages) = try BusTransferWords(words).parts
    let board = openBoard()
    try board.claim(for: controller)
    guard !board.isHeld(by: controller) else {
      throw .order("a transfer by byte is open; send STOP before T")
    }
    return try judged(on: board) { bus in BusAnswer(bus.transfer(with: address, messages)) }
  }

  /// Carries out a step on the bus; in failing strict mode a driver mistake in it is the answer.
  func judged(
    on board: BusBoard, _ step: (SimulatedI2CBus) -> BusAnswer
  ) throws(BusError) -> BusAnswer {
    let known = board.misuseCount
    let answer = step(board.simulation.bus)
    guard boards.failsOnMisuse, board.misuseCount > known, let finding = board.latestMisuse else {
      return answer
    }
    boards.hasOffender = true
    throw .strict(finding.description)
  }

  private mutating func delay(_ words: ArraySlice<Substring>) throws(BusError) -> BusAnswer {
    guard words.count == 1, let number = words.first.flatMap({ Int64($0) }) else {
      throw .syntax("D MICROSECONDS")
    }
    guard (0...Self.longestDelay).contains(number) else {
      throw .range("a delay is 0 to \(Self.longestDelay) us")
    }
    let board = openBoard()
    board.pass(.microseconds(number))
    return .ok(time(of: board))
  }

  /// Takes a line that the client's program has printed.
  private mutating func say(_ line: Substring) -> BusAnswer {
    openBoard().take(String(line).withControlsEscaped)
    return .ok()
  }

  /// The beginning of a line that says something.
  private static let saying = "SAY "

  private mutating func hold(_ words: ArraySlice<Substring>) throws(BusError) -> BusAnswer {
    guard !words.isEmpty else {
      throw .syntax("W QUANTITY=VALUE …, with null to release it, or W QUANTITY")
    }
    if words.count == 1, let quantity = words.first.flatMap({ WorldQuantity(rawValue: String($0)) })
    {
      return .ok(value(of: quantity, on: openBoard()))
    }
    var orders: [WorldOrder] = []
    for word in words {
      do throws(EventError) {
        guard case .world(let more) = try BoardEvent(parsing: String(word)).deed else { continue }
        orders += more
      } catch {
        throw .noSuch(error.description)
      }
    }
    let board = openBoard()
    board.hold(orders, from: board.simulation.clock.now)
    return .ok()
  }

  /// Returns the exact value of a quantity now.
  private func value(of quantity: WorldQuantity, on board: BusBoard) -> String {
    quantity.described(in: board.simulation.world.state(at: board.simulation.clock.now)).json
  }

  /// Switches the power of the board or of a part, or tells whether the board has any.
  private mutating func usePower(_ words: ArraySlice<Substring>) throws(BusError) -> BusAnswer {
    let board = openBoard()
    guard let state = words.last else { return .ok(board.isPowered ? "on" : "off") }
    guard words.count <= 2, state == "on" || state == "off" else {
      throw .syntax("P PART on|off, P on|off for the whole board, or P")
    }
    let isOn = state == "on"
    guard words.count == 2, let name = words.first else {
      board.switchPower(isOn: isOn)
      return .ok()
    }
    let bus = board.simulation.bus
    guard let part = bus.device(named: String(name)) else { throw noPart(name, on: bus) }
    _ = bus.setPower(isOn: isOn, at: part.address)
    return .ok()
  }

  private mutating func usePin(_ words: ArraySlice<Substring>) throws(BusError) -> BusAnswer {
    guard (1...2).contains(words.count), let word = words.first, let dot = word.firstIndex(of: ".")
    else { throw .syntax("PIN PART.PIN [0|1]") }
    let bus = openBoard().simulation.bus
    let pin = String(word[word.index(after: dot)...])
    guard let part = bus.device(named: String(word[..<dot])) else {
      throw noPart(word[..<dot], on: bus)
    }
    bus.advanceDevices()
    guard words.count == 2, let level = words.last else {
      guard let isHigh = part.device.pinIsHigh(pin) else { throw Self.noPin(word) }
      return .ok(isHigh ? "1" : "0")
    }
    guard level == "0" || level == "1" else { throw .syntax("PIN PART.PIN [0|1]") }
    guard part.device.setPin(pin, isHigh: level == "1") else { throw Self.noPin(word) }
    return .ok()
  }

  private func noPart(_ name: Substring, on bus: SimulatedI2CBus) -> BusError {
    let names = bus.inspect().map(\.name).joined(separator: ", ")
    return .noSuch(
      "there is no part '\(name.prefix(40))'; there are \(names)")
  }

  private static func noPin(_ word: Substring) -> BusError {
    .noSuch(
      "there is no such pin as '\(word.prefix(40))'; "
        + "ccs811.nwake can be set, and ccs811.nint and the int of a part from outside be read")
  }

  /// One hour in microseconds: other clients wait while the board's time passes.
  private static let longestDelay: Int64 = 3_600_000_000
}

/// The words of a transfer: an address and messages, as in `77 w f7 r 8`.
private struct BusTransferWords {
  var parts: (address: I2CAddress, messages: [I2CMessage])

  init(_ words: ArraySlice<Substring>) throws(BusError) {
    let usage = BusError.syntax("T ADDRESS [w HEX…] [r COUNT] …, hexadecimal bytes, decimal count")
    guard let first = words.first, let number = UInt8(first, radix: 16) else { throw usage }
    guard number <= 0x7F else { throw .sevenBits }
    var messages: [I2CMessage] = []
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      switch word {
      case "w":
        var bytes: [UInt8] = []
        while let hex = rest.first, hex != "w", hex != "r" {
          try Self.append(hex, to: &bytes)
          rest.removeFirst()
        }
        messages.append(.write(bytes))
      case "r":
        guard let text = rest.popFirst(), let count = Int(text) else { throw usage }
        guard (1...BusSession.longestMessage).contains(count) else {
          throw .range("a read has 1 to \(BusSession.longestMessage) bytes")
        }
        messages.append(.read(count))
      default: throw usage
      }
    }
    guard messages.count <= BusSession.mostMessages else {
      throw .range("a transfer has at most \(BusSession.mostMessages) messages")
    }
    parts = (I2CAddress(rawValue: number), messages)
  }

  /// Appends the bytes of a word of hexadecimal digits, two digits a byte.
  private static func append(_ word: Substring, to bytes: inout [UInt8]) throws(BusError) {
    guard let more = [UInt8](hexadecimalText: word.utf8) else {
      throw .syntax("w and bytes of two hexadecimal digits each")
    }
    bytes += more
  }
}
