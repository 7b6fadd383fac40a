import Mathematics
import TextOutput

/// The board's numbers in the Prometheus text format, version 0.0.4.
struct MetricsText {
  private(set) var bytes: [UInt8] = []
  /// Which of several boards it is, as a label of every sample.
  private let board: String?

  init(board: Int?) { self.board = board.map { "board=\"\($0)\"" } }

  /// The document of the route for metrics; a value that nothing has delivered has no line.
  static func body(of snapshot: BoardSnapshot, at now: Duration, board: Int? = nil) -> [UInt8] {
    var text = MetricsText(board: board)
    text.bytes.reserveCapacity(4096)
    text.write("board_time_seconds", .gauge, "Time since boot.", now.inSeconds, decimals: 3)
    text.write(snapshot.measurement, at: now)
    text.write(snapshot.gnss, at: now)
    text.write(snapshot.corrections)
    text.write(snapshot.sensors, at: now)
    text.write(snapshot.card)
    return text.bytes
  }

  /// What kind of number a metric is.
  enum Kind: String {
    case gauge, counter
  }

  // MARK: Lines

  /// Writes the two lines that come before a metric's samples.
  mutating func head(_ name: String, _ kind: Kind, _ help: String) {
    bytes += "# HELP boardsim_\(name) \(help)\n# TYPE boardsim_\(name) \(kind.rawValue)\n".utf8
  }

  /// Writes one sample; nothing for a value there is not.
  mutating func sample(
    _ name: String, of label: (name: String, value: String)? = nil, _ value: Double?, decimals: Int
  ) {
    var number: [UInt8] = []
    guard let value, number.append(decimal: value, decimals: decimals) else { return }
    bytes += "boardsim_\(name)".utf8
    let labels = [board, label.map { "\($0.name)=\"\($0.value)\"" }].compactMap { $0 }
    if !labels.isEmpty { bytes += "{\(labels.joined(separator: ","))}".utf8 }
    bytes += " ".utf8
    bytes += number
    bytes += "\n".utf8
  }

  /// Writes a metric of one sample; nothing at all for a value there is not.
  mutating func write(
    _ name: String, _ kind: Kind, _ help: String, _ value: Double?, decimals: Int = 0
  ) {
    guard let value else { return }
    head(name, kind, help)
    sample(name, value, decimals: decimals)
  }

  /// Writes a counter.
  mutating func write(count: Int, _ name: String, _ help: String) {
    write(name, .counter, help, Double(count))
  }
}
