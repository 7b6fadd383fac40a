extension Constellation {
  /// Creates the constellation that a message is about; returns `nil` for messages about stations, networks
  /// and datums.
  ///
  /// The messages with a constellation are observations, ephemerides, SSR corrections, network corrections of
  /// one constellation, the GLONASS biases of 1230, and the subtypes of IGS SSR (4076).
  ///
  /// - Parameter payload: The message from DF002 on.
  public init?(ofMessage payload: Span<UInt8>) {
    guard let type = RTCMFrame.messageType(ofPayload: payload),
      let constellation = Self(ofMessageType: type) ?? Self.ofIGSSSR(type, payload)
    else { return nil }
    self = constellation
  }

  /// Creates the constellation of all messages of a type; returns `nil` for a type of several constellations
  /// or none.
  package init?(ofMessageType type: UInt16) {
    let constellation =
      MSMType(messageType: type)?.constellation ?? Self.ofObservations(type)
      ?? Self.ofEphemeris(type) ?? Self.ofSSR(type)
    guard let constellation else { return nil }
    self = constellation
  }

  private static func ofObservations(_ type: UInt16) -> Constellation? {
    switch type {
    case 1001...1004, 1015...1017, 1030, 1034: .gps
    case 1009...1012, 1031, 1035, 1037...1039, 1230: .glonass
    case 1303: .beidou
    case 1304: .galileo
    default: nil
    }
  }

  private static func ofEphemeris(_ type: UInt16) -> Constellation? {
    switch type {
    case 1019: .gps
    case 1020: .glonass
    case 1041: .navic
    case 63, 1042: .beidou
    case 1043: .sbas
    case 1044: .qzss
    case 1045, 1046: .galileo
    default: nil
    }
  }

  private static func ofSSR(_ type: UInt16) -> Constellation? {
    switch type {
    case 1057...1062, 1265: .gps
    case 1063...1068, 1266: .glonass
    case 1240...1245, 1267: .galileo
    case 1246...1251, 1268: .qzss
    case 1252...1257, 1269: .sbas
    case 1258...1263, 1270: .beidou
    default: nil
    }
  }

  /// Returns the constellation of an IGS SSR message, whose number is followed by three bits of version and
  /// eight of subtype.
  private static func ofIGSSSR(_ type: UInt16, _ payload: Span<UInt8>) -> Constellation? {
    guard type == 4076, payload.count >= 3 else { return nil }
    switch payload.bits(at: 15, count: 8) {
    case 21...27: return .gps
    case 41...47: return .glonass
    case 61...67: return .galileo
    case 81...87: return .qzss
    case 101...107: return .beidou
    case 121...127: return .sbas
    default: return nil
    }
  }
}
