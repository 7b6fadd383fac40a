/// The boards behind a socket bus: one for each client, or shared by name.
///
/// Not to be shared by threads.
public final class BusBoards {
  /// The configuration of the boards.
  public struct Configuration: Sendable {
    /// The options of each board.
    public var board = BoardOptions()
    /// The names of their parts; all when empty.
    public var parts: Set<String> = []
    /// Whether what silicon punishes is an error to the one who does it.
    public var failsOnMisuse = false
    /// The greatest number of boards with a name.
    var mostNames = 1000

    /// Creates boards with all parts.
    public init() {}
  }

  /// Whether something was done that is an error here.
  public internal(set) var hasOffender = false
  let failsOnMisuse: Bool
  private let configuration: Configuration
  private let whenMade: (BusBoard) -> Void
  private var named: [String: BusBoard] = [:]

  /// Prepares boards.
  ///
  /// - Parameters:
  ///   - configuration: What they are made from.
  ///   - whenMade: Told of every board at the moment its power comes on.
  public init(_ configuration: Configuration, whenMade: @escaping (BusBoard) -> Void = { _ in }) {
    self.configuration = configuration
    self.whenMade = whenMade
    failsOnMisuse = configuration.failsOnMisuse
  }

  /// A board for a client alone.
  func make() -> BusBoard {
    let board = BusBoard(configuration.board, parts: configuration.parts)
    whenMade(board)
    return board
  }

  /// The board of a name, which all share who say it.
  func board(named name: String) throws(BusError) -> BusBoard {
    if let board = named[name] { return board }
    guard named.count < configuration.mostNames else {
      throw .range("\(configuration.mostNames) boards have a name; share one of them")
    }
    let board = make()
    named[name] = board
    return board
  }
}
