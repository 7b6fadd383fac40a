internal import Mathematics

/// The faults of a board: what is on, for whom, and which of them strikes.
struct FaultList {
  /// In the order in which they were given.
  private(set) var faults: [BoardFault] = []
  private var chance: Xoshiro256
  /// The faults that are on in the span of time that was looked at last: a list may be long, and every
  /// transfer asks.
  private var active: [BoardFault] = []
  private var activeSpan: Range<Duration>?

  init(seed: UInt64) { chance = Xoshiro256(seed: seed, part: "faults") }

  /// Whether there is none: then nothing else need be asked.
  var isEmpty: Bool { faults.isEmpty }

  /// Takes a fault and gives its number, from 1.
  mutating func add(_ fault: BoardFault) -> Int {
    faults.append(fault)
    activeSpan = nil
    return faults.count
  }

  /// Ends a fault; `false` when there is none of that number that has not ended.
  mutating func end(_ number: Int, at time: Duration) -> Bool {
    guard faults.indices.contains(number - 1), faults[number - 1].end.map({ time < $0 }) ?? true
    else { return false }
    faults[number - 1].end = max(time, faults[number - 1].start)
    activeSpan = nil
    return true
  }

  /// Whether a fault of the wires strikes a part now; chance is drawn where one is not certain.
  ///
  /// Of several the one that was given last counts.
  mutating func strikes(_ kind: BoardFault.Kind, _ part: String, at time: Duration) -> BoardFault? {
    look(at: time)
    for fault in active.reversed() where fault.kind == kind && fault.concerns(part) {
      if fault.probability >= 1 || chance.uniform() < fault.probability { return fault }
    }
    return nil
  }

  /// Like ``strikes(_:_:at:)``, with the fault's number, for those that count which have struck.
  mutating func strike(
    _ kind: BoardFault.Kind, on part: String, except spent: Set<Int>, at time: Duration
  ) -> (number: Int, fault: BoardFault)? {
    guard isOn(kind, at: time) else { return nil }
    for (index, fault) in faults.enumerated().reversed()
    where fault.kind == kind && fault.isActive(at: time) && fault.concerns(part)
      && !spent.contains(index + 1)
    {
      if fault.probability >= 1 || chance.uniform() < fault.probability {
        return (index + 1, fault)
      }
    }
    return nil
  }

  /// Whether any fault of a kind is on.
  mutating func isOn(_ kind: BoardFault.Kind, at time: Duration) -> Bool {
    look(at: time)
    return active.contains { $0.kind == kind }
  }

  /// Finds what is on at a time, and for how long nothing else is.
  private mutating func look(at time: Duration) {
    if let activeSpan, activeSpan.contains(time) { return }
    active = faults.filter { $0.isActive(at: time) }
    let changes = faults.lazy.flatMap { [$0.start, $0.end ?? $0.start] }
    let last = changes.filter { $0 <= time }.max() ?? .zero
    let next = changes.filter { $0 > time }.min() ?? .seconds(Int64.max / 4)
    activeSpan = min(last, time)..<next
  }

  /// A number by chance, for a fault that leaves it open.
  mutating func pick(below count: Int) -> Int { Int(chance.next() % UInt64(max(count, 1))) }

  /// When a part changes next because of a fault in it, after a time; brown-outs count with their start.
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

  /// Whether a part's supply sags at exactly that time.
  func sags(_ part: String, at time: Duration) -> Bool {
    faults.contains { fault in
      fault.kind == .brownOut && (fault.start == time || fault.end == time) && fault.concerns(part)
    }
  }
}
