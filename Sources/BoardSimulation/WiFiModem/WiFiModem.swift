internal import Mathematics

/// An ESP8266 with AT firmware at the end of a serial line, as sketches with a Wi-Fi shield speak to it.
///
/// The modem is a value that is given time: bytes come from the sketch and leave for it at the rate of the line, ten
/// bits each, and the network behind it is its owner's, who carries out ``takeRequests()`` and tells what became of
/// them.
///
/// ```swift
/// var modem = WiFiModem()
/// modem.receive(Array("AT\r\n".utf8), at: .seconds(1))
/// modem.advance(to: .seconds(2))
/// let answer = modem.takeOutput()  // the echo, then OK
/// ```
///
/// Sources: Espressif's "ESP8266 AT Instruction Set"; what SparkFun's ESP8266 library and WiFiEsp 2.2.2 look for in
/// answers; logs in public reports.
public struct WiFiModem: Sendable {
  /// The settings of a modem.
  public struct Settings: Hashable, Sendable {
    /// The version of the firmware.
    public var version = ATVersion.v1_7
    /// The rate in the modem's flash, 110 to 4,608,000 bits per second; another one is limited to these.
    public var baud = 115_200
    /// The name of the only network; `nil` lets a sketch join any network.
    public var ssid: String?
    /// The password of that network; `nil` for an open one.
    public var password: String?
    /// The faults, timed from the power-on.
    public var faults: [ModemFault] = []
    /// The seed of the faults' chance.
    public var seed: UInt64 = 1

    /// Creates the settings of a modem as it leaves the factory.
    public init() {}
  }

  /// The treatment of bytes from the sketch.
  enum Mode: Hashable, Sendable {
    /// Boots, and hears nothing.
    case booting
    /// Reads commands.
    case ready
    /// Carries out a command: `busy p...`.
    case busy
    /// Reads the payload of a link.
    case payload(link: Int, left: Int)
    /// Sends a payload: `busy s...`.
    case sending(link: Int)
  }

  let settings: Settings
  var now = Duration.zero
  var mode = Mode.booting
  var line = ModemLine()
  var input = ModemInput()
  var output: ModemOutput
  var agenda = ModemAgenda()
  var station = ModemStation()
  var accessPoint = ModemAccessPoint()
  var flash: ModemFlash
  var links = [ModemLink](repeating: ModemLink(), count: ModemSizes.links)
  var server = ModemServer()
  var payload: [UInt8] = []
  /// The link that is looked at first for the next `+IPD`.
  var nextLink = 0
  /// Whether some link has something to tell the sketch.
  var hasNews = false
  var echoes = true
  var hasManyLinks = false
  var tellsPeers = false
  var connections = 0
  var names = ModemNames()
  var troubles: ModemTroubles
  var requests: [ModemRequest] = []
  private var released: [UInt8] = []
  /// The counts of what passed.
  public internal(set) var statistics = ModemStatistics()

  /// Creates a modem that is switched on at time zero.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings
    let rates = ModemFlash.rates
    flash = ModemFlash(baud: min(max(settings.baud, rates.lowerBound), rates.upperBound))
    output = ModemOutput(UARTFormat(baud: flash.baud))
    troubles = ModemTroubles(settings.faults, seed: settings.seed)
    for time in troubles.changes { agenda.add(.faultChange, at: time) }
    boot(cause: 1)
  }
}

// MARK: The line

extension WiFiModem {
  /// The rate at which the modem speaks and reads, bits per second.
  public var baud: Int { output.format.baud }

  /// The number of bytes that the line takes at present; a sender at the line's rate never has to wait for it.
  public var inputRoom: Int { max(ModemSizes.input - input.count, 0) }

