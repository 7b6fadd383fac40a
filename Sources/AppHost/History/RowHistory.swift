package import AppServer
internal import BoardFirmware
package import BoardSimulation
package import GNSSBasics
internal import VirtualBoard

/// Makes the rows that a server has from the start, by whole boards in virtual time: what they answer is posted.
package struct RowHistory: Sendable {
  /// The world in which the boards walk.
  private let world: World
  /// The date of the world's time zero.
  private let origin: UnixTime
  private let seed: UInt64

  /// Prepares rows of a world.
  package init(of world: World, from origin: UnixTime, seed: UInt64) {
    self.world = world
    self.origin = origin
    self.seed = seed
  }

  /// The time a board runs before its first row: until its position is good to centimetres.
  private static let warmUp = Duration.seconds(120)

  /// Adds the rows of walks that a store does not have yet.
  ///
  /// - Parameters:
  ///   - walks: Which.
  ///   - store: Where to.
  ///   - owner: Whose they are.
  ///   - progress: Told of each walk; `false` ends it.
  /// - Returns: How many rows were added.
  /// - Throws: `StoreError`, or what a board's corrections throw.
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

  /// The rows of a walk.
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
