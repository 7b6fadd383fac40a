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
      let bytes = transfer.readBytes
      let time = (transfer.end - transfer.start).inNanoseconds
      let stretch = transfer.stretch.inNanoseconds / 1000
      // The time is rounded up: a transfer at 400 kHz ends between two microseconds.
      self = .ok("\(bytes.isEmpty ? "-" : bytes.hexadecimal) t=\((time + 999) / 1000) s=\(stretch)")
    }
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
  /// A client beyond the greatest number of clients.
  case tooMany
  /// SDA held low, even after nine clocks.
  case lineHeld
  /// SCL held low for longer than the controller's timeout; the value is the time of that stretch.
  case timedOut(Duration)
  /// A driver mistake that strict mode reports as an error.
  case strict(String)

  /// The error's code: one word for programs to compare.
  public var code: String {
    switch self {
    case .unknown: "command"
    case .syntax: "syntax"
    case .range: "range"
    case .noSuch: "unknown"
    case .tooLong: "length"
    case .tooMany: "clients"
    case .lineHeld: "sda-low"
    case .timedOut: "timeout"
    case .strict: "strict"
    }
  }

  /// The error and its remedy, in words.
  public var sentence: String {
    switch self {
    case .unknown: "the commands are HELLO, T, D, NOW, W, P, PIN and X"
    case .syntax(let usage): "it is: \(usage)"
    case .range(let what): what
    case .noSuch(let what): what
    case .tooLong: "a line has at most \(BusSession.longestLine) bytes; the connection is closed"
    case .tooMany: "no more clients are served; end one of the others first"
    case .lineHeld: "SDA is held low, and nine clocks did not free it; switch the parts off and on"
    case .timedOut(let time):
      "SCL was held for more than \(time.inNanoseconds / 1000) us; reset the part"
    case .strict(let what): what
    }
  }
}