  /// Sends bytes from the sketch to the modem, which arrive from now on one after the other.
  ///
  /// - Parameters:
  ///   - bytes: The bytes; those beyond ``inputRoom`` are lost, and counted.
  ///   - now: The time at which the first one begins.
  ///   - rate: The sketch's rate, bits per second; `nil` for the modem's.
  public mutating func receive(_ bytes: [UInt8], at now: Duration, sentAt rate: Int? = nil) {
    advance(to: now)
    var heard = bytes
    if let rate, Self.isRate(rate) {
      heard = UARTFormat.received(bytes, sentAt: rate, readAt: baud)
    }
    if heard.count > inputRoom {
      statistics.lost += heard.count - inputRoom
      heard.removeLast(heard.count - inputRoom)
    }
    input.append(heard, at: now)
  }

  /// Takes the bytes that have left the modem.
  ///
  /// - Parameter rate: The sketch's rate, bits per second; `nil` for the modem's.
  /// - Returns: The bytes as the sketch reads them.
  public mutating func takeOutput(readAt rate: Int? = nil) -> [UInt8] {
    defer { released = [] }
    guard let rate, Self.isRate(rate) else { return released }
    return UARTFormat.received(released, sentAt: baud, readAt: rate)
  }

  /// Whether a program can have a rate; another one is taken for none.
  private static func isRate(_ rate: Int) -> Bool { (1...10_000_000).contains(rate) }
}

// MARK: Time

extension WiFiModem {
  /// The time at which the modem does something next, without any input.
  public var nextStep: Duration? {
    [nextWork, output.nextByte].lazy.compactMap(\.self).min()
  }

  /// Does what is due by a time.
  public mutating func advance(to time: Duration) {
    while let next = nextWork, next <= time {
      now = max(now, next)
      work(dueAt: next)
    }
    now = max(now, time)
    releaseOutput()
  }

  /// Replaces the faults from a time on; those at the same places of the list are the same ones.
  public mutating func setFaults(_ faults: [ModemFault], at now: Duration) {
    advance(to: now)
    troubles.replace(by: faults)
    agenda.forget { $0 == .faultChange }
    for time in troubles.changes where time >= now { agenda.add(.faultChange, at: time) }
    meetHotspot()
  }

  /// Moves the bytes that have left the modem to its output.
  mutating func releaseOutput() {
    let before = released.count
    output.release(until: now, into: &released)
    statistics.sent += released.count - before
  }

  private var nextWork: Duration? {
    var next = agenda.next
    if let arrival = input.arrival(output.format) { next = min(next ?? arrival, arrival) }
    guard hasNews, mayTellNews else { return next }
    let idle = max(output.idleTime, now)
    return min(next ?? idle, idle)
  }

  private mutating func work(dueAt time: Duration) {
    if agenda.next == time { return perform(agenda.takeFirst()) }
    if input.arrival(output.format) == time { return take(input.next(output.format)) }
    tellNews()
  }
}

// MARK: Answers

extension WiFiModem {
  /// Sends a text to the sketch.
  mutating func say(_ text: String) { say(Array(text.utf8)) }

  /// Sends bytes to the sketch, as the faults leave them.
  mutating func say(_ bytes: [UInt8]) {
    guard !troubles.isOn(.silent, at: now) else { return }
    output.append(troubles.spoilt(bytes, at: now), at: now)
  }

  /// Ends a command with an answer; a watchdog may cut it.
  mutating func answer(_ text: String) {
    let bytes = Array(text.utf8)
    if troubles.strikesOnce(.reset, at: now) {
      say(Array(bytes.prefix(bytes.count / 2)))
      agenda.add(.reset(cause: 4), at: output.idleTime)
      mode = .booting
      return
    }
    say(bytes)
    mode = .ready
  }

  mutating func ok(_ text: String = "") { answer(text + "\r\nOK\r\n") }
  mutating func error(_ text: String = "") { answer(text + "\r\nERROR\r\n") }

  /// Ends a command later.
  mutating func answer(_ text: String, after delay: Duration) {
    agenda.add(.answer(text), at: now + delay)
  }
}
