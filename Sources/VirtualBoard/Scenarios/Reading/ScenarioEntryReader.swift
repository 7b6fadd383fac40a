internal import BoardSimulation
internal import Mathematics
internal import TextOutput

/// A reader of the entries in `events:` and `faults:`.
enum ScenarioEntryReader {
  /// Returns the entries of both lists, events first.
  static func entries(of fields: ScenarioFields) throws(ScenarioError) -> [ScenarioEntry] {
    var entries: [ScenarioEntry] = []
    for (name, read) in [("events", Self.event), ("faults", Self.fault)] {
      guard let node = fields[name] else { continue }
      let list = try node.list(name, "one in each line, beginning with a dash")
      guard entries.count + list.count <= ScenarioEntry.mostEntries else {
        try node.fail(
          "there are \(entries.count + list.count) events and faults",
          "a scenario has at most \(ScenarioEntry.mostEntries); use \"every\" for what recurs")
      }
      entries.reserveCapacity(entries.count + list.count)
      for node in list { entries.append(try read(node)) }
    }
    return entries
  }

  private static let timeKeys = ["at", "from", "to", "for", "every", "until"]

  // MARK: Events

  /// The keys that switch something on and off, each with its action.
  private static let switches: [(name: String, deed: @Sendable (Bool) -> BoardEvent.Deed)] = [
    ("power", { .power(isOn: $0) }), ("wifi", { .wifi(isOn: $0, network: nil) }),
  ]

  private static let eventKeys = ["set", "over"] + switches.map(\.name) + timeKeys

  private static func event(_ node: ScenarioNode) throws(ScenarioError) -> ScenarioEntry {
    let fields = try node.fields(of: "an event", eventKeys)
    let deeds = ["set"] + switches.map(\.name)
    let named = deeds.filter { fields[$0] != nil }
    guard named.count == 1 else {
      try node.fail(
        named.isEmpty ? "the event does nothing" : "the event does more than one thing",
        "give it one of \(deeds.joined(separator: ", "))")
    }
    for entry in switches {
      guard let value = fields[entry.name] else { continue }
      let isOn = try flag(value, entry.name)
      if let over = fields["over"] {
        try over.fail("\"over\" belongs to \"set\"", "leave it out")
      }
      return try timed(fields, .event(entry.deed(isOn), undone: entry.deed(!isOn)))
    }
    let set = try fields.required("set", "write set: {temperature: -10}")
    let over = try fields["over"]?.time("over") ?? .zero
    let (orders, releases) = try orders(set, over: over)
    return try timed(fields, .event(.world(orders), undone: .world(releases)))
  }

  private static func flag(_ node: ScenarioNode, _ name: String) throws(ScenarioError) -> Bool {
    switch node.scalar {
    case "on", "true", "yes": return true
    case "off", "false", "no": return false
    default: try node.fail("\(name) is on or off", "write \(name): off")
    }
  }

  private static func orders(
    _ node: ScenarioNode, over: Duration
  ) throws(ScenarioError) -> (orders: [WorldOrder], releases: [WorldOrder]) {
    guard let members = node.members, !members.isEmpty else {
      try node.fail("nothing is set", "write set: {temperature: -10}")
    }
    var (orders, releases): ([WorldOrder], [WorldOrder]) = ([], [])
    for member in members {
      let quantity = try quantity(member.key)
      var number: Double?
      if !member.value.isNull {
        number = try member.value.number("\(quantity.name)", in: quantity.range)
      }
      do throws(EventError) {
        orders.append(try WorldOrder(quantity, number, over: number == nil ? .zero : over))
        releases.append(try WorldOrder(quantity, nil))
      } catch {
        try member.value.fail("\(error)", "give another value")
      }
    }
    return (orders, releases)
  }

  /// Returns the quantity that a key names.
  static func quantity(_ key: ScenarioNode) throws(ScenarioError) -> WorldQuantity {
    guard let name = key.scalar, let quantity = WorldQuantity(rawValue: name) else {
      let name = key.scalar ?? ""
      try key.fail(
        "unknown quantity \(ScenarioError.quoted(name))",
        ScenarioError.remedy(for: name, among: EventError.names))
    }
    return quantity
  }

  // MARK: Faults

