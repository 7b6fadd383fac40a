internal import Mathematics
internal import SensorDrivers

/// A part on the bus whose registers and conversions are another program's.
///
/// Each question is answered before board time goes on. A program that fails is an absent part from then on, until
/// the part's power comes back.
final class OutsidePartModel: SimulatedI2CDevice {
  var world: World
  var onMisuse: ((DriverMisuse) -> Void)?
  var onPinChange: ((_ pin: String, _ isHigh: Bool, _ time: Duration) -> Void)?
  var onAbsence: ((PartAbsence) -> Void)? { didSet { tellOfAbsence() } }

  let part: OutsidePart
  private let seed: UInt64
  private var channel: (any PartChannel)?
  /// The failure since which the part is absent; `nil` while it is present.
  private var absence: PartAbsence?
  private var isAbsenceTold = true
  private var now = Duration.zero
  /// The board time at which the program wants to be asked; `nil` for none.
  private var wake: Duration?
  private var interruptIsHigh = true
  private var isInTransfer = false
  private var stretch = Duration.zero
  private var state: [(name: String, value: String)] = []

  /// Creates the part without power.
  ///
  /// - Parameters:
  ///   - part: The part and its program.
  ///   - world: The world that the program can ask for.
  ///   - seed: The run's seed.
  init(_ part: OutsidePart, world: World, seed: UInt64) {
    (self.part, self.world) = (part, world)
    let place = UInt64(part.address.rawValue) &* 0x9E37_79B9_7F4A_7C15
    var chance = Xoshiro256(seed: seed ^ place, part: "outside")
    self.seed = chance.next()
  }

  /// The least board time between a question and the one that a program wants after it.
  static let shortestSleep = Duration.milliseconds(1)
  /// The pin that a program sets with `INT`.
  static let interruptPin = "int"
  /// The names in the part's condition that its program cannot use for its state.
  static let ownConditions = ["from", "present"]
  /// The greatest number of values of a part's state that are shown.
  private static let mostStates = 64
}

// MARK: Questions

extension OutsidePartModel {
  /// Asks a question; a failure makes the part absent.
  ///
  /// - Returns: The last line of the answer; `nil` if the part is absent.
  private func ask(_ question: PartQuestion) -> PartReply? {
    guard let channel else { return nil }
    do throws(PartFailure) {
      try channel.send(question.line)
      return try answer(on: channel, to: question)
    } catch {
      fail(error)
      return nil
    }
  }

  /// Follows the lines of an answer up to its end.
  private func answer(
    on channel: any PartChannel, to question: PartQuestion
  ) throws(PartFailure) -> PartReply {
    for _ in 0..<PartReply.mostLines {
      let reply = try PartReply(parsing: channel.receive())
      switch reply {
      case .ok, .refused: return try question.checked(reply)
      case .get(let quantities): try channel.send(values(of: quantities))
      default: follow(reply)
      }
    }
    throw .endless
  }

  private func values(of quantities: [WorldQuantity]) -> String {
    let state = world.state(at: now)
    return quantities.reduce("WORLD") { $0 + " \($1.name)=\($1.value(in: state))" }
  }

  private func follow(_ reply: PartReply) {
    switch reply {
    case .interrupt(let isHigh): setInterrupt(isHigh)
    case .wake(let time): wake = max(time, now + Self.shortestSleep)
    case .stretch(let time): stretch = time
    case .misuse(let misuse): onMisuse?(misuse)
    case .state(let name, let value): show(name, value)
    case .ok, .refused, .get: break
    }
  }

  private func setInterrupt(_ isHigh: Bool) {
    guard isHigh != interruptIsHigh else { return }
    interruptIsHigh = isHigh
    onPinChange?(Self.interruptPin, isHigh, now)
  }

  private func show(_ name: String, _ value: String) {
    if let index = state.firstIndex(where: { $0.name == name }) {
      state[index].value = value
    } else if state.count < Self.mostStates {
      state.append((name, value))
    }
  }

  private func fail(_ failure: PartFailure) {
    (channel, wake, state) = (nil, nil, [])
    setInterrupt(true)
    absence = PartAbsence(part: part.name, time: now, failure: failure)
    isAbsenceTold = false
    tellOfAbsence()
  }

