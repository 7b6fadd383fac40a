/// The identity of a UBX message: its class and its ID within the class.
public struct UBXMessageID: Hashable, Sendable {
  /// The class, such as `0x01` for navigation results.
  public var messageClass: UInt8
  /// The ID within the class.
  public var id: UInt8

  /// Creates an identity from a class and an ID.
  public init(_ messageClass: UInt8, _ id: UInt8) {
    self.messageClass = messageClass
    self.id = id
  }
}

/// The messages known to this module.
extension UBXMessageID {
  /// UBX-NAV-PVT, position, velocity and time.
  public static var navPVT: Self { Self(0x01, 0x07) }
  /// UBX-NAV-HPPOSLLH, high-precision position.
  public static var navHPPosLLH: Self { Self(0x01, 0x14) }
  /// UBX-NAV-RELPOSNED, the vector from the reference station.
  public static var navRelPosNED: Self { Self(0x01, 0x3C) }
  /// UBX-RXM-SFRBX, the words of a navigation message.
  public static var rxmSFRBX: Self { Self(0x02, 0x13) }
  /// UBX-RXM-RAWX, raw measurements of an epoch.
  public static var rxmRAWX: Self { Self(0x02, 0x15) }
  /// UBX-RXM-RTCM, the report on one received RTCM message.
  public static var rxmRTCM: Self { Self(0x02, 0x32) }
  /// UBX-INF-ERROR, an error text.
  public static var infError: Self { Self(0x04, 0x00) }
  /// UBX-INF-WARNING, a warning text.
  public static var infWarning: Self { Self(0x04, 0x01) }
  /// UBX-INF-NOTICE, a notice text.
  public static var infNotice: Self { Self(0x04, 0x02) }
  /// UBX-ACK-NAK, the rejection of a configuration message.
  public static var ackNAK: Self { Self(0x05, 0x00) }
  /// UBX-ACK-ACK, the acceptance of a configuration message.
  public static var ackACK: Self { Self(0x05, 0x01) }
  /// UBX-CFG-PRT, the older port configuration.
  public static var cfgPRT: Self { Self(0x06, 0x00) }
  /// UBX-CFG-MSG, the older message rate.
  public static var cfgMSG: Self { Self(0x06, 0x01) }
  /// UBX-CFG-RATE, the older navigation rate, which receivers of every generation return when polled.
  public static var cfgRATE: Self { Self(0x06, 0x08) }
  /// UBX-CFG-VALSET, sets configuration items by key.
  public static var cfgVALSET: Self { Self(0x06, 0x8A) }
  /// UBX-CFG-RST, resets or stops the receiver.
  public static var cfgRST: Self { Self(0x06, 0x04) }
  /// UBX-CFG-CFG, clears, saves and loads the configuration.
  public static var cfgCFG: Self { Self(0x06, 0x09) }
  /// UBX-CFG-VALGET, reads configuration items by key.
  public static var cfgVALGET: Self { Self(0x06, 0x8B) }
  /// UBX-CFG-VALDEL, deletes configuration items from memory layers.
  public static var cfgVALDEL: Self { Self(0x06, 0x8C) }
  /// UBX-NAV-STATUS, the kind of fix and the time to the fix.
  public static var navSTATUS: Self { Self(0x01, 0x03) }
  /// UBX-NAV-DOP, dilutions of precision.
  public static var navDOP: Self { Self(0x01, 0x04) }
  /// UBX-NAV-TIMEUTC, the time in UTC.
  public static var navTIMEUTC: Self { Self(0x01, 0x21) }
  /// UBX-NAV-SVIN, the progress of a survey-in.
  public static var navSVIN: Self { Self(0x01, 0x3B) }
  /// UBX-CFG-NAV5, the settings of the navigation solution.
  public static var cfgNAV5: Self { Self(0x06, 0x24) }
  /// UBX-CFG-INF, the older levels of texts.
  public static var cfgINF: Self { Self(0x06, 0x02) }
  /// UBX-CFG-SBAS, the older settings of SBAS.
  public static var cfgSBAS: Self { Self(0x06, 0x16) }
  /// UBX-CFG-NAVX5, the older settings of the navigation engine for experts.
  public static var cfgNAVX5: Self { Self(0x06, 0x23) }
  /// UBX-CFG-GNSS, the older settings of systems and signals.
  public static var cfgGNSS: Self { Self(0x06, 0x3E) }
  /// UBX-CFG-DGNSS, the older mode of differential positions.
  public static var cfgDGNSS: Self { Self(0x06, 0x70) }
  /// UBX-CFG-TMODE3, a base's survey-in or fixed position.
  public static var cfgTMODE3: Self { Self(0x06, 0x71) }
  /// UBX-NAV-SAT, the satellites in view.
  public static var navSAT: Self { Self(0x01, 0x35) }
  /// UBX-NAV-SIG, the tracked signals.
  public static var navSIG: Self { Self(0x01, 0x43) }
  /// UBX-NAV-COV, covariances of position and velocity.
  public static var navCOV: Self { Self(0x01, 0x36) }
  /// UBX-NAV-POSLLH, the position.
  public static var navPOSLLH: Self { Self(0x01, 0x02) }
  /// UBX-NAV-POSECEF, the position in the Earth's frame.
  public static var navPOSECEF: Self { Self(0x01, 0x01) }
  /// UBX-NAV-HPPOSECEF, the high-precision position in the Earth's frame.
  public static var navHPPosECEF: Self { Self(0x01, 0x13) }
  /// UBX-NAV-VELECEF, the velocity in the Earth's frame.
  public static var navVELECEF: Self { Self(0x01, 0x11) }
  /// UBX-NAV-VELNED, the velocity.
  public static var navVELNED: Self { Self(0x01, 0x12) }
  /// UBX-NAV-TIMEGPS, the GPS time.
  public static var navTIMEGPS: Self { Self(0x01, 0x20) }
  /// UBX-NAV-TIMELS, leap seconds.
  public static var navTIMELS: Self { Self(0x01, 0x26) }
  /// UBX-NAV-EOE, the end of an epoch's messages.
  public static var navEOE: Self { Self(0x01, 0x61) }
  /// UBX-MON-RF, the state of the radio front end.
  public static var monRF: Self { Self(0x0A, 0x38) }
  /// UBX-MON-COMMS, the traffic through the ports.
  public static var monCOMMS: Self { Self(0x0A, 0x36) }
  /// UBX-SEC-UNIQID, the unique chip ID.
  public static var secUNIQID: Self { Self(0x27, 0x03) }
  /// UBX-MON-VER, the receiver's versions.
  public static var monVER: Self { Self(0x0A, 0x04) }
}

