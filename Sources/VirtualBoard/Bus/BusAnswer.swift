internal import BoardSimulation
internal import Bytes
internal import Mathematics
internal import SensorDrivers
internal import TextOutput

/// The socket bus' answer to one command line.
public enum BusAnswer: Hashable, Sendable {
  /// Success, with the result of the command; empty when there is none.
  case ok(String = "")
  /// A refused transfer: the message with the NACK, and the refused byte of that message; -1 for the address.
  case refused(message: Int, byte: Int)
  /// An error: the line could not be carried out.
  case error(BusError)

  /// The answer's line, without its line feed.
  public var line: String {
    switch self {
    case .ok(let text): text.isEmpty ? "OK" : "OK \(text)"
    case .refused(let message, let byte): "NACK m=\(message) b=\(byte)"
    // The sentence may quote the client's bytes.
    case .error(let error): "ERR \(error.code) \(error.sentence.withControlsEscaped)"
    }
  }

  /// Creates the answer to a transfer: its bytes, its refusal or its failure.
  init(_ transfer: I2CTransfer) {
    if let refusal = transfer.refusal {
      self = .refused(message: refusal.message, byte: refusal.byte)
    } else if let failure = transfer.failure {
      self = .error(failure == .lineHeld ? .lineHeld : .timedOut(transfer.stretch))
    } else {
      self.init(
        transfer.readBytes, time: transfer.end - transfer.start, stretch: transfer.stretch)
    }
  }

  /// Creates the answer to a transfer, or to a step of one, from its bytes and times.
  init(_ bytes: [UInt8], time: Duration, stretch: Duration = .zero) {
    let stretch = stretch.inNanoseconds / 1000
    // The time is rounded up: a transfer at 400 kHz ends between two microseconds.
    let microseconds = (time.inNanoseconds + 999) / 1000
    self = .ok("\(bytes.isEmpty ? "-" : bytes.hexadecimal) t=\(microseconds) s=\(stretch)")
  }
}

/// The error for a line that cannot be carried out.
public enum BusError: Error, Hashable, Sendable {
  /// A line whose first word is no command.
  case unknown
  /// Wrong words after a command; the value is the command's usage.
  case syntax(String)
  /// A number outside its range.
  case range(String)
  /// An unknown part, pin or quantity.
  case noSuch(String)
  /// A line longer than `BusSession.longestLine`.
  case tooLong
  /// A step of a transfer by byte that cannot come now; the value says which can.
  case order(String)
  /// A transfer by byte of another client on the same board.
  case busy
  /// A client beyond the greatest number of clients.
  case tooMany
  /// SDA held low, even after nine clocks.
  case lineHeld
  /// SCL held low for longer than the controller's timeout; the value is the time of that stretch.
  case timedOut(Duration)
  /// A driver mistake that strict mode reports as an error.
  case strict(String)

  /// The error for an address beyond `7f`.
  static let sevenBits = BusError.range("an address has seven bits, 00 to 7f")

  /// The error's code: one word for programs to compare.
  public var code: String {
    switch self {
    case .unknown: "command"
    case .syntax: "syntax"
    case .range: "range"
    case .noSuch: "unknown"
    case .tooLong: "length"
    case .order: "order"
    case .busy: "busy"
    case .tooMany: "clients"
    case .lineHeld: "sda-low"
    case .timedOut: "timeout"
    case .strict: "strict"
    }
  }

  /// The error and its remedy, in words.
  public var sentence: String {
    switch self {
    case .unknown: "the commands are HELLO, T, START, WB, RB, STOP, D, NOW, W, P, PIN, SAY and X"
    case .syntax(let usage): "it is: \(usage)"
    case .range(let what): what
    case .noSuch(let what): what
    case .tooLong: "a line has at most \(BusSession.longestLine) bytes; the connection is closed"
    case .order(let what): what
    case .busy: "another client's transfer is open on this board; try again after its STOP"
    case .tooMany: "no more clients are served; end one of the others first"
    case .lineHeld: "SDA is held low, and nine clocks did not free it; switch the parts off and on"
    case .timedOut(let time):
      "SCL was held for more than \(time.inNanoseconds / 1000) us; reset the part"
    case .strict(let what): what
    }
  }
}