  private func tellOfAbsence() {
    guard !isAbsenceTold, let absence, let onAbsence else { return }
    isAbsenceTold = true
    onAbsence(absence)
  }
}

extension PartQuestion {
  /// Returns the end of an answer that fits the question.
  fileprivate func checked(_ reply: PartReply) throws(PartFailure) -> PartReply {
    switch (self, reply) {
    case (.read(_, let count), .ok(let bytes)):
      guard bytes.count == count else { throw .wrongCount(asked: count, got: bytes.count) }
    case (_, .ok(let bytes)):
      guard bytes.isEmpty else { throw .wrongCount(asked: 0, got: bytes.count) }
    case (.start, .refused(byte: nil)), (.write, .refused(byte: nil)): break
    case (.write(_, let bytes), .refused(let byte?)) where byte < bytes.count: break
    default: throw .cannotRefuse(line)
    }
    return reply
  }
}

// MARK: Power and time

extension OutsidePartModel {
  /// Tells the program that its power is back; a program that is not there is started or reached first.
  func powerUp(at now: Duration) {
    (self.now, wake, isInTransfer) = (now, nil, false)
    guard channel == nil else { return _ = ask(.power(now, isOn: true)) }
    do throws(PartFailure) {
      channel = try part.connect()
      absence = nil
    } catch {
      return fail(error)
    }
    _ = ask(
      .hello(
        OutsidePartGreeting(
          name: part.name, address: part.address.rawValue, seed: seed, start: now)))
  }

  /// Tells the program that its power is gone.
  func powerDown(at now: Duration) {
    self.now = max(self.now, now)
    wake = nil
    setInterrupt(true)
    _ = ask(.power(self.now, isOn: false))
  }

  /// Switches the part off and on.
  func brownOut(at now: Duration) {
    powerDown(at: now)
    powerUp(at: now)
  }

  /// Asks the program at the board times that it wants, up to `now`.
  func advance(to now: Duration) {
    while let time = wake, time <= now {
      self.now = max(self.now, time)
      wake = nil
      _ = ask(.at(time))
    }
    self.now = max(self.now, now)
  }
}

// MARK: Transfers

extension OutsidePartModel {
  /// Asks the program whether it acknowledges its address; an absent part does not.
  func acknowledgesAddress(for direction: TransferDirection) -> Bool {
    stretch = .zero
    let reply = ask(.start(now, direction, isRepeated: isInTransfer))
    isInTransfer = true
    return reply == .ok([])
  }

  /// Returns the time for which the program holds SCL low.
  func clockStretch(before direction: TransferDirection) -> Duration { stretch }

  /// Passes the bytes of a write to the program.
  func write(_ bytes: Span<UInt8>) -> Int? {
    switch ask(.write(now, bytes.indices.map { bytes[$0] })) {
    case .ok: nil
    case .refused(let byte): byte ?? 0
    default: 0
    }
  }

  /// The bytes that a program is asked for when a controller reads byte by byte: as many as Arduino's Wire has room for.
  var longestAnswer: Int? { 32 }

  /// Takes the bytes of a read from the program; an absent part lets the line float high.
  func read(into buffer: inout MutableSpan<UInt8>) {
    var bytes: [UInt8] = []
    if case .ok(let answer) = ask(.read(now, buffer.count)) { bytes = answer }
    for index in buffer.indices { buffer[index] = index < bytes.count ? bytes[index] : 0xFF }
  }

  /// Ends the transfer.
  func transferEnded() { isInTransfer = false }
}

// MARK: Inspection

extension OutsidePartModel {
  /// The place of the program, whether the part is present, and the state that the program tells.
  var condition: [(name: String, value: String)] {
    [("from", part.source), ("present", absence.map { "no: \($0.failure)" } ?? "yes")] + state
  }

  /// Returns the level of the interrupt pin; `nil` for other pins.
  func pinIsHigh(_ name: String) -> Bool? {
    name == Self.interruptPin ? interruptIsHigh : nil
  }
}
