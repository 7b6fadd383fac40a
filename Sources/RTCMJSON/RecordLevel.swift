internal import TextOutput
internal import RTCMParser
internal import RTCMText

/// One object of a message's JSON, the message itself or a group, while its members are read.
struct RecordLevel {
  /// Values in their units, and integers on the wire: two objects of the same shape.
  private let values: [String: JSONValue]
  private let raws: [String: JSONValue]
  /// Where the object is.
  let path: String
  /// Whether there is no such object.
  let isMissing: Bool

  private var names = JSONNames()
  private var rawNames = JSONNames()
  /// The members that were asked for.
  private var read: Set<String> = []
  /// The array that the last group came from.
  private var run: (group: String, member: String)?
  /// How many groups came from each array.
  private var groupCounts: [String: Int] = [:]

  init(values: JSONValue?, raws: JSONValue?, path: String) {
    self.values = values?.members ?? [:]
    self.raws = raws?.members ?? [:]
    self.path = path
    isMissing = values?.members == nil && raws?.members == nil
  }

  /// Where a member is.
  func path(of member: String) -> String { "\(path).\(member)" }

  /// A member that is no field, from whichever object has it.
  subscript(member: String) -> JSONValue? { values[member] ?? raws[member] }

  /// Takes a member that is no field.
  mutating func remove(_ name: String) -> (member: String, value: JSONValue?) {
    let (member, rawMember) = (names.unique(name), rawNames.unique(name))
    read.insert(member)
    return (member, values[member] ?? raws[rawMember])
  }

  /// Takes a field that holds a number: its value's member, and what the objects have of it.
  mutating func remove(
    _ field: DataField
  ) -> (member: String, value: JSONValue?, raw: JSONValue?) {
    run = nil
    let member = names.unique(field.jsonName(.value))
    let rawMember = rawNames.unique(field.jsonName(.raw))
    read.insert(member)
    var raw = raws[rawMember]
    if member != rawMember {  // beside values, the unit tells the two apart
      read.insert(rawMember)
      raw = raw ?? values[rawMember]
    }
    let hasOnlyRaws = values.isEmpty && !raws.isEmpty
    return (hasOnlyRaws ? rawMember : member, values[member], raw)
  }

  /// Takes the next group of a name, or the one that is wanted, where they may come in any order.
  mutating func removeGroup(
    _ name: String, where isWanted: ((RecordLevel) -> Bool)?
  ) -> RecordLevel {
    let member = arrayOfNextGroup(name)
    let next = group(member, groupCounts[member, default: 0])
    groupCounts[member, default: 0] += 1
    guard let isWanted, !isWanted(next) else { return next }
    return groups(member).first(where: isWanted)
      ?? RecordLevel(values: nil, raws: nil, path: next.path)
  }

  /// The array of the next group: the last one's, where that is of the same kind.
  private mutating func arrayOfNextGroup(_ name: String) -> String {
    if let run, run.group == name { return run.member }
    let member = names.unique(JSONNames.array(of: name))
    read.insert(member)
    run = (name, member)
    return member
  }

  private func group(_ member: String, _ index: Int) -> RecordLevel {
    RecordLevel(
      values: values[member]?.elements?.dropFirst(index).first,
      raws: raws[member]?.elements?.dropFirst(index).first,
      path: "\(path(of: member))[\(index)]")
  }

  /// The groups of an array, as far as a message can have so many.
  func groups(_ member: String) -> [RecordLevel] {
    (0..<min(elementCount(member), 255)).map { group(member, $0) }
  }

  /// How many elements an array has.
  func elementCount(_ member: String) -> Int {
    max(values[member]?.elements?.count ?? 0, raws[member]?.elements?.count ?? 0)
  }

  /// The whole payload, where there is one; its type is that of the message or the one beside it.
  func payload(ofType type: UInt16?) throws(JSONMessageError) -> [UInt8]? {
    guard let text = self[JSONNames.payload] else { return nil }
    let own = try UInt16(typeOfMessage: self["message_type"], path: path(of: "message_type"))
    return try [UInt8](payload: text, ofType: own ?? type, in: path)
  }

  /// Notes that a member is known, though nothing asks for it.
  mutating func allow(_ member: String) { read.insert(member) }
}

// MARK: What no field has asked for

extension RecordLevel {
  /// The first member by name that is too much, and why; empty arrays do not count.
  var leftover: (member: String, reason: JSONMessageError.Reason)? {
    let excess = groupCounts.filter { elementCount($0.key) > $0.value }.keys.min()
    if let excess { return (excess, tooMany(excess)) }
    let unread = [values, raws].flatMap { object in
      object.filter { $0.value != .array([]) && !read.contains($0.key) }.keys
    }
    guard let member = unread.min() else { return nil }
    let isArray = elementCount(member) > 0
    return (member, isArray ? tooMany(member) : .unknownMember(nearest: nearest(to: member)))
  }

  private func tooMany(_ member: String) -> JSONMessageError.Reason {
    .contradiction(
      "\(elementCount(member)) elements, but the message has \(groupCounts[member, default: 0])",
      remedy: "leave out its counts and masks, and they are made from the elements")
  }

  /// The member that was asked for in vain whose name is nearest to another.
  private func nearest(to name: String) -> String? {
    guard name.utf8.count < 64 else { return nil }  // no field has such a name
    let near = read.filter { self[$0] == nil }
      .map { (name: $0, distance: editDistance(name, $0)) }
      .filter { $0.distance <= max(2, name.count / 3) }
    return near.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }
}

// MARK: Groups of an MSM

extension RecordLevel {
  /// Whether this is the group of a satellite or a cell; one that does not say whose it is may be.
  func isOf(satelliteID: UInt8, _ signalID: UInt8?, of constellation: Constellation?) -> Bool {
    guard let id = self[JSONNames.satelliteID] else { return !isMissing }
    guard id == .number(Double(satelliteID)) else { return false }
    guard let signalID, let signal = self[JSONNames.signal] else { return true }
    return signal.signalID(of: constellation) == signalID
  }
}

extension JSONValue {
  /// A signal's ID in an MSM's mask by its name, such as `1C` or `signal 31`.
  func signalID(of constellation: Constellation?) -> UInt8? {
    guard case .text(let name) = self else { return nil }
    if let code = RINEXSignalCode(name), let id = constellation?.signalID(of: code) { return id }
    guard name.hasPrefix("signal "), let id = UInt8(name.dropFirst(7)) else { return nil }
    return (1...32).contains(id) ? id : nil
  }
}