  private static func fault(_ node: ScenarioNode) throws(ScenarioError) -> ScenarioEntry {
    // The allowed parameters depend on the fault's kind, so the kind is read first.
    guard let name = node.member("fault") else {
      try node.fail("the fault has no \"fault\"", "write {fault: nack, part: sps30, from: 60}")
    }
    if name.elements != nil || name.scalar == "any" { return try anyFault(node, name) }
    let kind = try kind(name)
    let own = kind.parameters.map(\.name.rawValue)
    let fields = try node.fields(
      of: "the fault \(kind.rawValue)", ["fault", "part", "probability"] + timeKeys + own)
    var fault = FaultText(kind)
    for key in ["part", "probability"] + own {
      guard let value = fields[key] else { continue }
      let text = try value.text(key)
      do throws(FaultError) {
        try fault.set(key, text)
      } catch {
        throw ScenarioError(at: value, error: error, kind: kind, text)
      }
    }
    return try timed(fields, .fault(BoardFault(fault)))
  }

  private static func anyFault(
    _ node: ScenarioNode, _ name: ScenarioNode
  ) throws(ScenarioError) -> ScenarioEntry {
    let fields = try node.fields(of: "a fault by chance", ["fault", "part"] + timeKeys)
    // Card faults must be named: lines that a card loses end a run with exit status 1.
    var kinds = BoardFault.Kind.allCases.filter { $0.place != .card }
    if let elements = name.elements {
      kinds = []
      for element in elements { kinds.append(try kind(element)) }
    }
    let part = try fields["part"]?.text("part")
    let able = kinds.filter { kind in part.map { kind.parts.contains($0) } ?? true }
    guard !able.isEmpty else {
      try (fields["part"] ?? name).fail(
        "there is no such fault", "leave the part out, or name faults that it can have")
    }
    return try timed(fields, .anyFault(of: able, part: part))
  }

  private static func kind(_ node: ScenarioNode) throws(ScenarioError) -> BoardFault.Kind {
    guard let name = node.scalar, let kind = BoardFault.Kind(rawValue: name) else {
      let name = node.scalar ?? ""
      try node.fail(
        "unknown fault \(ScenarioError.quoted(name))",
        ScenarioError.remedy(for: name, among: BoardFault.Kind.allCases.map(\.rawValue)))
    }
    return kind
  }

  // MARK: Times

  private static func timed(
    _ fields: ScenarioFields, _ deed: ScenarioEntry.Deed
  ) throws(ScenarioError) -> ScenarioEntry {
    if let at = fields["at"], fields["from"] != nil {
      try at.fail("\"at\" and \"from\" say the same", "leave one of them out")
    }
    let start = try (fields["at"] ?? fields["from"])?.time("at") ?? .zero
    var entry = ScenarioEntry(deed, from: start)
    entry.length = try length(fields, from: start)
    if let every = fields["every"] {
      let period = try every.time("every")
      guard period >= ScenarioEntry.shortestPeriod else {
        try every.fail("nothing recurs within a second", "write every: 1 or more")
      }
      entry.period = period
    }
    if let until = fields["until"] {
      guard entry.period != nil else {
        try until.fail("\"until\" ends what recurs", "write \"every\" as well, or \"to\" instead")
      }
      entry.end = try until.time("until")
      guard start < entry.end ?? start else {
        try until.fail("it ends before it begins", "give a later time")
      }
    }
    return entry
  }

  private static func length(
    _ fields: ScenarioFields, from start: Duration
  ) throws(ScenarioError) -> Duration? {
    guard let to = fields["to"] else { return try fields["for"]?.time("for") }
    if let length = fields["for"] {
      try length.fail("\"to\" and \"for\" say the same", "leave one of them out")
    }
    let end = try to.time("to")
    guard end >= start else { try to.fail("it ends before it begins", "give a later time") }
    return end - start
  }
}

extension ScenarioError {
  /// Creates the error for a parameter that a fault does not take, at the parameter's place.
  fileprivate init(
    at node: ScenarioNode, error: FaultError, kind: BoardFault.Kind, _ text: String
  ) {
    guard case .cannotAffect = error else {
      self.init(at: node, "\(error)", "'boardsim faults' lists what each takes")
      return
    }
    self.init(
      at: node, "\(ScenarioError.quoted(text)) cannot have \"\(kind.rawValue)\"",
      ScenarioError.remedy(for: text, among: kind.parts))
  }
}
