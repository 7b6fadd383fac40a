/// The serial line between a board and its Wi-Fi modem.
public struct LineStatus: Hashable, Sendable {
  /// The rate, bits per second.
  public var baud: Int
  /// The number of bytes a second that the line carries in each direction.
  public var bytesPerSecond: Int
  /// The bytes a second that the caster sends, over the last ten seconds.
  public var wanted = 0
  /// The bytes of the stream that wait for the line.
  public var backlog = 0
  /// The frames that the caster has sent and that never reached the firmware.
  public var framesLost = 0
  /// The bytes that found the receive buffer full.
  public var overruns = 0
  /// The bytes that arrived while the port was sending.
  public var lostWhileSending = 0
  /// The times that the firmware had to set its modem up again.
  public var restarts = 0
  /// The requests that were answered over the line.
  public var answers = 0

  /// Creates the status of a line that nothing has passed.
  public init(baud: Int, bytesPerSecond: Int) {
    (self.baud, self.bytesPerSecond) = (baud, bytesPerSecond)
  }

  /// The reason why the line does not carry what is asked of it, with the remedy; `nil` while it does.
  public var shortage: String? {
    guard wanted > bytesPerSecond else { return nil }
    return
      "your line carries \(Self.grouped(bytesPerSecond)) of \(Self.grouped(wanted)) bytes a second; "
      + "ask the caster for MSM4, or for fewer epochs"
  }

  private static func grouped(_ number: Int) -> String {
    guard number >= 1_000 else { return "\(number)" }
    let rest = number % 1_000
    let zeros = rest < 10 ? "00" : rest < 100 ? "0" : ""
    return "\(grouped(number / 1_000)),\(zeros)\(rest)"
  }
}
