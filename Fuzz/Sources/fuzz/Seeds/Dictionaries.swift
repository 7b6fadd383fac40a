import BoardSimulation
import NtripProtocol

extension FuzzTarget {
  /// What the target's inputs are made of, for the mutations to put in.
  var words: [[UInt8]] {
    switch self {
    case .frames, .capture, .conversion:
      [[0xD3, 0, 0], [0xD3, 0, 19], [0xD3, 3, 0xFF], [0xD3]] + Self.messageTypes
    case .messages, .descriptions, .redating: Self.messageTypes
    case .rtk, .quality: [[0xD3, 0, 0], [0xD3, 0, 19]] + Self.messageTypes
    case .jsonLine, .jsonLines: Self.jsonWords.map { Array($0.utf8) }
    case .ntripAnswer, .sourceAnswer:
      Self.words(
        "HTTP/1.1 ", "HTTP/1.0 ", "ICY ", "SOURCETABLE ", "ERROR", "OK", "200", "100", "401", "503",
        "\r\n",
        "Content-Length: ", "Transfer-Encoding: chunked", "Ntrip-Version: Ntrip/2.0",
        "Retry-After: ",
        "Content-Type: ", "gnss/sourcetable", "text/html", "ENDSOURCETABLE", "STR;BASE;")
    case .sideFile:
      Self.words("{\"t\":", ",\"n\":", "}\n", "-", "1e9", "9223372036854775807", "TIMETAG ") + [
        [0xD3, 0, 0]
      ]
    case .tableFilter:
      Self.words(
        "STR;", "CAS;", "NET;", ";;;", "~", "!", "!=", "<=", ">=", "+", "|", "(", ")", "*", "?",
        "%2B",
        "auth&", "strict&", "filter=", "match=", "45.5", "\n", "ENDSOURCETABLE")
    case .chunkedBody: Self.words("\r\n", "0\r\n", "ffffffff", ";", "10\r\n", "\n")
    case .casterRequest:
      Self.words(
        "GET ", "POST ", "SOURCE ", "/BASE", "/SHUT", " HTTP/1.1", " HTTP/1.0", "\r\n", "http://",
        "%20", "?",
        "Ntrip-Version: Ntrip/2.0", "Authorization: Basic ", "dXNlcjpwYXNzd29yZA==", "User-Agent: ",
        "Mozilla/", "Ntrip-GGA: ", "$GPGGA,")
    case .sourcetable:
      Self.words(
        "STR;", "CAS;", "NET;", ";", "\"", "\";\"", "\r\n", "ENDSOURCETABLE", "-180", "1e9")
    case .casterSource: Self.words("\r\n", "0\r\n\r\n", "1f\r\n", "FFFFFFFF\r\n", ";x", "\u{D3}")
    case .casterFaults:
      Self.words(
        " mount=A", " from=", " to=", " for=", " probability=0.5", " rate=", " bytes=", "\n")
        + CasterFault.Kind.allCases.flatMap { Self.words($0.rawValue) }
    case .casterUsers: Self.words(":", "*", ",", "read", "write", "#", "$", "\r\n")
    case .url:
      Self.words(
        "ntrip://", "ntrips://", "http://", "https://", "@", ":", "/", "?", "%", "%2F", "[", "]",
        "[::1]")
    case .gga:
      Self.words(
        "$GPGGA,", ",", "*", ".", "-", "N", "S", "E", "W", "M", "9000.0000000", "18000.0",
        "235959.99")
    case .nmeaStream, .receiverLog:
      Self.words(
        "$", "*", "\r\n", "$GPGGA,", "$GNRMC,", "$GPGSV,", "$GPGST,", ",,,,", "-", "9999999")
        + [[0xB5, 0x62], [0x01, 0x07, 92, 0]]
    case .ubxStream, .ubxPayload, .ubxPoll:
      [
        [0xB5, 0x62], [0xB5], [0x01, 0x07, 92, 0], [0x02, 0x32, 8, 0], [0x06, 0x8A], [0xFF, 0xFF],
        [0x30, 0x21],
      ]
    case .rinexNavigation:
      Self.words(
        "RINEX VERSION / TYPE\n", "END OF HEADER\n", "ION ALPHA\n", "IONOSPHERIC CORR\n", "GPSA",
        "LEAP SECONDS\n", "     2.11           N", "     3.05           N", "     2.12           G",
        "G07 2026 06 01 12 00 00", "R", "E", "C", "J", "I", "S", "D+03", "D-308", "E999",
        "-1.234567890123D-05", "                   ", "    ", "\r\n")
    case .positions:
      Self.words(
        "%  GPST ", "UTC", "JST", "latitude(deg)", "latitude(d'\")", "x-ecef(m)", "e-baseline(m)",
        "vn(m/s)", "2024/06/24", "08:20:00.000", "2320 604800", " -0 ", "nan", "\r\n",
        "tow,lat,lon,h",
        "time", "utc", "Z", "#", "$GNGGA,")
    case .rinexObservations, .rinexWriting:
      Self.words(
        "RINEX VERSION / TYPE\n", "END OF HEADER\n", "SYS / # / OBS TYPES\n",
        "# / TYPES OF OBSERV\n", "SYS / SCALE FACTOR\n", "SYS / PHASE SHIFT\n",
        "GLONASS SLOT / FRQ #\n", "TIME OF FIRST OBS\n", "CRINEX VERS   / TYPE\n",
        "> 2026 06 01 12 00  0.0000000  0  2", " 26  6  1 12  0  0.0000000  0  2G01G02",
        "> 2026 06 01 12 00  0.0000000  4  1", "3&", "&", "\n\n", "  23629347.915 7", "C1C L1C",
        "G01", "R", "                ", "\r\n")
    case .ubxRaw:
      [[0xB5, 0x62], [0x02, 0x15], [0x02, 0x13], [0xF0, 0x7F], [0xF0, 0xFF], [0xFF, 0xFF]]
    case .mavlink: [[0xFD], [0xFE], [0xE9, 0, 0], [0xFD, 0xB6, 0, 0], [0xFE, 0xB6]]
    case .nmea: Self.words("$", "*", "\r\n", "*00", "GPGGA")
    case .boardAnswer:
      Self.words(
        ";", ".", "-", "e", ";;;;;;;;;;", "<html>", "CO2: ", "Humidity: ", "Altitude: ", "TVOC: ",
        "Pressure: ", "Temperature: ", "Latitude: ", "Longitude: ", "999000000", "<br>", "nan", "\n"
      )
    case .fatImage:
      Self.words("20260601CSV", "FAT16   ", "FAT32   ", "EXFAT   ", "RRaA", "rrAa")
        + [
          [0xFF, 0xFF], [0xF8, 0xFF], [0xFF, 0xFF, 0xFF, 0x0F], [0x55, 0xAA], [2, 0], [3, 0],
          [0xE5],
        ]
    case .busLines:
      Self.words(
        "\nSTART ", "\nWB ", "\nRB ", "\nSTOP", " ack", " nack",
        "HELLO 1", " board=", "NOW", "\nT ", "\nD ", "\nW ", "\nP ", "\nPIN ", "\nX", " w ", " r ",
        "77", "5b", "69", "42", "23", "temperature=", "=null", " on", " off", "ccs811.nwake",
        "ccs811.nint", "sps30", "ublox", "200000", "\r\n")
    case .partLines:
      Self.words(
        "\nOK\n", "OK 1580", "NACK", "NACK 1", "INT 0", "INT 1", "WAKE ", "STRETCH ", "GET ",
        "temperature", "STATE ", "=", "MISUSE ", "; ", "300000000", "\r\n")
    case .atCommands:
      Self.words("\r\n", "?", "=?", "=1", ",", "\"", "_CUR", "_DEF", "\\")
        + WiFiModem.commandNames.map { Array($0.utf8) }
    case .boardEvents:
      Self.words(
        "\n", " part=", " from=", " to=", " for=", " probability=", " at=", " over=", "=null",
        "always ", "never ", "once ", " after ", " before ", "within ", " s of ", "fault:",
        "fault-end:", "power:on", " @ ", " == ", " != ", "truth.", "measurement.", "gnss.fix",
        "wifi.lost", "caster.dies", "sda-low", "brown-out", "gnss.jam", "sps30", "1e9")
    case .scenario:
      Self.words(
        "scenario: 1\n", "name: ", "start: ", "seed: {world: 1}", "place: ", "track: ", "weather: ",
        "sky: {mask: ", "events:\n", "faults:\n", "expect:\n", "\n  - ", "{", "}", "[", "]", ": ",
        ", ",
        "at: ", "from: ", "to: ", "for: ", "every: ", "until: ", "set: ", "over: ", "power: off",
        "any",
        "fault: nack", "part: sps30", "probability: ", "ramp: ", "daily: ", "series: ", "file: ",
        "points: ", "laps: endless", "speed: ", "interval: ", "temperature: ", "pm25: ", ".nan",
        "1e9",
        "12:00:00", "2026-06-01T12:00:00Z", "&a ", "*a", "!!x ", "<trkpt lat=\"", "\" lon=\"",
        "<time>",
        "<ele>", "<!--", "-->", "\"main\":", "\"dt\":", "\"list\":", "\"temp\":", "\"3h\":")
    case .openDataQuery:
      Self.words(
        "$where=", "$order=", "$select=", "$limit=", "$offset=", "&", "=", "!=", "<>", "<=", ">=",
        "'", "''", "(", ")", ",", " AND ", " OR ", "NOT ", " IN (", " BETWEEN ", " IS NULL", "NULL",
        "idsensore", "data", "valore", "quota", "datastop", "'5909'", "'2026-06-01T00:00:00'",
        "-9999", "1e3", " DESC", "*", "%27", "+")
    case .appRequest:
      Self.words(
        "\n", "*", "\"data\":", "\"email\":", "\"password\":", "\"gender\":", "\"birthDay\":",
        "null", "\"\"",
        "{", "}", "[", "\\ud800", "1e999", ";", "<html>", "startDate=", "endDate=", "offset=",
        "limit=",
        "2026-11-22T00:00:00Z", "-011T", "%2B01:00", "eyJhbGciOiJub25lIn0.", "mario@example.org")
    case .clusterMessages:
      Self.words(
        "{\"node\":\"self\",", "\"run\":\"0000000000000007\",", "\"gone\":true", "\"number\":",
        "\"part\":",
        "\"parts\":", "\"mounts\":[{\"name\":\"A\",", "\"record\":\"STR;A;;;;;;;;;;;;;;;;;\"",
        "\"term\":1",
        "\"age\":", "\"address\":", "\"silent\":", "\"wants\":{", "BSC1", "lab/casters/", "nodes/",
        "hello",
        "mounts/", "/data", "/position", "%2F", "%2B", "\u{1}\u{2}")
    case .telemetryOrder:
      Self.words(
        "{\"id\":\"7\",", "\"id\":7", "\"method\":\"POST\"", "\"path\":\"/api/v1/faults\"",
        "\"body\":", "[[[[", "{\"\":",
        "1e999", "18446744073709551616", "-0", "\\ud800", "null", "true")
    }
  }

  private static func words(_ words: String...) -> [[UInt8]] { words.map { Array($0.utf8) } }

  /// The first two bytes of messages of the families.
  private static var messageTypes: [[UInt8]] {
    let types: [UInt16] = [
      63, 1004, 1005, 1006, 1007, 1012, 1013, 1015, 1019, 1020, 1021, 1023, 1025, 1029, 1030, 1033,
      1034,
      1042, 1046, 1057, 1060, 1066, 1074, 1077, 1087, 1097, 1107, 1117, 1127, 1137, 1230, 1240,
      1264, 1265,
      1300, 1301, 1303, 4072, 4076,
    ]
    return types.map { [UInt8($0 >> 4), UInt8($0 & 15) << 4] }
  }
}
