package import AppServer
internal import BoardFirmware
package import BoardSimulation
package import GNSSBasics
internal import VirtualBoard

/// A generator of the rows that a new server starts with.
///
/// Complete boards run in virtual time, and their answers are posted as rows.
package struct RowHistory: Sendable {
  /// The world in which the boards walk.
  private let world: World
  /// The date of the world's time zero.
  private let origin: UnixTime
  private let seed: UInt64

  /// Creates a generator of rows in a world.
  package init(of world: World, from origin: UnixTime, seed: UInt64) {
    self.world = world
    self.origin = origin
    self.seed = seed
  }

  /// The time a board runs before its first row, until its position is accurate to centimetres.
  private static let warmUp = Duration.seconds(120)

  /// Adds the rows of walks that a store does not contain yet.
  ///
  /// - Parameters:
  ///   - walks: The walks.
  ///   - store: The store to add to.
  ///   - owner: The account that owns the rows.
  ///   - progress: A closure that receives the index of each walk; `false` from it ends the generation.
  /// - Returns: The number of rows added.
  /// - Throws: `StoreError`, or an error of a board's corrections.
  package func add(
    _ walks: [Walk], to store: any Store, owner: Account?, progress: (Int) -> Bool = { _ in true }
  ) async throws -> Int {
    var count = 0
    for (index, walk) in walks.enumerated() {
      guard progress(index) else { break }
      let period = walk.start...walk.start.advanced(by: .seconds(walk.route.rowCount - 1))
      guard try await store.rows(in: period, after: nil, limit: 1).isEmpty else { continue }
      for row in try rows(of: walk) {
        _ = try await store.append(row.posted, owner: owner, at: row.time)
        count += 1
      }
    }
    return count
  }

  /// Returns the rows of a walk, each with its time.
  package func rows(of walk: Walk) throws -> [(time: UnixTime, posted: PostedRow)] {
    let boot = walk.start.advanced(by: .zero - Self.warmUp)
    var options = BoardOptions()
    options.seed = seed
    options.bootDate = boot
    options.sampleInterval = .seconds(1)
    let wiring = try CorrectionSupply(.builtInBase, from: boot).wiring(of: options)
    let world = world.walk(
      along: walk.route.corners, speed: walk.route.speed, departure: Self.warmUp,
      since: boot.duration(since: origin))
    let board = try Board(options, world: world, link: wiring.link)
    defer { board.stop() }
    return try (0..<walk.route.rowCount).map { second in
      board.run(until: Self.warmUp + .seconds(second))
      let text = board.get("/").text
      let time = walk.start.advanced(by: .seconds(second))
      return (time, try PostedRow(text: text))
    }
  }
}
