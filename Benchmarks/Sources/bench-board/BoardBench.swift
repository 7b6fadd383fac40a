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
    let speed = Double(boardSeconds) / whole
    print(
      "all parts: \(Int(speed)) board seconds a second of processor time "
        + "(at least 5000: \(speed >= 5000 ? "met" : "MISSED"))")
    for part in try Board(.none).simulation.bus.inspect() {
      let share = (whole - (try seconds(without: part.name))) / whole
      print("  \(part.name): \(Int((100 * share).rounded())) %")
    }
  }

  /// The processor time of the run, the best of five.
  private static func seconds(without part: String?) throws -> Double {
    try (0..<5).map { _ in
      let board = try Board(.builtInBase)
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
