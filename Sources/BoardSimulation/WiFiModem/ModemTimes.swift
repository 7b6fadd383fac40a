/// The durations of a modem's work, and its limits.
///
/// Sources: Espressif's "ESP8266 AT Instruction Set", and emulations that measured AT 1.1; the times of the radio are
/// those of a good signal, and a model.
enum ModemTimes {
  /// The work on a command before its answer begins.
  static let command = Duration.milliseconds(2)
  /// The search of access points by `AT+CWLAP`.
  static let scan = Duration.milliseconds(2_150)
  /// The way from a join's beginning to `WIFI CONNECTED`.
  static let association = Duration.milliseconds(1_200)
  /// The way from `WIFI CONNECTED` to `WIFI GOT IP`, by DHCP.
  static let address = Duration.milliseconds(900)
  /// The way from `WIFI GOT IP` to the answer of the join.
  static let joined = Duration.milliseconds(100)
  /// The search for an access point that is not there, or that refuses the password.
  static let failedJoin = Duration.seconds(4)
  /// The pause between two attempts to join again without a command.
  static let rejoin = Duration.seconds(5)
  /// The least time to a connection, beside that of the network.
  static let connection = Duration.milliseconds(10)
  /// The time after which a connection is given up.
  static let connectionLimit = Duration.seconds(10)
  /// The least time from the last byte of a payload to `SEND OK`: the way of an acknowledgement.
  static let acknowledgement = Duration.milliseconds(15)
  /// The time after which a payload is given up, and its link with it, where the other side takes nothing.
  static let sendLimit = Duration.seconds(20)
  /// The closing of a link.
  static let close = Duration.milliseconds(10)
  /// The way from the end of `AT+RST`'s answer to the reset.
  static let reset = Duration.milliseconds(10)
  /// The way from a reset to the boot loader's noise.
  static let noise = Duration.milliseconds(20)
  /// The way from a reset to `ready`; the modem is deaf until then.
  static let boot = Duration.milliseconds(300)
  /// The time after which a ping without an answer is given up.
  static let pingLimit = Duration.seconds(1)
}

/// The sizes of a modem's buffers.
enum ModemSizes {
  /// The number of links.
  static let links = 5
  /// The longest command line behind `AT`, bytes with its line end.
  static let line = 128
  /// The most bytes of one `AT+CIPSEND`.
  static let payload = 2_048
  /// The most bytes of one `+IPD`: those of a TCP segment.
  static let segment = 1_460
  /// The bytes that a link holds for the sketch: the window of TCP, two segments.
  static let window = 2 * segment
  /// The bytes on their way to the sketch from which on its own bytes overrun the modem's input.
  static let output = 4_096
  /// The bytes from the sketch that the line holds, since they have not arrived yet.
  static let input = 512
}
