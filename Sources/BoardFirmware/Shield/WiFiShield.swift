public import NtripProtocol

/// The firmware's side of a Wi-Fi shield: an NTRIP client and an HTTP server over the AT commands of an ESP8266.
///
/// The shield has neither line nor clock. Its owner passes on what the modem sends, calls ``step(at:)`` for what to send
/// next, and carries the answers to ``takeRequests()``.
///
/// ```swift
/// shield.receive(line.read(), at: now)
/// for request in shield.takeRequests() { shield.answer(page(request.head), to: request.link) }
/// if let bytes = shield.step(at: now) { line.send(bytes, at: now) }
/// ```
///
/// Sources: Espressif's "ESP8266 AT Instruction Set"; the order of SparkFun's library and of WiFiEsp 2.2.2.
public struct WiFiShield: Sendable {
  /// The settings of a shield.
  public struct Settings: Hashable, Sendable {
    /// The name of the network to join.
    public var ssid: String
    /// The password of that network; empty for an open one.
    public var password: String
    /// The caster's URL with the mountpoint; `nil` for no corrections.
    public var caster: NtripURL?
    /// The port of the HTTP server.
    public var port = 80
    /// The seed of the run, for the spread of retries.
    public var seed: UInt64 = 1

    /// Creates settings for a network.
    public init(ssid: String, password: String, caster: NtripURL?) {
      (self.ssid, self.password, self.caster) = (ssid, password, caster)
    }
  }

  /// A complete head of a request of an HTTP client.
  public struct Request: Hashable, Sendable {
    /// The link on which the client is, for ``answer(_:to:)``.
    public let link: Int
    /// The request line and the header fields, with the empty line.
    public let head: [UInt8]
  }

  /// The state of the shield.
  enum Phase: Hashable, Sendable {
    /// The set-up, with the place of its command in the order.
    case settingUp(Int)
    /// The time without a network, with the time of the next attempt to join.
    case joining(from: Duration)
    case online
  }

  let settings: Settings
  var reader = ATReader()
  var phase = Phase.settingUp(0)
  var command: ShieldCommand?
  /// The time at which the command is given up.
  var deadline = Duration.zero
  /// The time before which no command is sent.
  var rest = Duration.zero
  /// The number of commands in a row that were not answered.
  var silences = 0
  /// The payload for which the modem has given its prompt, until the next step sends it.
  var prompted: [UInt8]?
  var jobs: [ShieldJob] = []
  var clients: [Int: ShieldClient] = [:]
  var requests: [Request] = []
  var machine: NtripClientMachine?
  var hasCaster = false
  var machineDue: Duration? = .zero
  var stream: [UInt8] = []
  var lastByte = Duration.zero
  /// The time since when a command waits for a quiet line; `nil` without one.
  var waitStart: Duration?
  /// The number of times that the shield began its set-up again.
  public internal(set) var restarts = 0

  /// Creates a shield that has yet to set its modem up.
  public init(_ settings: Settings) {
    self.settings = settings
    guard let caster = settings.caster else { return }
    var options = NtripSessionOptions()
    // Version 1 has no chunks, each of which costs some bytes of the line.
    options.version = .only(.one)
    options.positionInterval = .seconds(10)
    machine = NtripClientMachine(to: caster, options: options, seed: settings.seed)
  }

  /// The link of the connection to the caster: the last one, since the modem gives clients the first free one.
  static let casterLink = 4
  /// The most bytes of one payload, so that the sketch is not away for longer than half a second at 9,600 baud.
  static let piece = 480
  /// The time after which a command without an answer is given up.
  ///
  /// At 9,600 baud an answer may have to wait 1.6 s for data that are on their way.
  static let patience = Duration.seconds(3)
  /// The time after which a modem without an answer to `AT` is asked again: it is deaf while it boots.
  static let bootPatience = Duration.seconds(1)
  /// The time for a join and for a connection.
  static let (joinTime, connectTime) = (Duration.seconds(30), Duration.seconds(12))
  /// The time without a byte after which the line is quiet.
  static let quiet = Duration.milliseconds(10)
  /// The longest wait for a quiet line: a port in software loses what arrives while it sends.
  static let longestWait = Duration.seconds(1)
  /// The pause before a command is repeated that found the modem busy.
  static let pause = Duration.milliseconds(100)
  /// The pause before the next attempt to join.
  static let joinPause = Duration.seconds(5)
  /// The time after which a payload that stops in its midst has lost bytes.
  static let gap = Duration.milliseconds(50)
  /// The time for a client to send its request.
  static let clientTime = Duration.seconds(10)
  /// The number of unanswered commands in a row after which the modem is set up again.
  static let mostSilences = 3
}

