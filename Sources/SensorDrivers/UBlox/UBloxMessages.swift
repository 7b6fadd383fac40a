import NMEA

/// The latest message of each kind that a receiver has sent.
public struct UBloxMessages: Hashable, Sendable {
  /// The latest NAV-PVT message; `nil` before the first one.
  public private(set) var navPVT: NavPVT?
  /// The latest NAV-HPPOSLLH message; `nil` before the first one.
  public private(set) var navHPPosLLH: NavHPPosLLH?
  /// The latest NAV-RELPOSNED message; `nil` before the first one.
  public private(set) var navRelPosNED: NavRelPosNED?
  /// The latest RXM-RTCM message; `nil` before the first one.
  public private(set) var rxmRTCM: RxmRTCM?
  /// The latest RXM-RTCM on observations that were used: the corrections that a fix is based on.
  public private(set) var usedObservation: RxmRTCM?
  /// The counts of used and unused RTCM messages, according to the receiver.
  public private(set) var correctionUse = UBloxCorrectionUse()
  /// The latest text from the receiver; `nil` before the first one.
  public private(set) var information: UBXInformation?
  /// The latest MON-VER message; `nil` before the first one.
  public private(set) var version: MonVER?
  /// The latest CFG-RATE message; `nil` before the first one.
  public private(set) var rate: CfgRATE?
  /// The latest answer to a configuration message.
  public private(set) var acknowledgement: UBXAcknowledgement?
  /// The latest position, in high precision if the receiver sends it.
  public private(set) var solution: UBloxSolution?
  /// Whether solutions come from NMEA sentences, because the receiver does not answer UBX.
  public internal(set) var isNMEAOnly = false
  /// The number of messages with a correct checksum that could not be decoded.
  public private(set) var malformedCount = 0
  /// The error of the latest message that could not be decoded.
  public private(set) var decodingError: UBXDecodingError?
  /// The kinds of messages that have arrived since the set was last cleared.
  var arrived: UBloxUpdates = []
  /// Whether the previous epoch included a high-precision position.
  private var expectsHighPrecision = false
  private var sentences = NMEAEpoch()

  init() {}
}

/// The counts of used and unused RTCM messages, from RXM-RTCM reports.
public struct UBloxCorrectionUse: Hashable, Sendable {
  /// The number of used messages.
  public var used = 0
  /// The number of messages that were not used, or whose use is not reported.
  public var notUsed = 0
  /// The number of messages with a wrong CRC.
  public var crcFailed = 0
}

/// The kinds of messages that a poll has brought.
public struct UBloxUpdates: OptionSet, Hashable, Sendable {
  /// The raw bits of the set.
  public var rawValue: UInt16
  /// Creates a set from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A new ``UBloxMessages/solution``.
  public static var solution: Self { Self(rawValue: 1 << 0) }
  /// A NAV-PVT message.
  public static var navPVT: Self { Self(rawValue: 1 << 1) }
  /// A NAV-HPPOSLLH message.
  public static var navHPPosLLH: Self { Self(rawValue: 1 << 2) }
  /// A NAV-RELPOSNED message.
  public static var navRelPosNED: Self { Self(rawValue: 1 << 3) }
  /// An RXM-RTCM message.
  public static var rxmRTCM: Self { Self(rawValue: 1 << 4) }
  /// A text from the receiver.
  public static var information: Self { Self(rawValue: 1 << 5) }
  /// A MON-VER message.
  public static var version: Self { Self(rawValue: 1 << 6) }
  /// A CFG-RATE message.
  public static var rate: Self { Self(rawValue: 1 << 7) }
  /// An answer to a configuration message.
  public static var acknowledgement: Self { Self(rawValue: 1 << 8) }
  /// An RXM-RTCM message on observations that were used.
  public static var usedObservation: Self { Self(rawValue: 1 << 9) }
  /// An NMEA sentence with a correct checksum.
  public static var sentence: Self { Self(rawValue: 1 << 10) }
}

