package import TextOutput

extension BoardFault.Kind {
  /// The part of the system in which a fault occurs.
  public enum Place: String, Hashable, Sendable, CaseIterable {
    /// The wires of the I2C bus.
    case bus
    /// A sensor, or the receiver's electronics.
    case part
    /// The receiver's signals and output.
    case receiver
    /// The board's Wi-Fi, between the phone's hotspot and the board.
    case wifi
    /// The responses of the data port.
    case http
    /// The correction stream between the caster and the board.
    case caster
    /// The memory card and its slot.
    case card
  }

  /// The place of the fault.
  public var place: Place {
    if rawValue.hasPrefix("gnss.") { return .receiver }
    if let dot = rawValue.firstIndex(of: "."), let place = Place(rawValue: "\(rawValue[..<dot])") {
      return place
    }
    return isOnBus ? .bus : .part
  }

  /// The effect of the fault, as a sentence for users.
  public var meaning: String {
    switch self {
    case .nack: "the address is not acknowledged"
    case .nackData: "a written byte is not acknowledged, and the bytes before it have no effect"
    case .stretch: "SCL is held after the address; a controller waits 25 ms"
    case .sdaLow: "SDA is held low until so many clocks have come; a controller gives nine"
    case .flip: "one bit of what is read is turned over"
    case .shortRead: "what is read ends early; the rest is 0xFF"
    case .stale: "what is read is what the same question was answered before"
    case .brownOut: "the supply sags: silence, then registers as after power-up, calibration lost"
    case .bootMode: "the part falls back to its boot loader"
    case .wrongID: "the part says that it is another one"
    case .crc: "check sums are wrong"
    case .notReady: "there is never a new result"
    case .saturated: "the part shows the end of its range"
    case .drift: "what the part shows departs from the truth"
    case .overflow: "the output buffer is full, and what does not fit is lost"
    case .length: "the count of waiting bytes is wrong"
    case .noFix: "no satellites are seen"
    case .float: "ambiguities cannot be fixed"
    case .jam: "fewer satellites, worse signals, no carrier phases"
    case .wifiLost: "the hotspot is gone: the data port cannot be reached, corrections stop"
    case .wifiJoin: "the hotspot refuses the password of who joins; who has joined stays"
    case .wifiBusy: "the Wi-Fi module is busy: answers and corrections wait until it ends"
    case .wifiClose: "connections close in the midst of an answer; the caster's cannot be kept"
    case .httpLate: "answers come late; the apps wait 5 s"
    case .httpStatus: "answers are errors with a status"
    case .httpCut: "answers end in the midst of their body"
    case .httpHTML: "answers are a page for people, as a hotel's network sends one"
    case .httpRefuse: "connections to the data port are refused"
    case .httpReset: "connections are reset when they ask"
    case .casterDies: "the caster closes the connection, and there is none until the end"
    case .casterStall:
      "the caster keeps the connection and sends nothing; what it had to send is lost"
    case .casterFlip: "bits of the corrections are turned over"
    case .cardPulled: "the card is out of its slot"
    case .cardFull: "the card has no room left"
    case .cardWriteProtected: "the card may be read, and not written"
    case .cardSlow: "the card takes its time for each line, and the board waits"
    case .cardTorn: "half of one line is written, once in each fault's time"
    }
  }
}

extension BoardFault.Kind {
  /// The description of the kind, for a list of faults.
  package var listed: FaultDescription {
    FaultDescription(
      rawValue, on: place.rawValue, meaning, parts: parts,
      parameters.map {
        .init($0.name.rawValue, $0.name.meaning, standard: $0.standard, range: $0.range)
      })
  }
}

extension BoardFault.Parameter {
  /// The meaning of the parameter, as a phrase for users.
  public var meaning: String {
    switch self {
    case .byte: "which byte, from 0"
    case .bit: "which bit, 0 the lowest"
    case .bytes: "how many bytes still come"
    case .us: "for how many microseconds"
    case .clocks: "after how many clocks it lets go"
    case .rate: "by which part of the truth in an hour; which share of bytes"
    case .seconds: "how many seconds late, in real time"
    case .status: "with which status"
    case .ms: "for how many milliseconds"
    }
  }
}
