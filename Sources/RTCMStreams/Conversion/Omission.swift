/// Content of a stream that a conversion omits: its kind, count, first time and the reason.
public struct Omission: Hashable, Sendable {
  /// The kind of content that is omitted.
  public enum Subject: Hashable, Sendable {
    /// Observations of a message type, or whole messages of the type.
    case message(UInt16)
    /// All observations of a satellite, or its phases.
    case satellite(SatelliteID)
    /// Observations of a signal.
    case signal(Constellation, RINEXSignalCode)
    /// Observations of a signal that has only a number in the signal mask.
    case signalNumber(Constellation, UInt8)
    /// All observations of a system.
    case system(Constellation)
    /// Ephemerides of a system.
    case ephemerides(Constellation)
  }

  /// The reason for an omission.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The message omits the whole milliseconds of ranges, without which it has no pseudorange or phase.
    case incompleteRange = "incomplete_range"
    /// No message gives the satellite's frequency channel, without which metres cannot be converted to
    /// cycles.
    case unknownChannel = "unknown_channel"
    /// The standard assigns no signal to this number.
    case unnamedSignal = "unnamed_signal"
    /// The system has no satellite of this number.
    case reservedSatellite = "reserved_satellite"
    /// The version of the format has no code for the content, though another version has.
    case notInVersion = "not_in_version"
    /// The message cannot be decoded.
    case undecodable
  }

  /// The kind of content that is omitted.
  public let subject: Subject
  /// The reason for the omission.
  public let reason: Reason
  /// The number of observations, phases, ephemerides or messages omitted.
  public internal(set) var count: Int
  /// The time of the first omission; `nil` for ephemerides and for messages that cannot be decoded.
  public let firstTime: GPSTime?

  /// Creates an omission from its subject, reason, count and first time.
  public init(_ subject: Subject, _ reason: Reason, count: Int = 1, since firstTime: GPSTime? = nil)
  {
    (self.subject, self.reason, self.count, self.firstTime) = (subject, reason, count, firstTime)
  }
}

extension Omission.Subject: CustomStringConvertible {
  /// The subject's name: `1073`, `G33`, `GPS 1L`, `NavIC signal 2`, `BeiDou` or `ephemerides of Galileo`.
  public var description: String {
    switch self {
    case .message(let type): "\(type)"
    case .satellite(let satellite): "\(satellite)"
    case .signal(let system, let code): "\(system.name) \(code)"
    case .signalNumber(let system, let number): "\(system.name) signal \(number)"
    case .system(let system): system.name
    case .ephemerides(let system): "ephemerides of \(system.name)"
    }
  }
}

extension Omission: CustomStringConvertible {
  /// The omission's subject, with the count for ephemerides: `BeiDou`, `1 ephemeris of Galileo`.
  public var description: String {
    guard case .ephemerides(let system) = subject else { return "\(subject)" }
    return "\(count) \(count == 1 ? "ephemeris" : "ephemerides") of \(system.name)"
  }
}

/// The record of a conversion's omissions: one entry per subject and reason, in order of first appearance.
public struct OmissionRecord: Hashable, Sendable {
  private struct Key: Hashable, Sendable {
    var subject: Omission.Subject
    var reason: Omission.Reason
  }

  /// The omissions, in order of first appearance.
  public private(set) var all: [Omission] = []
  private var places: [Key: Int] = [:]

  /// Creates an empty record.
  public init() {}

  /// Counts an omission.
  public mutating func note(
    _ subject: Omission.Subject, _ reason: Omission.Reason, at time: GPSTime?, count: Int = 1
  ) {
    let key = Key(subject: subject, reason: reason)
    if let place = places[key] {
      all[place].count += count
    } else {
      places[key] = all.count
      all.append(Omission(subject, reason, count: count, since: time))
    }
  }

  /// Counts an observation that no format can hold completely.
  ///
  /// - Parameters:
  ///   - observation: The observation to convert.
  ///   - time: The epoch of the observation.
  /// - Returns: Whether the observation has no value at all.
  public mutating func noteLoss(in observation: SignalObservation, at time: GPSTime) -> Bool {
    if observation.isEmpty {
      if let type = observation.messageType, type.leavesOutWholeMilliseconds {
        note(.message(type), .incompleteRange, at: time)
      }
      return true
    }
    if observation.isWithoutChannel {
      note(.satellite(observation.satellite), .unknownChannel, at: time)
    }
    return false
  }

  /// Counts the message of a payload that cannot be decoded.
  package mutating func noteUndecodable(_ payload: Span<UInt8>) {
    if let type = RTCMFrame.messageType(ofPayload: payload) {
      note(.message(type), .undecodable, at: nil)
    }
  }

  /// Removes the omissions for an unknown channel of satellites whose channel became known later.
  public mutating func forgetUnknownChannels(where isKnown: (Int) -> Bool) {
    all.removeAll { omission in
      guard omission.reason == .unknownChannel, case .satellite(let satellite) = omission.subject
      else { return false }
      return isKnown(satellite.number)
    }
    places = Dictionary(
      uniqueKeysWithValues: all.enumerated().map {
        (Key(subject: $1.subject, reason: $1.reason), $0)
      })
  }
}

extension SignalObservation {
  /// Whether the observation has no value.
  fileprivate var isEmpty: Bool {
    pseudorange == nil && phaserange == nil && phaserangeRate == nil && cnr == nil
  }

  /// Whether the observation has a phase in metres that cannot be converted to cycles for lack of a
  /// frequency channel.
  fileprivate var isWithoutChannel: Bool {
    constellation == .glonass && code != nil && carrierFrequency == nil
      && (phaserange != nil || phaserangeRate != nil)
  }
}

extension UInt16 {
  /// Whether messages of this type, DF002, omit the whole milliseconds of ranges: MSM1 to MSM3, and 1001,
  /// 1003, 1009 and 1011.
  fileprivate var leavesOutWholeMilliseconds: Bool {
    if let type = MSMType(messageType: self) { return type.kind <= 3 }
    return self == 1001 || self == 1003 || self == 1009 || self == 1011
  }
}
