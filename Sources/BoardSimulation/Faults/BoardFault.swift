internal import Mathematics

/// A fault of a board for a period of time.
///
/// ```swift
/// let fault = try BoardFault(parsing: "nack part=sps30 from=60 to=70")
/// ```
public struct BoardFault: Hashable, Sendable {
  /// A kind of fault.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The address is not acknowledged.
    case nack
    /// A written byte is not acknowledged.
    case nackData = "nack-data"
    /// SCL is held low after the address.
    case stretch
    /// SDA is held low by a part that waits for clocks.
    case sdaLow = "sda-low"
    /// A bit of the bytes read is inverted.
    case flip
    /// The bytes read end early; the rest is 0xFF.
    case shortRead = "short-read"
    /// The bytes read are those of an earlier read after the same write.
    case stale
    /// The supply sags: registers are as after power-up, and data copied at power-up is lost.
    case brownOut = "brown-out"
    /// The part falls back to its boot loader.
    case bootMode = "boot-mode"
    /// The part reports the identity of another part.
    case wrongID = "wrong-id"
    /// Checksums in the part's data are wrong.
    case crc
    /// The part never reports a new result.
    case notReady = "not-ready"
    /// The part shows the end of its range.
    case saturated
    /// The part's values drift from the truth.
    case drift
    /// The receiver's output buffer is full; data that does not fit is lost.
    case overflow = "gnss.overflow"
    /// The receiver's count of waiting bytes is wrong.
    case length = "gnss.length"
    /// The receiver sees no satellites.
    case noFix = "gnss.no-fix"
    /// The receiver cannot fix ambiguities.
    case float = "gnss.float"
    /// The receiver is jammed: fewer satellites, worse signals, no carrier phases.
    case jam = "gnss.jam"
    /// The board's hotspot is gone.
    case wifiLost = "wifi.lost"
    /// The hotspot refuses clients that try to join.
    case wifiJoin = "wifi.join"
    /// The Wi-Fi module is busy: no data passes in either direction.
    case wifiBusy = "wifi.busy"
    /// Connections are closed in the middle of a transmission.
    case wifiClose = "wifi.close"
    /// Answers to the apps come late.
    case httpLate = "http.late"
    /// Responses have an error status instead of 200.
    case httpStatus = "http.status"
    /// Responses are cut off in their body.
    case httpCut = "http.cut"
    /// Responses are an HTML page, as from a captive portal.
    case httpHTML = "http.html"
    /// Connections to the data port are refused.
    case httpRefuse = "http.refuse"
    /// Connections are reset when a request arrives.
    case httpReset = "http.reset"
    /// The caster closes the connection and cannot be reached.
    case casterDies = "caster.dies"
    /// The caster keeps the connection and sends nothing.
    case casterStall = "caster.stall"
    /// Bits of the corrections are inverted.
    case casterFlip = "caster.flip"
    /// The memory card is out of its slot.
    case cardPulled = "card.pulled"
    /// The card is full.
    case cardFull = "card.full"
    /// The card is write-protected.
    case cardWriteProtected = "card.write-protected"
    /// The card takes a long time for each line.
    case cardSlow = "card.slow"
    /// Half of one line is written, once for each fault.
    case cardTorn = "card.torn"
  }

  /// A parameter of a kind of fault, besides its time and part.
  public enum Parameter: String, Hashable, Sendable, CaseIterable {
    /// The index of the affected byte, from 0.
    case byte
    /// The index of the affected bit, 0 the lowest.
    case bit
    /// The number of bytes that are still transmitted.
    case bytes
    /// The time for which SCL is held low, µs.
    case us
    /// The number of clocks after which SDA is released; a controller sends at most nine.
    case clocks
    /// The growth of a drift per hour as a share of the truth, or the share of bytes with a wrong bit.
    case rate
    /// The delay of a response, seconds of real time.
    case seconds
    /// The HTTP status of a response.
    case status
    /// The time that the card takes for each line, ms.
    case ms
  }

  /// The kind of fault.
  public var kind: Kind
  /// The name of the affected part in the status; `nil` for every part that can have the fault.
  public var part: String?
  /// The board time at which the fault begins.
  public var start: Duration
  /// The board time at which the fault ends; `nil` for no end.
  public var end: Duration?
  /// The length, if given instead of the end; the end then moves with the start.
  public var length: Duration?
  /// The probability that the fault strikes at each occasion, `0...1`.
  public var probability: Double
  /// The further parameters of the fault; missing ones take the kind's defaults.
  public var parameters: [Parameter: Double]

  /// Creates a fault; by default it affects every part it can, from time zero without an end.
  public init(
    _ kind: Kind, of part: String? = nil, from start: Duration = .zero, to end: Duration? = nil,
    probability: Double = 1, _ parameters: [Parameter: Double] = [:]
  ) {
    self.kind = kind
    self.part = part
    self.start = start
    self.end = end
    self.probability = probability
    self.parameters = parameters
  }

  /// Postpones the start to a time if the fault would begin earlier.
  package mutating func begin(notBefore time: Duration) {
    start = max(start, time)
    if let length { end = start + length }
  }

  /// Whether the fault is active at a board time.
  public func isActive(at time: Duration) -> Bool { time.isIn(start, until: end) }

  /// Whether the fault concerns a part with this name.
  public func concerns(_ part: String) -> Bool {
    (self.part ?? part) == part && (kind.isForEveryPart || kind.parts.contains(part))
  }
}

