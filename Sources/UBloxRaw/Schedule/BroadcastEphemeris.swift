/// The ephemeris of a satellite whose navigation message a receiver passes on.
public enum BroadcastEphemeris: Hashable, Sendable {
  /// An ephemeris of GPS.
  case gps(GPSEphemeris)
  /// An ephemeris of QZSS.
  case qzss(QZSSEphemeris)
  /// An ephemeris of Galileo from I/NAV, as broadcast on E1-B.
  case galileo(GalileoEphemeris)
  /// An ephemeris of BeiDou.
  case beidou(BeiDouEphemeris)
  /// An ephemeris of GLONASS.
  case glonass(GLONASSEphemeris)

  /// Creates the ephemeris in a message; `nil` for a message without an ephemeris of these systems.
  public init?(_ message: RTCMMessage) {
    switch message {
    case .gpsEphemeris(let ephemeris) where ephemeris.satelliteID <= 32: self = .gps(ephemeris)
    case .qzssEphemeris(let ephemeris): self = .qzss(ephemeris)
    case .galileoEphemeris(let ephemeris) where ephemeris.messageType == 1046:
      self = .galileo(ephemeris)
    case .beidouEphemeris(let ephemeris): self = .beidou(ephemeris)
    case .glonassEphemeris(let ephemeris): self = .glonass(ephemeris)
    default: return nil
    }
  }
}

extension BroadcastEphemeris {
  /// The satellite's system.
  public var constellation: Constellation {
    switch self {
    case .gps: .gps
    case .qzss: .qzss
    case .galileo: .galileo
    case .beidou: .beidou
    case .glonass: .glonass
    }
  }

  /// The satellite's number in RINEX.
  public var satelliteNumber: Int {
    switch self {
    case .gps(let ephemeris): Int(ephemeris.satelliteID)
    case .qzss(let ephemeris): Int(ephemeris.satelliteID)
    case .galileo(let ephemeris): Int(ephemeris.satelliteID)
    case .beidou(let ephemeris): Int(ephemeris.satelliteID)
    case .glonass(let ephemeris): Int(ephemeris.satelliteID)
    }
  }

  /// The RTCM message with the ephemeris.
  public var message: RTCMMessage {
    switch self {
    case .gps(let ephemeris): .gpsEphemeris(ephemeris)
    case .qzss(let ephemeris): .qzssEphemeris(ephemeris)
    case .galileo(let ephemeris): .galileoEphemeris(ephemeris)
    case .beidou(let ephemeris): .beidouEphemeris(ephemeris)
    case .glonass(let ephemeris): .glonassEphemeris(ephemeris)
    }
  }

  /// The schedule of the satellite's navigation message.
  public var schedule: NavigationSchedule? {
    NavigationSchedule(constellation: constellation, satelliteNumber: satelliteNumber)
  }

  /// The signal with the satellite's navigation words: L1 C/A, E1-B, B1I or L1OF.
  var signal: UBloxSignal {
    let isGEO = UBloxSignal.isGEO(constellation, satelliteNumber)
    return UBloxSignal(
      gnssID: constellation.gnssID, satelliteID: UInt8(clamping: satelliteNumber),
      signalID: constellation == .galileo || isGEO ? 1 : 0)
  }

  /// The bits of the ephemeris by data field.
  var bits: EphemerisBits {
    get throws(RTCMEncodingError) {
      switch self {
      case .gps(let ephemeris): try EphemerisBits(of: ephemeris)
      case .qzss(let ephemeris): try EphemerisBits(of: ephemeris)
      case .galileo(let ephemeris): try EphemerisBits(of: ephemeris)
      case .beidou(let ephemeris): try EphemerisBits(of: ephemeris)
      case .glonass(let ephemeris): try EphemerisBits(of: ephemeris)
      }
    }
  }
}
