/// A version of the AT firmware of an ESP8266, with the differences that sketches notice.
public enum ATVersion: String, Hashable, Sendable, CaseIterable {
  /// AT 0.40 of August 2015, on SDK 1.3.
  case v0_40 = "0.40"
  /// AT 1.4 of May 2017, on SDK 2.0.
  case v1_4 = "1.4"
  /// AT 1.7 of 2018, on SDK 3.0.
  case v1_7 = "1.7"
  /// ESP-AT 2.2 of June 2021, on the RTOS SDK 3.4.
  case v2_2 = "2.2"

  /// The answer to `AT+GMR`, up to the line with `OK`.
  var identity: String {
    switch self {
    case .v0_40:
      "AT version:0.40.0.0(Aug  8 2015 14:45:58)\r\nSDK version:1.3.0\r\n"
        + "compile time:Aug  8 2015 17:19:38\r\n"
    case .v1_4:
      "AT version:1.4.0.0(May  5 2017 16:10:59)\r\nSDK version:2.0.0(5a875ba)\r\n"
        + "compile time:May  5 2017 16:37:48\r\n"
    case .v1_7:
      "AT version:1.7.0.0(Aug 16 2018 00:57:04)\r\nSDK version:3.0.0(d49923c)\r\n"
        + "compile time:Aug 23 2018 16:58:12\r\n"
    case .v2_2:
      "AT version:2.2.0.0(b097cdf - ESP8266 - Jun 17 2021 12:57:45)\r\n"
        + "SDK version:v3.4-22-g967752e2\r\ncompile time(6800286):Aug  4 2021 17:34:05\r\n"
        + "Bin version:2.2.0(ESP8266_1MB)\r\n\r\n"
    }
  }

  /// The lines that end the boot, after the noise of the boot loader.
  var greeting: String {
    self == .v0_40 ? "\r\nAi-Thinker Technology Co. Ltd.\r\n\r\nready\r\n" : "\r\nready\r\n"
  }

  /// Whether `+CIPSTATUS` has the local port before its last field.
  var tellsLocalPort: Bool { self != .v0_40 }

  /// Whether the address in `+IPD` is in quotes.
  var quotesPeers: Bool { self == .v2_2 }

  /// Whether a mode that is set again is answered by `no change` alone, without `OK`.
  var refusesRepetition: Bool { self == .v0_40 }

  /// Whether settings have the forms `_CUR` and `_DEF`; the rates of the UART have them in every version.
  var hasStorageForms: Bool { self != .v2_2 }

  /// The word that ends the answer to a join that failed.
  var joinFailure: String { self == .v2_2 ? "ERROR" : "FAIL" }

  /// The beginning of the line with a ping's time, ms.
  var pingPrefix: String { self == .v2_2 ? "+PING:" : "+" }

  /// The fields of an access point behind its channel: frequency offset and calibration, and more in 2.x.
  var scanTail: String {
    switch self {
    case .v0_40: ""
    case .v1_4, .v1_7: ",-17,0"
    case .v2_2: ",-1,-1,4,4,7,0"
    }
  }

  /// The fields of the joined access point behind its signal.
  var joinTail: String { self == .v2_2 ? ",0,0,0,0" : "" }
}