/// A command that a shield has sent, and whose answer it waits for.
enum ShieldCommand: Hashable, Sendable {
  case setUp(Int)
  case join
  case connect
  /// `AT+CIPSEND`, until the prompt.
  case announce(ShieldPayload)
  /// The payload, until `SEND OK`.
  case send(ShieldPayload)
  case close(link: Int)
}

/// Bytes for a link, at most those of one piece.
struct ShieldPayload: Hashable, Sendable {
  var link: Int
  var bytes: [UInt8]
}

/// A thing that a shield has to do when the modem is free.
enum ShieldJob: Hashable, Sendable {
  case connect(host: String, port: Int)
  case send(ShieldPayload)
  case close(link: Int)

  /// Whether the job is for a link that is open, and void without it.
  var isOfOpenLink: Bool { if case .connect = self { false } else { true } }

  /// The link that the job is for.
  var link: Int {
    switch self {
    case .connect: WiFiShield.casterLink
    case .send(let payload): payload.link
    case .close(let link): link
    }
  }
}

/// A client of a shield's HTTP server.
struct ShieldClient: Hashable, Sendable {
  var head: [UInt8] = []
  var deadline: Duration
  /// Whether the request is complete, and the rest of what the client says is of no interest.
  var isAnswered = false
}

// MARK: The owner's side

extension WiFiShield {
  /// Whether the modem is set up and has joined its network.
  public var isOnline: Bool { phase == .online }

  /// Takes the requests that are complete.
  public mutating func takeRequests() -> [Request] {
    guard !requests.isEmpty else { return [] }
    defer { requests = [] }
    return requests
  }

  /// Takes the bytes of the caster's stream that have arrived.
  public mutating func takeStream() -> [UInt8] {
    guard !stream.isEmpty else { return [] }
    defer { stream = [] }
    return stream
  }

  /// Answers a client, and closes its link behind the answer.
  public mutating func answer(_ bytes: [UInt8], to link: Int) {
    guard clients[link] != nil else { return }
    enqueue(bytes, for: link)
    jobs.append(.close(link: link))
  }

  /// Reports the receiver's position, which goes to the caster when its time has come.
  public mutating func report(_ position: GGASentence, at now: Duration) {
    machine?.report(position, at: now)
    machineDue = now
  }

  /// Returns the state of the link to the caster.
  public var status: NtripLinkStatus { machine?.status ?? NtripLinkStatus() }

  /// The time at which the shield does something next without a byte from the modem.
  public var nextStep: Duration {
    guard prompted == nil else { return .zero }
    var next = command == nil ? max(readyTime, rest) : deadline
    if let waitStart {
      next = reader.isInPayload ? waitStart + Self.longestWait : lastByte + Self.quiet
    }
    if reader.isInPayload { next = min(next, lastByte + Self.gap) }
    return next
  }

  /// The time at which the next command is due, if no other waits for its answer.
  private var readyTime: Duration {
    switch phase {
    case .settingUp: return .zero
    case .joining(let time): return time
    case .online:
      guard jobs.isEmpty else { return .zero }
      var next = machine == nil ? .seconds(Int64.max / 4) : machineDue ?? .seconds(Int64.max / 4)
      for client in clients.values where !client.isAnswered { next = min(next, client.deadline) }
      return next
    }
  }

  mutating func enqueue(_ bytes: [UInt8], for link: Int) {
    var next = 0
    while next < bytes.count {
      let end = min(next + Self.piece, bytes.count)
      jobs.append(.send(ShieldPayload(link: link, bytes: Array(bytes[next..<end]))))
      next = end
    }
  }
}