extension BoardFault.Kind {
  /// The names of the parts that can have this fault, as in the status.
  public var parts: [String] {
    switch self {
    case .nack, .nackData, .stretch, .sdaLow, .flip, .shortRead, .stale, .brownOut: Self.all
    case .bootMode: ["ccs811"]
    case .wrongID: ["bme280", "ccs811", "sps30", "veml7700"]
    case .crc: ["bme280", "sps30", "ublox"]
    case .notReady: ["bme280", "ccs811", "sps30"]
    case .saturated, .drift: ["bme280", "ccs811", "sps30", "bh1750", "veml7700"]
    case .overflow, .length, .noFix, .float, .jam: ["ublox"]
    case .wifiLost, .wifiJoin, .wifiBusy, .wifiClose: ["wifi"]
    case .httpLate, .httpStatus, .httpCut, .httpHTML, .httpRefuse, .httpReset: ["http"]
    case .casterDies, .casterStall, .casterFlip: ["caster"]
    case .cardPulled, .cardFull, .cardWriteProtected, .cardSlow, .cardTorn: ["card"]
    }
  }

  /// Whether a part from outside can have the fault: it needs nothing of the part but its wires and its supply.
  var isForEveryPart: Bool { isOnBus || self == .brownOut }

  private static let all = ["bme280", "ccs811", "sps30", "bh1750", "veml7700", "ublox"]

  /// Whether the fault is in the bus' wires; all others are in the part.
  var isOnBus: Bool {
    switch self {
    case .nack, .nackData, .stretch, .sdaLow, .flip, .shortRead, .stale: true
    default: false
    }
  }

  /// The parameters of this kind with their defaults and ranges; a default of `nil` means a random value.
  public var parameters:
    [(name: BoardFault.Parameter, standard: Double?, range: ClosedRange<Double>)]
  {
    switch self {
    case .nackData: [(.byte, 0, 0...4095)]
    case .stretch: [(.us, 50_000, 0...10_000_000)]
    case .sdaLow: [(.clocks, 9, 1...1_000_000)]
    case .flip: [(.byte, nil, 0...4095), (.bit, nil, 0...7)]
    case .shortRead: [(.bytes, 0, 0...4095)]
    case .drift: [(.rate, 0.1, -10...10)]
    case .httpLate: [(.seconds, 7, 0...3600)]
    case .httpStatus: [(.status, 500, 400...599)]
    case .httpCut, .wifiClose: [(.bytes, 20, 0...4095)]
    case .casterFlip: [(.rate, 0.001, 0...1)]
    case .cardSlow: [(.ms, 250, 0...60_000)]
    default: []
    }
  }

  /// The flag that the fault sets in a part; `nil` for none.
  var flag: PartDefects.Flags? {
    switch self {
    case .bootMode: .bootMode
    case .wrongID: .wrongID
    case .crc: .crc
    case .notReady: .notReady
    case .saturated: .saturated
    case .overflow: .overflow
    case .length: .length
    case .noFix: .noFix
    case .float: .float
    case .jam: .jam
    default: nil
    }
  }
}

extension BoardFault {
  /// Returns a parameter's value or the kind's default; `nil` if there is neither.
  package func value(_ parameter: Parameter) -> Double? {
    parameters[parameter]
      ?? kind.parameters.first { $0.name == parameter }.flatMap(\.standard)
  }
}
