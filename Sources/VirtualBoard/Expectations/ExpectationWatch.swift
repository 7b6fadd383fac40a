internal import BoardFirmware
internal import BoardSimulation
internal import Mathematics
internal import TextOutput

/// The observer of expectations, which checks a board after each sample and each event.
struct ExpectationWatch {
  private var entries: [Entry]
  /// The board times at which the board has to be checked, in order.
  private var stops: [Duration] = []
  private var lastLook: Duration?
  private var powerOns: [Duration] = []

  fileprivate struct Entry {
    let expectation: Expectation
    var occurrences: [Occurrence] = []
    /// The outcome, once decided before the end; `nil` until then.
    var outcome: ExpectationOutcome?
    /// Whether the board was checked within the expectation's range of time.
    var wasLookedAt = false
  }

  /// An occurrence of a moment, past or to come, and the value found since.
  fileprivate struct Occurrence {
    let moment: Duration
    let deadline: Duration
    var isMet = false
    var found: DescribedValue?
    var time: Duration?
  }

  init(_ expectations: [Expectation]) {
    entries = expectations.map { Entry(expectation: $0) }
  }

  // MARK: Times to check

  /// The next board time at which the board has to be checked; `nil` for none.
  var nextStop: Duration? { stops.first }

  /// Plans checks for all faults; faults that have not begun may have changed since the last call.
  mutating func plan(_ faults: [BoardFault]) {
    var stops: [Duration] = []
    for index in entries.indices {
      switch entries[index].expectation.period {
      case .at(let time): stops.append(time)
      case .within(let time, let moment):
        let past = entries[index].occurrences.filter { !isToCome($0.moment) }
        entries[index].occurrences = past
        let known = Set(entries[index].occurrences.map(\.moment))
        for moment in moments(moment, faults) where !known.contains(moment) {
          entries[index].occurrences.append(Occurrence(moment: moment, deadline: moment + time))
        }
        stops += entries[index].occurrences.flatMap { [$0.moment, $0.deadline] }
      case .atEnd, .always, .never, .once: break
      }
    }
    self.stops = stops.filter(isToCome).sorted()
  }

  private func isToCome(_ time: Duration) -> Bool { lastLook.map { time > $0 } ?? true }

  private func moments(_ moment: Expectation.Moment, _ faults: [BoardFault]) -> [Duration] {
    switch moment {
    case .time(let time): [time]
    case .powerOn: powerOns
    case .fault(let kind): faults.filter { $0.kind == kind }.map(\.start)
    case .faultEnd(let kind): faults.filter { $0.kind == kind }.compactMap(\.end)
    }
  }

  /// Takes note that the power has come on.
  mutating func powerCameOn(at now: Duration, _ faults: [BoardFault]) {
    powerOns.append(now)
    plan(faults)
  }

  // MARK: Checking

  /// Checks all expectations against a board.
  mutating func look(_ view: some WatchedBoard) {
    let now = view.time
    lastLook = now
    stops.removeAll { $0 <= now }
    for index in entries.indices { entries[index].look(view) }
  }

  /// Returns the outcomes of the expectations, with the report of the end.
  func outcomes(_ report: DescribedValue, at end: Duration) -> [ExpectationOutcome] {
    entries.map { $0.conclude(report, at: end) }
  }
}

extension ExpectationWatch.Entry {
  mutating func look(_ view: some WatchedBoard) {
    guard outcome == nil else { return }
    let claim = expectation.claim
    switch expectation.period {
    case .atEnd: break
    case .at(let time):
      guard view.time >= time else { return }
      decide(claim.isMet(by: view[claim.path]), view)
    case .always(let range):
      guard enter(range, view), !claim.isMet(by: view[claim.path]) else { return }
      decide(false, view)
    case .never(let range):
      guard enter(range, view) else { return }
      let found = view[claim.path]
      // A claim about a missing value cannot be said never to hold.
      if found == nil || claim.isMet(by: found) { decide(false, view) }
    case .once(let range):
      guard enter(range, view), claim.isMet(by: view[claim.path]) else { return }
      decide(true, view)
    case .within: lookAtOccurrences(view)
    }
  }