extension UBloxMessages {
  /// Decodes and stores a message from the stream; messages that cannot be decoded are counted.
  mutating func receive(_ messageID: UBXMessageID, _ payload: Span<UInt8>) {
    do throws(UBXDecodingError) {
      try decode(messageID, payload)
    } catch {
      malformedCount += 1
      decodingError = error
    }
  }

  /// Adds a sentence from the stream; it gives a solution only if the receiver does not answer UBX.
  mutating func receive(_ sentence: NMEASentence) {
    arrived.insert(.sentence)
    guard let epoch = sentences.receive(sentence), isNMEAOnly else { return }
    solution = epoch
    arrived.insert(.solution)
  }

  private mutating func decode(
    _ messageID: UBXMessageID, _ payload: Span<UInt8>
  ) throws(UBXDecodingError) {
    switch messageID {
    case .navPVT: receive(try NavPVT(decoding: payload))
    case .navHPPosLLH: receive(try NavHPPosLLH(decoding: payload))
    case .navRelPosNED:
      navRelPosNED = try NavRelPosNED(decoding: payload)
      arrived.insert(.navRelPosNED)
    case .rxmRTCM: receive(try RxmRTCM(decoding: payload))
    case .monVER:
      version = try MonVER(decoding: payload)
      arrived.insert(.version)
    case .cfgRATE:
      rate = try CfgRATE(decoding: payload)
      arrived.insert(.rate)
    default: receiveTextOrAnswer(messageID, payload)
    }
  }

  private mutating func receiveTextOrAnswer(_ messageID: UBXMessageID, _ payload: Span<UInt8>) {
    if let text = UBXInformation(messageID: messageID, decoding: payload) {
      information = text
      arrived.insert(.information)
    }
    if let answer = UBXAcknowledgement(answerID: messageID, decoding: payload) {
      acknowledgement = answer
      arrived.insert(.acknowledgement)
    }
  }

  private mutating func receive(_ message: RxmRTCM) {
    rxmRTCM = message
    arrived.insert(.rxmRTCM)
    if message.isCRCFailed {
      correctionUse.crcFailed += 1
    } else if message.use == .used {
      correctionUse.used += 1
      guard message.isObservation else { return }
      usedObservation = message
      arrived.insert(.usedObservation)
    } else {
      correctionUse.notUsed += 1
    }
  }
}

/// The combination of NAV-PVT and NAV-HPPOSLLH, two consecutive messages of one epoch.
extension UBloxMessages {
  /// Stores a NAV-PVT; it becomes the solution unless a NAV-HPPOSLLH is expected.
  private mutating func receive(_ message: NavPVT) {
    if let last = navPVT, last.timeOfWeekMilliseconds != solution?.timeOfWeekMilliseconds {
      expectsHighPrecision = false  // the previous epoch had no NAV-HPPOSLLH
    }
    navPVT = message
    arrived.insert(.navPVT)
    if joinHalves() || expectsHighPrecision { return }
    solve(with: nil)
  }

  /// Stores a NAV-HPPOSLLH.
  private mutating func receive(_ message: NavHPPosLLH) {
    navHPPosLLH = message
    arrived.insert(.navHPPosLLH)
    _ = joinHalves()
  }

  /// Combines both messages into the solution if they are of one epoch; returns whether they are.
  private mutating func joinHalves() -> Bool {
    guard let navPVT, let navHPPosLLH,
      navPVT.timeOfWeekMilliseconds == navHPPosLLH.timeOfWeekMilliseconds
    else { return false }
    expectsHighPrecision = true
    solve(with: navHPPosLLH)
    return true
  }

  private mutating func solve(with fine: NavHPPosLLH?) {
    guard let navPVT else { return }
    solution = UBloxSolution(navPVT, fine)
    arrived.insert(.solution)
  }

  /// Clears the last answer, before waiting for a new one.
  mutating func forgetAcknowledgement() { acknowledgement = nil }
}
