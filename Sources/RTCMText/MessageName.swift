/// The short names of message types.
public enum MessageName {
  /// Returns the name of a message type; `nil` for a number without a publicly known message.
  public static func of(_ type: UInt16) -> String? {
    multipleSignal(type) ?? names[type] ?? (type >= 4001 && type <= 4095 ? "Proprietary" : nil)
  }

  /// Returns the name of an MSM1 to MSM7 of seven constellations, 1071 to 1137; `nil` for other types.
  private static func multipleSignal(_ type: UInt16) -> String? {
    guard (1071...1137).contains(type), (1...7).contains(type % 10) else { return nil }
    let constellations = ["GPS", "GLONASS", "Galileo", "SBAS", "QZSS", "BeiDou", "NavIC"]
    return "\(constellations[Int(type - 1071) / 10]) MSM\(type % 10)"
  }

  private static let names: [UInt16: String] = [
    63: "BeiDou ephemeris, draft",
    1001: "GPS L1 observations", 1002: "GPS L1 observations, extended",
    1003: "GPS L1/L2 observations", 1004: "GPS L1/L2 observations, extended",
    1005: "Station position", 1006: "Station position and antenna height",
    1007: "Antenna descriptor", 1008: "Antenna descriptor and serial number",
    1009: "GLONASS L1 observations", 1010: "GLONASS L1 observations, extended",
    1011: "GLONASS L1/L2 observations", 1012: "GLONASS L1/L2 observations, extended",
    1013: "System parameters", 1014: "Network auxiliary station",
    1015: "GPS ionospheric correction differences", 1016: "GPS geometric correction differences",
    1017: "GPS combined correction differences",
    1019: "GPS ephemeris", 1020: "GLONASS ephemeris",
    1021: "Helmert transformation", 1022: "Molodenski-Badekas transformation",
    1023: "Residuals, ellipsoidal grid", 1024: "Residuals, plane grid",
    1025: "Projection", 1026: "Projection LCC2SP", 1027: "Projection OM",
    1029: "Text", 1030: "GPS network residuals", 1031: "GLONASS network residuals",
    1032: "Physical reference station", 1033: "Receiver and antenna descriptors",
    1034: "GPS network FKP gradient", 1035: "GLONASS network FKP gradient",
    1037: "GLONASS ionospheric correction differences",
    1038: "GLONASS geometric correction differences",
    1039: "GLONASS combined correction differences",
    1041: "NavIC ephemeris", 1042: "BeiDou ephemeris", 1043: "SBAS ephemeris",
    1044: "QZSS ephemeris", 1045: "Galileo F/NAV ephemeris", 1046: "Galileo I/NAV ephemeris",
    1057: "SSR GPS orbit", 1058: "SSR GPS clock", 1059: "SSR GPS code bias",
    1060: "SSR GPS orbit and clock", 1061: "SSR GPS URA", 1062: "SSR GPS high-rate clock",
    1063: "SSR GLONASS orbit", 1064: "SSR GLONASS clock", 1065: "SSR GLONASS code bias",
    1066: "SSR GLONASS orbit and clock", 1067: "SSR GLONASS URA",
    1068: "SSR GLONASS high-rate clock",
    1230: "GLONASS code-phase biases",
    1240: "SSR Galileo orbit", 1241: "SSR Galileo clock", 1242: "SSR Galileo code bias",
    1243: "SSR Galileo orbit and clock", 1244: "SSR Galileo URA",
    1245: "SSR Galileo high-rate clock",
    1246: "SSR QZSS orbit", 1247: "SSR QZSS clock", 1248: "SSR QZSS code bias",
    1249: "SSR QZSS orbit and clock", 1250: "SSR QZSS URA", 1251: "SSR QZSS high-rate clock",
    1252: "SSR SBAS orbit", 1253: "SSR SBAS clock", 1254: "SSR SBAS code bias",
    1255: "SSR SBAS orbit and clock", 1256: "SSR SBAS URA", 1257: "SSR SBAS high-rate clock",
    1258: "SSR BeiDou orbit", 1259: "SSR BeiDou clock", 1260: "SSR BeiDou code bias",
    1261: "SSR BeiDou orbit and clock", 1262: "SSR BeiDou URA",
    1263: "SSR BeiDou high-rate clock",
    1264: "SSR ionosphere (VTEC)", 1265: "SSR GPS phase bias", 1266: "SSR GLONASS phase bias",
    1267: "SSR Galileo phase bias", 1268: "SSR QZSS phase bias", 1269: "SSR SBAS phase bias",
    1270: "SSR BeiDou phase bias",
    1300: "Service coordinate reference system",
    1301: "Helmert transformation of 14 parameters", 1302: "RTCM coordinate reference system",
    1303: "BeiDou network residuals", 1304: "Galileo network residuals",
    4072: "u-blox", 4073: "Compact SSR", 4076: "IGS SSR", 4094: "Trimble",
  ]
}