  private mutating func enter(_ range: Range<Duration>, _ view: some WatchedBoard) -> Bool {
    guard range.contains(view.time) else { return false }
    wasLookedAt = true
    return true
  }

  private mutating func decide(_ isMet: Bool, _ view: some WatchedBoard) {
    outcome = ExpectationOutcome(
      expectation: expectation, found: view[expectation.claim.path], isMet: isMet, time: view.time)
  }

  private mutating func lookAtOccurrences(_ view: some WatchedBoard) {
    for index in occurrences.indices
    where !occurrences[index].isMet && occurrences[index].moment <= view.time
      && view.time <= occurrences[index].deadline
    {
      let found = view[expectation.claim.path]
      occurrences[index].isMet = expectation.claim.isMet(by: found)
      (occurrences[index].found, occurrences[index].time) = (found, view.time)
    }
  }

  func conclude(_ report: DescribedValue, at end: Duration) -> ExpectationOutcome {
    if let outcome { return outcome }
    let claim = expectation.claim
    var outcome = ExpectationOutcome(expectation: expectation, isMet: false)
    switch expectation.period {
    case .atEnd:
      outcome.found = report[path: claim.path]
      outcome.isMet = claim.isMet(by: outcome.found)
    case .at: outcome.reason = "the run ended before"
    case .always, .never:
      outcome.isMet = wasLookedAt
      if !wasLookedAt { outcome.reason = "nobody looked in that time" }
    case .once: outcome.reason = wasLookedAt ? "it never was so" : "nobody looked in that time"
    case .within(_, let moment): concludeOccurrences(&outcome, moment, end)
    }
    return outcome
  }

  private func concludeOccurrences(
    _ outcome: inout ExpectationOutcome, _ moment: Expectation.Moment, _ end: Duration
  ) {
    let past = occurrences.filter { $0.moment <= end }
    guard !past.isEmpty else { return outcome.reason = "\(moment.words) never came" }
    guard let failed = past.first(where: { !$0.isMet }) else { return outcome.isMet = true }
    (outcome.found, outcome.time) = (failed.found, failed.time)
    let when = PlainText.number(failed.moment.inSeconds, decimals: 3)
    outcome.reason =
      "\(moment.words) was at \(when) s" + (failed.deadline > end ? ", and the run ended" : "")
  }
}

extension Expectation.Moment {
  var words: String {
    switch self {
    case .fault(let kind): "fault:\(kind.rawValue)"
    case .faultEnd(let kind): "fault-end:\(kind.rawValue)"
    case .powerOn: "power:on"
    case .time: "that time"
    }
  }
}

/// A board at a moment, with the values that claims can name.
protocol WatchedBoard {
  /// The board time of the moment.
  var time: Duration { get }
  /// The value at a dotted path; `nil` where there is none.
  subscript(path: String) -> DescribedValue? { get }
}

/// A board at a moment, with the values that claims can name: the status, `measurement.NAME.…` and
/// `truth.NAME`.
struct BoardView: WatchedBoard {
  let snapshot: BoardSnapshot
  let world: World
  let time: Duration
  private let status: DescribedValue

  init(_ snapshot: BoardSnapshot, in world: World, at time: Duration) {
    self.snapshot = snapshot
    self.world = world
    self.time = time
    status = snapshot.status(at: time)
  }

  subscript(path: String) -> DescribedValue? {
    let parts = path.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    switch parts.first {
    case "truth":
      guard parts.count == 2, let quantity = WorldQuantity(rawValue: String(parts[1])) else {
        return nil
      }
      return quantity.described(in: world.state(at: time))
    case "measurement":
      guard parts.count == 3,
        let quantity = Quantity.allCases.first(where: { $0.name == parts[1] })
      else { return nil }
      return snapshot.field(of: quantity, at: time)[path: String(parts[2])]
    default: return status[path: path]
    }
  }
}

extension WorldQuantity {
  /// Returns the exact value in a state of the world.
  func described(in state: WorldState) -> DescribedValue {
    .number(value(in: state), decimals: decimals)
  }
}
