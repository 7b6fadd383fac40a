internal import BoardFirmware
internal import BoardSimulation
internal import GNSSBasics
internal import Mathematics
internal import TextOutput

/// The history of the fix in a run, with the position errors of each kind of fix.
struct FixHistory {
  private var lastEpoch: Duration?
  private var current = GNSSFix.none
  private(set) var best = GNSSFix.none
  private var firstTimes: [GNSSFix: Duration] = [:]
  private var drops = 0
  private var errors: [GNSSFix: ErrorStatistics] = [:]
  private var lastHeading: Duration?
  /// The errors of the headings, degrees.
  private var headings = ErrorStatistics()

  private struct ErrorStatistics {
    var epochs = 0
    var squares = 0.0
    var largest = 0.0

    /// The root mean square of the errors.
    var rms: Double { (squares / Double(max(epochs, 1))).squareRoot() }

    /// Adds an error, not negative.
    mutating func add(_ error: Double) {
      epochs += 1
      squares += error * error
      largest = max(largest, error)
    }
  }

  /// Records a board's fix and position error at a board time; an epoch seen before adds no error.
  mutating func observe(
    _ gnss: GNSSStatus, at time: Duration, in world: @autoclosure () -> World
  ) {
    recordFix(gnss.fix, at: time)
    if let heading = gnss.heading, heading.time != lastHeading {
      lastHeading = heading.time
      let error = heading.value.degrees - world().heading(at: heading.time)
      headings.add((error - (error / 360).rounded() * 360).magnitude)
    }
    guard let position = gnss.position, position.time != lastEpoch else { return }
    lastEpoch = position.time
    let offset = world().position(at: position.time).localOffset(to: position.value)
    let square = offset.east * offset.east + offset.north * offset.north
    errors[current, default: ErrorStatistics()].add(square.squareRoot())
  }

  private mutating func recordFix(_ fix: GNSSFix, at time: Duration) {
    guard fix != current else { return }
    if current == .rtkFixed { drops += 1 }
    current = fix
    best = max(best, fix)
    for reached in GNSSFix.allCases where reached <= fix && firstTimes[reached] == nil {
      firstTimes[reached] = time
    }
  }

  /// Returns the report's members for the history.
  func members(reason: String?) -> [Described] {
    [
      Described("best_fix", fix: best),
      Described("final_fix", fix: current),
      Described("reason", text: reason),
      Described("seconds_to_3d", number: firstTimes[.threeD]?.inSeconds, decimals: 3),
      Described("seconds_to_dgnss", number: firstTimes[.dgnss]?.inSeconds, decimals: 3),
      Described("seconds_to_rtk_float", number: firstTimes[.rtkFloat]?.inSeconds, decimals: 3),
      Described("seconds_to_rtk_fixed", number: firstTimes[.rtkFixed]?.inSeconds, decimals: 3),
      Described("drops_from_rtk_fixed", count: drops),
      Described("errors", errorMembers),
    ] + headingMembers
  }

  /// The errors of the headings; none without any.
  private var headingMembers: [Described] {
    guard headings.epochs > 0 else { return [] }
    return [
      Described(
        "heading_errors",
        [
          Described("epochs", count: headings.epochs),
          Described("rms", number: headings.rms, decimals: 3),
          Described("max", number: headings.largest, decimals: 3),
        ])
    ]
  }

  private var errorMembers: [Described] {
    GNSSFix.allCases.compactMap { fix in
      guard let error = errors[fix] else { return nil }
      return Described(
        fix.name,
        [
          Described("epochs", count: error.epochs),
          Described("horizontal_rms", number: error.rms, decimals: 4),
          Described("horizontal_max", number: error.largest, decimals: 4),
        ])
    }
  }
}
