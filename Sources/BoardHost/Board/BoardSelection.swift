/// The part of a service's boards that runs here, with the same behaviour as among all of them.
public enum BoardSelection: Hashable, Sendable {
  /// All boards.
  case all
  /// A single board.
  case only(Int)
  /// A contiguous part; the other parts run elsewhere.
  case shard(Shard)

  /// Returns the numbers of the boards that run.
  ///
  /// - Parameter count: The number of boards in the world.
  /// - Returns: The numbers; none for a part without boards.
  public func numbers(of count: Int) -> Range<Int> {
    switch self {
    case .all: 0..<max(count, 0)
    case .only(let number): number..<number + 1
    case .shard(let shard): shard.numbers(of: max(count, 0))
    }
  }

  /// Returns the distance of a board's data port from the first port: its place among the boards that run.
  ///
  /// A board that runs alone has the port that it would have among all.
  func portOffset(of number: Int, count: Int) -> Int {
    if case .only = self { number } else { number - numbers(of: count).lowerBound }
  }
}
