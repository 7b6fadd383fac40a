internal import Locks
internal import Mathematics
internal import NtripMemory
internal import NtripProtocol
internal import TextOutput

/// The faults of a running caster: those of its configuration, and those that its admin port begins and ends.
final class FaultDesk: Sendable {
  /// A fault with its number.
  struct Given: Hashable, Sendable {
    var number: Int
    var fault: CasterFault
  }

  /// The reason for which a change is refused.
  enum Refusal: Error, Hashable, Sendable {
    /// No fault has this number.
    case noSuchFault(Int)
    /// The number of unfinished faults is at its limit.
    case tooMany
  }

  fileprivate struct State {
    var configured: [CasterFault] = []
    var seed: UInt64 = 0
    var given: [Given] = []
    var lastNumber = 0
  }

  /// The number of faults kept, those that are over included.
  static let limit = 200

  private let caster: SharedCaster
  private let clock: CasterClock
  private let state = Lock(State())

  /// Creates the desk of a caster without faults.
  init(for caster: SharedCaster, _ clock: CasterClock) {
    (self.caster, self.clock) = (caster, clock)
  }

  /// The present time of the streams, by which faults begin and end.
  ///
  /// The caster's own time stands still between two events.
  var now: Duration { max(clock.elapsed, caster.streamTime) }

  /// The faults given so far, the oldest first; the oldest of those that are over may be forgotten.
  var all: [Given] { state.withLock { $0.given } }

  /// Follows a configuration: its faults replace all others, unless they are the same as before.
  func follow(_ faults: [CasterFault], seed: UInt64) {
    state.withLock { state in
      guard faults != state.configured || seed != state.seed else { return }
      (state.configured, state.seed) = (faults, seed)
      state.given = []
      for fault in faults { state.add(fault) }
      apply(state)
    }
  }

  /// Begins a fault; one without a beginning begins now.
  ///
  /// - Returns: The fault with its number.
  func begin(_ text: FaultText<CasterFault.Kind>, isFromNow: Bool) throws(Refusal) -> Given {
    var fault = CasterFault(text)
    // After the last event, so that the fault is due at the next one.
    let start = now + .milliseconds(1)
    if isFromNow {
      fault.start = start
      if let length = text.length { fault.end = start + length }
      if let end = fault.end { fault.end = max(start, end) }
    }
    let given = state.withLock { state -> Given? in
      guard state.makeRoom(at: start) else { return nil }
      state.add(fault)
      apply(state)
      return state.given.last
    }
    guard let given else { throw .tooMany }
    return given
  }

  /// Ends a fault now, or all faults for `nil`.
  func end(_ number: Int?) throws(Refusal) {
    let now = now
    let isFound = state.withLock { state -> Bool in
      let ending = state.given.indices.filter { number == nil || state.given[$0].number == number }
      for index in ending { state.given[index].fault.end(at: now) }
      apply(state)
      return !ending.isEmpty
    }
    if let number, !isFound { throw .noSuchFault(number) }
  }

  private func apply(_ state: State) {
    let now = now
    let unfinished = state.given.map(\.fault).filter { fault in fault.end.map { $0 > now } ?? true }
    caster.setFaults(unfinished, seed: state.seed)
  }
}

extension FaultDesk.State {
  fileprivate mutating func add(_ fault: CasterFault) {
    lastNumber += 1
    given.append(FaultDesk.Given(number: lastNumber, fault: fault))
  }

  /// Forgets the oldest fault that is over if the list is full; returns whether there is room.
  fileprivate mutating func makeRoom(at now: Duration) -> Bool {
    guard given.count >= FaultDesk.limit else { return true }
    let over = given.firstIndex { given in given.fault.end.map { $0 <= now } ?? false }
    if let over { given.remove(at: over) }
    return over != nil
  }
}

extension CasterFault {
  /// Ends the fault at a time, unless it is over; one that has not begun never does.
  fileprivate mutating func end(at time: Duration) {
    let last = max(start, time)
    end = end.map { min($0, last) } ?? last
  }
}

extension FaultDesk.Refusal: CustomStringConvertible {
  /// The reason and its remedy.
  var description: String {
    switch self {
    case .noSuchFault(let number):
      "there is no fault \(number); GET /api/v1/faults lists those there are"
    case .tooMany:
      "\(FaultDesk.limit) faults are waiting or active; end some with DELETE /api/v1/faults/{id}"
    }
  }
}
