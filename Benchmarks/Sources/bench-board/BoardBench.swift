import BoardSimulation
import VirtualBoard

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How many board seconds pass in a second of processor time, with corrections at 1 Hz, and the share of each
/// part: by how much the board is quicker with that part off the bus.
@main struct BoardBench {
  static let boardSeconds = 1800

  static func main() throws {
    let whole = try seconds(without: nil)
    tell("all parts, statistical receiver", whole, least: 5000)
    tell(
      "all parts, receiver that solves", try seconds(without: nil, positions: .rtk), least: 500)
    for part in try Board(.none).simulation.bus.inspect() {
      let share = (whole - (try seconds(without: part.name))) / whole
      print("  \(part.name): \(Int((100 * share).rounded())) %")
    }
    tellModem()
  }

  /// Prints the megabytes that a Wi-Fi modem passes in a second of processor time, the best of five.
  private static func tellModem() {
    let speed =
      (0..<5).map { _ in
        let start = processorSeconds()
        let bytes = ModemBench.exchange(payloads: 2_000)
        return Double(bytes) / (processorSeconds() - start) / 1e6
      }.max() ?? 0
    print(
      "Wi-Fi modem: \(Int(speed)) MB a second of processor time "
        + "(at least 1: \(speed >= 1 ? "met" : "MISSED"))")
  }

  /// Prints the board seconds in a second of processor time, and whether they are as many as they shall be.
  private static func tell(_ name: String, _ seconds: Double, least: Double) {
    let speed = Double(boardSeconds) / seconds
    print(
      "\(name): \(Int(speed)) board seconds a second of processor time "
        + "(at least \(Int(least)): \(speed >= least ? "met" : "MISSED"))")
  }

  /// The processor time of the run, the best of five.
  private static func seconds(
    without part: String?, positions: PositionSource = .statistical
  ) throws -> Double {
    var options = BoardOptions()
    options.positions = positions
    return try (0..<5).map { _ in
      let board = try Board(.builtInBase, options: options)
      if let part, let device = board.simulation.bus.device(named: part) {
        board.simulation.bus.detach(at: device.address)
      }
      let start = processorSeconds()
      board.run(until: .seconds(boardSeconds))
      return processorSeconds() - start
    }.min() ?? 0
  }

  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
