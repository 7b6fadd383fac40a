/// Something that goes wrong on a board, for a time.
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
    /// SCL is held after the address.
    case stretch
    /// SDA is held low by a part that waits for clocks.
    case sdaLow = "sda-low"
    /// A bit of the bytes read is inverted.
    case flip
    /// The bytes read end early: the rest is 0xFF.
    case shortRead = "short-read"
    /// The bytes read are the ones read before.
    case stale
    /// The supply sags: registers are as after power-up, what is copied at power-up is lost.
    case brownOut = "brown-out"
    /// The part falls back to its boot loader.
    case bootMode = "boot-mode"
    /// The part says that it is another one.
    case wrongID = "wrong-id"
    /// Check sums are wrong.
    case crc
    /// There is never a new result.
    case notReady = "not-ready"
    /// The part shows the end of its range.
    case saturated
    /// The part's values depart from the truth.
    case drift
    /// The receiver's output buffer is full; what does not fit is lost.
    case overflow = "gnss.overflow"
    /// The receiver's count of waiting bytes is wrong.
    case length = "gnss.length"
    /// The receiver sees no satellites.
    case noFix = "gnss.no-fix"
    /// The receiver cannot fix ambiguities.
    case float = "gnss.float"
    /// The receiver is jammed: fewer satellites, worse signals, no phases.
    case jam = "gnss.jam"
    /// The board's hotspot is gone.
    case wifiLost = "wifi.lost"
    /// The hotspot refuses who wants to join.
    case wifiJoin = "wifi.join"
    /// The Wi-Fi module is busy: nothing comes and nothing goes.
    case wifiBusy = "wifi.busy"
    /// Connections are closed in the midst of what they carry.
    case wifiClose = "wifi.close"
    /// Answers to the apps come late.
    case httpLate = "http.late"
    /// Answers have another status than 200.
    case httpStatus = "http.status"
    /// Answers end before their end.
    case httpCut = "http.cut"
    /// Answers are a page for people.
    case httpHTML = "http.html"
    /// Connections to the data port are refused.
    case httpRefuse = "http.refuse"
    /// Connections are reset when they ask.
    case httpReset = "http.reset"
    /// The caster closes the connection and is not there.
    case casterDies = "caster.dies"
    /// The caster keeps the connection and sends nothing.
    case casterStall = "caster.stall"
    /// Bits of what the caster sends are turned over.
    case casterFlip = "caster.flip"
    /// The memory card is out of its slot.
    case cardPulled = "card.pulled"
    /// The card has no room left.
    case cardFull = "card.full"
    /// The card may not be written.
    case cardWriteProtected = "card.write-protected"
    /// The card takes its time.
    case cardSlow = "card.slow"
    /// Half of a block is written, once.
    case cardTorn = "card.torn"
  }

  /// A parameter of a kind besides time and part.
  public enum Parameter: String, Hashable, Sendable, CaseIterable {
    /// The index of the byte, from 0.
    case byte
    /// The bit of the byte, 0 the lowest.
    case bit
    /// The number of bytes that still come.
    case bytes
    /// Microseconds for which SCL is held.
    case us
    /// After how many clocks SDA is let go; more than nine never help.
    case clocks
    /// The part of the truth by which a drift grows in an hour; the share of bytes with a wrong bit.
    case rate
    /// The delay of an answer in seconds, in real time.
    case seconds
    /// The status of an answer.
    case status
    /// Milliseconds that a card takes for each line.
    case ms
  }

  /// The kind of fault.
  public var kind: Kind
  /// With which part, by its name in the status; `nil` for every part that can have it.
  public var part: String?
  /// From when on, board time.
  public var start: Duration
  /// Until when; `nil` for ever.
  public var end: Duration?
  /// The length, where that was given instead of the end: it follows the beginning.
  public var length: Duration?
  /// The probability at each occasion.
  public var probability: Double
  /// The further parameters.
  public var parameters: [Parameter: Double]

  /// Creates a fault.
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

  /// Begins at a time, if it would have begun earlier.
  package mutating func begin(notBefore time: Duration) {
    start = max(start, time)
    if let length { end = start + length }
  }

  /// Whether it is on at a board time.
  public func isActive(at time: Duration) -> Bool {
    start <= time && end.map { time < $0 } ?? true
  }

  /// Whether a part of that name has it.
  public func concerns(_ part: String) -> Bool {
    (self.part ?? part) == part && kind.parts.contains(part)
  }
}

extension BoardFault.Kind {
  /// The parts that can have it, by their names in the status.
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

  private static let all = ["bme280", "ccs811", "sps30", "bh1750", "veml7700", "ublox"]

  /// Whether it concerns the wires; the others are in the part.
  var isOnBus: Bool {
    switch self {
    case .nack, .nackData, .stretch, .sdaLow, .flip, .shortRead, .stale: true
    default: false
    }
  }

  /// The parameters that it takes, each with what it is when it is not given; `nil` is by chance.
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

  /// The flag that it sets in a part; `nil` when it sets none.
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
  /// A parameter, or what its kind has instead.
  package func value(_ parameter: Parameter) -> Double? {
    parameters[parameter]
      ?? kind.parameters.first { $0.name == parameter }.flatMap(\.standard)
  }
}
