/// The hardware between a board and its network.
public enum BoardProfile: String, Hashable, Sendable, CaseIterable {
  /// A Wi-Fi of the board's own, whose times are those of the network alone.
  case direct
  /// An Arduino Uno with an ESP8266 on SoftwareSerial at 9,600 baud: everything passes the line as AT commands.
  case unoESP8266 = "uno-esp8266"
}
