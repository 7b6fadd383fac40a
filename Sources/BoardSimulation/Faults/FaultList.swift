internal import Mathematics

/// The faults of a board: the active ones, the parts that they affect, and the chance that they strike.
struct FaultList {
  /// The faults in the order in which they were added.
  private(set) var faults: [BoardFault] = []
  private var chance: Xoshiro256
  /// The faults that are active throughout `activeSpan`; a cache, because every transfer asks for them.
  private var active: [BoardFault] = []
  private var activeSpan: Range<Duration>?

  init(seed: UInt64) { chance = Xoshiro256(seed: seed, part: "faults") }

  /// Whether the list is empty, so that no other check is needed.
  var isEmpty: Bool { faults.isEmpty }

  /// Adds a fault and returns its number, from 1.
  mutating func add(_ fault: BoardFault) -> Int {
    faults.append(fault)
    activeSpan = nil
    return faults.count
  }

  /// Ends a fault at a time; returns `false` if there is none with that number, or if it has ended.
  mutating func end(_ number: Int, at time: Duration) -> Bool {
    guard faults.indices.contains(number - 1), faults[number - 1].end.map({ time < $0 }) ?? true
    else { return false }
    faults[number - 1].end = max(time, faults[number - 1].start)
    activeSpan = nil
    return true
  }

  /// Returns the wires' fault of a kind that strikes a part now; `nil` for none.
  ///
  /// Of several faults the last one added wins. A fault with a probability below 1 takes a random draw.
  mutating func strikes(_ kind: BoardFault.Kind, _ part: String, at time: Duration) -> BoardFault? {
    look(at: time)
    for fault in active.reversed() where fault.kind == kind && fault.concerns(part) {
      if chance.strikes(with: fault.probability) { return fault }
    }
    return nil
  }

  /// Returns the fault of a kind that strikes a part now, with its number; `nil` for none.
  ///
  /// The faults numbered in `spent` are skipped. Otherwise the rules are those of ``strikes(_:_:at:)``.
  mutating func strike(
    _ kind: BoardFault.Kind, on part: String, except spent: Set<Int>, at time: Duration
  ) -> (number: Int, fault: BoardFault)? {
    guard isOn(kind, at: time) else { return nil }
    for (index, fault) in faults.enumerated().reversed()
    where fault.kind == kind && fault.isActive(at: time) && fault.concerns(part)
      && !spent.contains(index + 1)
    {
      if chance.strikes(with: fault.probability) { return (index + 1, fault) }
    }
    return nil
  }

  /// Whether any fault of a kind is active.
  mutating func isOn(_ kind: BoardFault.Kind, at time: Duration) -> Bool {
    look(at: time)
    return active.contains { $0.kind == kind }
  }

  /// Updates the cache: the faults active at a time, and the span for which that stays true.
  private mutating func look(at time: Duration) {
    if let activeSpan, activeSpan.contains(time) { return }
    active = faults.filter { $0.isActive(at: time) }
    let changes = faults.lazy.flatMap { [$0.start, $0.end ?? $0.start] }
    let last = changes.filter { $0 <= time }.max() ?? .zero
    let next = changes.filter { $0 > time }.min() ?? .seconds(Int64.max / 4)
    activeSpan = min(last, time)..<next
  }

  /// Returns a random number in `0..<count`, for a fault that leaves a parameter open.
  mutating func pick(below count: Int) -> Int { Int(chance.next() % UInt64(max(count, 1))) }

  /// Returns the next time after `time` at which a fault in a part begins or ends; `nil` for none.
  ///
  /// Faults of the wires are left out, because they do not change the part.
  func nextChange(of part: String, after time: Duration) -> Duration? {
    var next: Duration?
    for fault in faults where !fault.kind.isOnBus && fault.concerns(part) {
      for change in [fault.start, fault.end ?? fault.start] where change > time {
        next = next.map { min($0, change) } ?? change
      }
    }
    return next
  }

  /// Returns the defects of a part at a time.
  func defects(of part: String, at time: Duration) -> PartDefects {
    var defects = PartDefects()
    for fault in faults where fault.isActive(at: time) && fault.concerns(part) {
      if let flag = fault.kind.flag { defects.flags.insert(flag) }
      if fault.kind == .drift, let rate = fault.value(.rate) {
        defects.drift = PartDefects.Drift(start: fault.start, hourlyRate: rate)
      }
    }
    return defects
  }

  /// Whether a part's supply sags at exactly this time: at a brown-out's start or end.
  func sags(_ part: String, at time: Duration) -> Bool {
    faults.contains { fault in
      fault.kind == .brownOut && (fault.start == time || fault.end == time) && fault.concerns(part)
    }
  }
}
