/// Something of a stream that a conversion leaves out: its kind, how often, since when, and the reason.
public struct Omission: Hashable, Sendable {
  /// The kind of content that is left out.
  public enum Subject: Hashable, Sendable {
    /// Observations of a message type.
    case message(UInt16)
    /// Everything of a satellite, or its phases.
    case satellite(SatelliteID)
    /// Observations of a signal.
    case signal(Constellation, RINEXSignalCode)
    /// Observations of a signal that has a number in the mask only.
    case signalNumber(Constellation, UInt8)
    /// All observations of a system.
    case system(Constellation)
    /// Ephemerides of a system.
    case ephemerides(Constellation)
  }

  /// The reason for an omission.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The message leaves out the whole milliseconds of ranges, without which there is no pseudorange or phase.
    case incompleteRange = "incomplete_range"
    /// No message tells the satellite's frequency channel, without which metres are no cycles.
    case unknownChannel = "unknown_channel"
    /// The standard names no signal of this number.
    case unnamedSignal = "unnamed_signal"
    /// No satellite of the system has this number.
    case reservedSatellite = "reserved_satellite"
    /// The version of the format has no place for it, though another version has.
    case notInVersion = "not_in_version"
  }

  /// The kind of content.
  public let subject: Subject
  /// The reason.
  public let reason: Reason
  /// The number of observations, phases or ephemerides.
  public internal(set) var count: Int
  /// The time of the first of them; `nil` for ephemerides.
  public let firstTime: GPSTime?

  /// Creates an omission.
  public init(_ subject: Subject, _ reason: Reason, count: Int = 1, since firstTime: GPSTime? = nil)
  {
    (self.subject, self.reason, self.count, self.firstTime) = (subject, reason, count, firstTime)
  }
}

extension Omission.Subject: CustomStringConvertible {
  /// Its name: `1073`, `G33`, `GPS 1L`, `NavIC signal 2`, `BeiDou` or `ephemerides of Galileo`.
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
  /// Its subject, with the number where that is of ephemerides: `BeiDou`, `1 ephemeris of Galileo`.
  public var description: String {
    guard case .ephemerides(let system) = subject else { return "\(subject)" }
    return "\(count) \(count == 1 ? "ephemeris" : "ephemerides") of \(system.name)"
  }
}

/// The record of a conversion's omissions, one for each subject and reason, in the order of the first of each.
public struct OmissionRecord: Hashable, Sendable {
  private struct Key: Hashable, Sendable {
    var subject: Omission.Subject
    var reason: Omission.Reason
  }

  /// The omissions.
  public private(set) var all: [Omission] = []
  private var places: [Key: Int] = [:]

  /// Creates an empty record.
  public init() {}

  /// Counts something that is left out.
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

  /// Counts an observation that no format can hold whole, and says whether nothing of it is left.
  ///
  /// - Parameters:
  ///   - observation: The observation.
  ///   - time: Its epoch.
  /// - Returns: Whether it has no value at all.
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

  /// Takes back the phases without a channel of the satellites whose channels became known later.
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
  /// Whether nothing was observed.
  fileprivate var isEmpty: Bool {
    pseudorange == nil && phaserange == nil && phaserangeRate == nil && cnr == nil
  }

  /// Whether it has a phase in metres that becomes none in cycles for want of a frequency channel.
  fileprivate var isWithoutChannel: Bool {
    constellation == .glonass && code != nil && carrierFrequency == nil
      && (phaserange != nil || phaserangeRate != nil)
  }
}

extension UInt16 {
  /// Whether messages of this type, DF002, have ranges without their whole milliseconds: MSM1 to MSM3, and 1001,
  /// 1003, 1009 and 1011.
  fileprivate var leavesOutWholeMilliseconds: Bool {
    if let type = MSMType(messageType: self) { return type.kind <= 3 }
    return self == 1001 || self == 1003 || self == 1009 || self == 1011
  }
}
