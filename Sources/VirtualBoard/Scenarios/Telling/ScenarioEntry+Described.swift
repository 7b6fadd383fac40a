internal import BoardSimulation
internal import Mathematics
package import TextOutput

extension ScenarioEntry {
  /// The entry in the form of a scenario's file.
  package var described: DescribedValue {
    var members = action
    if let period { members.append(BoardEvent.time("every", period)) }
    if let end { members.append(BoardEvent.time("until", end)) }
    return .object(members)
  }

  /// The members that tell the action and the first occurrence.
  private var action: [Described] {
    switch deed {
    case .event(let deed, let undone):
      let length = undone == nil ? nil : length.map { BoardEvent.time("for", $0) }
      return BoardEvent(deed, at: start).described.members + [length].compactMap { $0 }
    case .fault(var fault):
      (fault.start, fault.end, fault.length) = (start, length.map { start + $0 }, nil)
      return BoardEvent(.fault(fault), at: .zero).described.members
    case .anyFault(let kinds, let part):
      let names = DescribedValue.array(kinds.map { .text($0.rawValue) })
      let members = [
        Described("fault", names), part.map { Described("part", text: $0) },
        BoardEvent.time("from", start), length.map { BoardEvent.time("to", start + $0) },
      ]
      return members.compactMap { $0 }
    }
  }
}

extension Scenario {
  /// The length of the track; `nil` for a track without an end, and for a board that stands.
  package var trackLength: Duration? {
    guard case .route(let route) = world.path else { return nil }
    return route.duration.map { .seconds($0) }
  }
}