extension UBXMessageID: CustomStringConvertible {
  /// The message's name, if known, with its class and ID in hexadecimal.
  public var description: String {
    let numbers = "\(messageClass.hexadecimal) \(id.hexadecimal)"
    guard let name else { return "UBX \(numbers)" }
    return "\(name) (\(numbers))"
  }

  /// The message's name in the interface description; `nil` for a message unknown to this module.
  public var name: String? {
    switch self {
    case .navPVT: "UBX-NAV-PVT"
    case .navHPPosLLH: "UBX-NAV-HPPOSLLH"
    case .navRelPosNED: "UBX-NAV-RELPOSNED"
    case .rxmSFRBX: "UBX-RXM-SFRBX"
    case .rxmRAWX: "UBX-RXM-RAWX"
    case .rxmRTCM: "UBX-RXM-RTCM"
    case .infError: "UBX-INF-ERROR"
    case .infWarning: "UBX-INF-WARNING"
    case .infNotice: "UBX-INF-NOTICE"
    case .ackNAK: "UBX-ACK-NAK"
    case .ackACK: "UBX-ACK-ACK"
    case .cfgPRT: "UBX-CFG-PRT"
    case .cfgMSG: "UBX-CFG-MSG"
    case .cfgRATE: "UBX-CFG-RATE"
    case .cfgVALSET: "UBX-CFG-VALSET"
    case .monVER: "UBX-MON-VER"
    case .cfgRST: "UBX-CFG-RST"
    case .cfgCFG: "UBX-CFG-CFG"
    case .cfgVALGET: "UBX-CFG-VALGET"
    case .cfgVALDEL: "UBX-CFG-VALDEL"
    case .navSTATUS: "UBX-NAV-STATUS"
    case .navDOP: "UBX-NAV-DOP"
    case .navTIMEUTC: "UBX-NAV-TIMEUTC"
    case .navSVIN: "UBX-NAV-SVIN"
    case .cfgNAV5: "UBX-CFG-NAV5"
    case .cfgINF: "UBX-CFG-INF"
    case .cfgSBAS: "UBX-CFG-SBAS"
    case .cfgNAVX5: "UBX-CFG-NAVX5"
    case .cfgGNSS: "UBX-CFG-GNSS"
    case .cfgDGNSS: "UBX-CFG-DGNSS"
    case .cfgTMODE3: "UBX-CFG-TMODE3"
    case .navSAT: "UBX-NAV-SAT"
    case .navSIG: "UBX-NAV-SIG"
    case .navCOV: "UBX-NAV-COV"
    case .navPOSLLH: "UBX-NAV-POSLLH"
    case .navPOSECEF: "UBX-NAV-POSECEF"
    case .navHPPosECEF: "UBX-NAV-HPPOSECEF"
    case .navVELECEF: "UBX-NAV-VELECEF"
    case .navVELNED: "UBX-NAV-VELNED"
    case .navTIMEGPS: "UBX-NAV-TIMEGPS"
    case .navTIMELS: "UBX-NAV-TIMELS"
    case .navEOE: "UBX-NAV-EOE"
    case .monRF: "UBX-MON-RF"
    case .cfgVALDEL: "UBX-CFG-VALDEL"
    case .monCOMMS: "UBX-MON-COMMS"
    case .secUNIQID: "UBX-SEC-UNIQID"
    default: nil
    }
  }
}
