internal import GNSSBasics
internal import Positioning

extension GNSSSolve {
  /// Returns the position of the base's antenna in all of its file.
  ///
  /// - Parameters:
  ///   - base: The base's file; `nil` for none.
  ///   - teacher: The receiver, which knows all orbits.
  /// - Returns: The position; `nil` where messages or headers tell it as the file goes on.
  /// - Throws: ``Failure`` when nothing tells it.
  func basePlace(_ base: ObservationFile?, _ teacher: RTKEngine) throws -> ECEFPosition? {
    guard let base, !hasMovingBase else { return nil }
    switch basePosition {
    case .place(let place): return ECEFPosition(place)
    case .average: return try average(base, teacher)
    case nil:
      base.notePlaces()
      guard !base.isPlaced else { return nil }
      throw Failure(
        message: "'\(base.path)' does not tell where the base is; give --base-position "
          + "LAT,LON,H, or average")
    }
  }

  /// Returns the mean of a base's positions by its own codes.
  private func average(_ base: ObservationFile, _ teacher: RTKEngine) throws -> ECEFPosition {
    var options = teacher.options
    options.mode = .single
    var engine = RTKEngine(options, orbits: teacher.orbits)
    var reader = try EpochReader(base, glonassChannels: base.glonassChannels)
    var (sum, count) = (SIMD3<Double>.zero, 0.0)
    while let epoch = try reader.read()?.epoch {
      let solution = engine.solve(epoch)
      guard solution.state == .single else { continue }
      sum += SIMD3(solution.position.x, solution.position.y, solution.position.z)
      count += 1
    }
    guard count > 0 else {
      throw Failure(message: "no epoch of '\(base.path)' has a position, so there is no average")
    }
    return ECEFPosition(x: sum.x / count, y: sum.y / count, z: sum.z / count)
  }
}
