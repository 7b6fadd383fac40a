internal import BoardSimulation
internal import Bytes
internal import Mathematics
internal import SensorDrivers
internal import TextOutput

/// The socket bus' answer to one line.
public enum BusAnswer: Hashable, Sendable {
  /// Done; with what there is to tell.
  case ok(String = "")
  /// A transfer was refused: in which message, and at which byte of it, -1 for the address.
  case refused(message: Int, byte: Int)
  /// The line is none that can be carried out.
  case error(BusError)

  /// The line, without its end.
  public var line: String {
    switch self {
    case .ok(let text): text.isEmpty ? "OK" : "OK \(text)"
    case .refused(let message, let byte): "NACK m=\(message) b=\(byte)"
    // A sentence may quote what was sent.
    case .error(let error): "ERR \(error.code) \(error.sentence.withControlsEscaped)"
    }
  }

  /// Creates the answer to a transfer.
  init(_ transfer: I2CTransfer) {
    if let refusal = transfer.refusal {
      self = .refused(message: refusal.message, byte: refusal.byte)
    } else if let failure = transfer.failure {
      self = .error(failure == .lineHeld ? .lineHeld : .timedOut(transfer.stretch))
    } else {
      let bytes = transfer.readBytes
      let time = (transfer.end - transfer.start).inNanoseconds
      let stretch = transfer.stretch.inNanoseconds / 1000
      // A transfer at 400 kHz ends between two microseconds.
      self = .ok("\(bytes.isEmpty ? "-" : bytes.hexadecimal) t=\((time + 999) / 1000) s=\(stretch)")
    }
  }
}

/// A line that cannot be carried out.
public enum BusError: Error, Hashable, Sendable {
  /// No command begins like this.
  case unknown
  /// The words behind a command are none that it takes.
  case syntax(String)
  /// A number is not in its range.
  case range(String)
  /// There is no such part, pin or quantity.
  case noSuch(String)
  /// The line has more bytes than lines may have.
  case tooLong
  /// No more clients are served.
  case tooMany
  /// SDA is held low, and clocks did not free it.
  case lineHeld
  /// SCL was held for longer than the controller waits.
  case timedOut(Duration)
  /// Strict mode does not let this pass.
  case strict(String)

  /// The error's code: one word for programs.
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

  /// The fault and its remedy.
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
