internal import BoardSimulation

/// The boards behind a socket bus: one for each client, or one shared by all clients that give its name.
///
/// The value is not safe for concurrent use.
public final class BusBoards {
  /// The configuration of the boards.
  public struct Configuration: Sendable {
    /// The options of each board.
    public var board = BoardOptions()
    /// The names of each board's parts; all parts when empty.
    public var parts: Set<String> = []
    /// Whether each board's parts have started when its first client finds it, `SimulatedBoard.startUpTime`
    /// after power-on; else a board begins at power-on.
    public var isWarm = false
    /// Whether a driver mistake that real silicon would punish is an error answer to its client.
    public var failsOnMisuse = false
    /// The greatest number of named boards.
    var mostNames = 1000

    /// Creates the configuration of boards with all parts.
    public init() {}
  }

  /// Whether a client was answered with an error for a driver mistake.
  public internal(set) var hasOffender = false
  let failsOnMisuse: Bool
  private let configuration: Configuration
  private let whenMade: (BusBoard) -> Void
  private var named: [String: BusBoard] = [:]

  /// Creates the boards of a socket bus; each is made when a client first needs it.
  ///
  /// - Parameters:
  ///   - configuration: The properties of each board.
  ///   - whenMade: Called with each board at power-on.
  public init(_ configuration: Configuration, whenMade: @escaping (BusBoard) -> Void = { _ in }) {
    self.configuration = configuration
    self.whenMade = whenMade
    failsOnMisuse = configuration.failsOnMisuse
  }

  /// Returns a new board for one client.
  func make() -> BusBoard {
    let board = BusBoard(configuration.board, parts: configuration.parts)
    whenMade(board)
    if configuration.isWarm { board.simulation.clock.pause(for: SimulatedBoard.startUpTime) }
    return board
  }

  /// Returns the board of a name, shared by all clients that give the name.
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
