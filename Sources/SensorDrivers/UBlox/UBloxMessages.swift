import NMEA

/// The latest of each message that a receiver has sent.
public struct UBloxMessages: Hashable, Sendable {
  /// The latest NAV-PVT.
  public private(set) var navPVT: NavPVT?
  /// The latest NAV-HPPOSLLH.
  public private(set) var navHPPosLLH: NavHPPosLLH?
  /// The latest NAV-RELPOSNED.
  public private(set) var navRelPosNED: NavRelPosNED?
  /// The latest RXM-RTCM.
  public private(set) var rxmRTCM: RxmRTCM?
  /// The latest RXM-RTCM about observations that were used: the corrections that a fix rests on.
  public private(set) var usedObservation: RxmRTCM?
  /// The use of all RTCM messages that the receiver has reported on.
  public private(set) var correctionUse = UBloxCorrectionUse()
  /// The latest text.
  public private(set) var information: UBXInformation?
  /// The latest MON-VER.
  public private(set) var version: MonVER?
  /// The latest CFG-RATE.
  public private(set) var rate: CfgRATE?
  /// The latest answer to a configuration message.
  public private(set) var acknowledgement: UBXAcknowledgement?
  /// The latest position, of high precision where the receiver sends that.
  public private(set) var solution: UBloxSolution?
  /// Whether solutions are made of NMEA sentences: the receiver does not answer UBX.
  public internal(set) var isNMEAOnly = false
  /// Messages with a right checksum that could not be decoded.
  public private(set) var malformedCount = 0
  /// The error of the latest message that could not be decoded.
  public private(set) var decodingError: UBXDecodingError?
  /// The messages that have arrived since this was last emptied.
  var arrived: UBloxUpdates = []
  /// Whether the epoch before this one came with a high-precision position.
  private var expectsHighPrecision = false
  private var sentences = NMEAEpoch()

  init() {}
}

/// The use of the RTCM messages that a receiver has reported on by RXM-RTCM.
public struct UBloxCorrectionUse: Hashable, Sendable {
  /// Messages that were used.
  public var used = 0
  /// Messages that were not used, or of which the receiver does not say.
  public var notUsed = 0
  /// Messages whose CRC was wrong.
  public var crcFailed = 0
}

/// The messages that a poll has brought.
public struct UBloxUpdates: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public var rawValue: UInt16
  /// Creates a set from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A new ``UBloxMessages/solution``.
  public static var solution: Self { Self(rawValue: 1 << 0) }
  /// NAV-PVT.
  public static var navPVT: Self { Self(rawValue: 1 << 1) }
  /// NAV-HPPOSLLH.
  public static var navHPPosLLH: Self { Self(rawValue: 1 << 2) }
  /// NAV-RELPOSNED.
  public static var navRelPosNED: Self { Self(rawValue: 1 << 3) }
  /// RXM-RTCM.
  public static var rxmRTCM: Self { Self(rawValue: 1 << 4) }
  /// A text.
  public static var information: Self { Self(rawValue: 1 << 5) }
  /// MON-VER.
  public static var version: Self { Self(rawValue: 1 << 6) }
  /// CFG-RATE.
  public static var rate: Self { Self(rawValue: 1 << 7) }
  /// An answer to a configuration message.
  public static var acknowledgement: Self { Self(rawValue: 1 << 8) }
  /// RXM-RTCM about observations that were used.
  public static var usedObservation: Self { Self(rawValue: 1 << 9) }
  /// An NMEA sentence with a right checksum.
  public static var sentence: Self { Self(rawValue: 1 << 10) }
}

extension UBloxMessages {
  /// Takes a message from the stream; what cannot be decoded is counted.
  mutating func receive(_ messageID: UBXMessageID, _ payload: Span<UInt8>) {
    do throws(UBXDecodingError) {
      try decode(messageID, payload)
    } catch {
      malformedCount += 1
      decodingError = error
    }
  }

  /// Takes a sentence from the stream; it counts only where the receiver speaks nothing better.
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

/// Joining the two halves of an epoch, which come one after the other.
extension UBloxMessages {
  /// Takes the coarse half; without a finer half in sight it is the solution.
  private mutating func receive(_ message: NavPVT) {
    if let last = navPVT, last.timeOfWeekMilliseconds != solution?.timeOfWeekMilliseconds {
      expectsHighPrecision = false  // the epoch before stayed without its finer half
    }
    navPVT = message
    arrived.insert(.navPVT)
    if joinHalves() || expectsHighPrecision { return }
    solve(with: nil)
  }

  /// Takes the finer half.
  private mutating func receive(_ message: NavHPPosLLH) {
    navHPPosLLH = message
    arrived.insert(.navHPPosLLH)
    _ = joinHalves()
  }

  /// Makes the solution of both halves when they are of one epoch.
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

  /// Forgets the last answer, so that a new one can be awaited.
  mutating func forgetAcknowledgement() { acknowledgement = nil }
}
