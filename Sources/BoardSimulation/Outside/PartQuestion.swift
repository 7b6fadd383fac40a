internal import Bytes
internal import Mathematics
internal import SensorDrivers

/// A question of the board to the program of a part, which is one line.
///
/// Board times are whole nanoseconds, bytes are two hexadecimal digits each.
enum PartQuestion: Hashable, Sendable {
  /// The first line: the version of the protocol, the part, its random seed, and the board time of power-on.
  case hello(OutsidePartGreeting)
  /// A START with the part's address, or a repeated one.
  case start(Duration, TransferDirection, isRepeated: Bool)
  /// The bytes of a write, at the end of the last one.
  case write(Duration, [UInt8])
  /// A read of a number of bytes.
  case read(Duration, Int)
  /// A board time that the program asked for.
  case at(Duration)
  /// The loss or the return of the power.
  case power(Duration, isOn: Bool)

  /// The question's line, without its line feed.
  var line: String {
    switch self {
    case .hello(let greeting): greeting.line
    case .start(let time, let direction, let isRepeated):
      "\(isRepeated ? "RESTART" : "START") \(Self.text(time)) \(direction == .writing ? "w" : "r")"
    case .write(let time, let bytes): "W \(Self.text(time)) \(bytes.hexadecimal)"
    case .read(let time, let count): "R \(Self.text(time)) \(count)"
    case .at(let time): "AT \(Self.text(time))"
    case .power(let time, let isOn): "POWER \(Self.text(time)) \(isOn ? 1 : 0)"
    }
  }

  static func text(_ time: Duration) -> String { "\(time.inNanoseconds)" }
}

/// The first line to the program of a part.
struct OutsidePartGreeting: Hashable, Sendable {
  /// The version of the protocol.
  static let version = 1
  /// The part's name.
  var name: String
  /// The part's address.
  var address: UInt8
  /// The seed of the part's random numbers.
  var seed: UInt64
  /// The board time of power-on.
  var start: Duration

  var line: String {
    "PART \(Self.version) name=\(name) address=\(address.hexadecimal) seed=\(seed) "
      + "start=\(PartQuestion.text(start))"
  }
}
