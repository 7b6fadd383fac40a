internal import RTCMParser
internal import RTCMText
internal import TextOutput

/// An object of a message's JSON, which is the message itself or a group, with the state of its reading.
struct RecordLevel {
  /// The groups that come from one array.
  private struct Run {
    let group: FixedText
    let array: String
    let path: String
    let shape: Int
    var values, raws: JSONElements?
    /// The number of groups read; below, the number of elements in the array.
    var count = 0
    let elementCount: Int
  }

  /// The two objects of the same shape: values in their units, and integers on the wire.
  private var values, raws: JSONMembers
  /// The object's path; for an array's element, the array's path, with the element's index below.
  private let place: String
  private let index: Int?
  /// Whether the object is missing.
  let isMissing: Bool

  /// The position of the next member.
  private(set) var next: MemberNames.Place
  /// The other members that are allowed.
  private var allowed: [String] = []
  private var runs: [Run] = []
  /// Whether the next group may continue the last run.
  private var isInRun = false

  init(
    values: JSONValue?, raws: JSONValue?, path: String, index: Int? = nil,
    _ names: MemberNames.Place
  ) {
    (self.values, self.raws) = (values?.members ?? .none, raws?.members ?? .none)
    (place, self.index, next) = (path, index, names)
    isMissing = values?.members == nil && raws?.members == nil
  }

  /// The object's path.
  var path: String { index.map { "\(place)[\($0)]" } ?? place }

  /// Returns the path of a member.
  func path(of member: String) -> String { "\(path).\(member)" }

  /// The value of a member that is no field, from the object of values or else from the other.
  subscript(member: String) -> JSONValue? { values[member] ?? raws[member] }

  /// Takes the next member, which is no field.
  mutating func take(_ member: MemberNames.Member) -> JSONValue? {
    next.index += 1
    let (value, raw) = (values.take(member.value.text), raws.take(member.raw.text))
    return value ?? raw
  }

  /// Takes the next member, which is a number field; returns its value and its integer, as far as given.
  mutating func takeField(_ member: MemberNames.Member) -> (value: JSONValue?, raw: JSONValue?) {
    isInRun = false
    next.index += 1
    let value = values.take(member.value.text)
    var raw = raws.isEmpty ? nil : raws.take(member.raw.text)
    if !member.hasOneName {  // its unit tells the value from the integer
      let beside = values.take(member.raw.text)
      raw = raw ?? beside
    }
    return (value, raw)
  }

  /// Returns a member's name in errors.
  func name(of member: MemberNames.Member) -> String {
    values.isEmpty && !raws.isEmpty ? member.raw.text : member.value.text
  }

  /// Marks members as allowed, although no field reads them.
  mutating func allow(_ members: [String]) {
    for member in members {
      _ = values.take(member)
      _ = raws.take(member)
    }
    allowed = allowed.isEmpty ? members : allowed + members
  }

  /// Returns the number of elements of an array; the greater one of the two objects.
  func elementCount(_ member: String) -> Int {
    max(values[member]?.elements?.count ?? 0, raws[member]?.elements?.count ?? 0)
  }

  /// Returns the whole payload, if given; its type must be the message's type or the one beside the message.
  func payload(ofType type: UInt16?) throws(JSONMessageError) -> [UInt8]? {
    guard let text = self[JSONNames.payload] else { return nil }
    let own = try UInt16(typeOfMessage: self["message_type"], path: path(of: "message_type"))
    return try [UInt8](payload: text, ofType: own ?? type, in: path)
  }
}

// MARK: Groups

extension RecordLevel {
  /// Takes the next group of a kind; if `wanted` is given and the order differs, takes the wanted group.
  mutating func takeGroup(
    _ name: StaticString, wanted: WantedGroup?, _ names: inout MemberNames
  ) -> RecordLevel {
    let run = indexOfRun(name, &names)
    let next = RecordLevel(
      values: runs[run].values?.next(), raws: runs[run].raws?.next(), path: runs[run].path,
      index: runs[run].count, MemberNames.Place(shape: runs[run].shape))
    runs[run].count += 1
    guard let wanted, !wanted.isOne(next) else { return next }
    return groups(runs[run].array).first(where: wanted.isOne)
      ?? RecordLevel(
        values: nil, raws: nil, path: next.place, index: next.index, next.next)
  }

  /// Returns the index of the next group's run; it is the last run if that has the same kind.
  private mutating func indexOfRun(_ name: StaticString, _ names: inout MemberNames) -> Int {
    let group = FixedText(stringLiteral: name)
    if isInRun, let last = runs.last, last.group.isSame(as: group) { return runs.count - 1 }
    let shape = names.learn(groups: name, at: next)
    let array = names[next].value.text
    next.index += 1
    let (values, raws) = (values.take(array)?.elements, raws.take(array)?.elements)
    runs.append(
      Run(
        group: group, array: array, path: path(of: array), shape: shape, values: values, raws: raws,
        elementCount: max(values?.count ?? 0, raws?.count ?? 0)))
    isInRun = true
    return runs.count - 1
  }

  /// Returns the groups of an array, at most 255, the most that a message can have.
  func groups(_ member: String) -> [RecordLevel] {
    var (values, raws) = (values[member]?.elements, raws[member]?.elements)
    let path = path(of: member)
    return (0..<min(elementCount(member), 255)).map {
      RecordLevel(values: values?.next(), raws: raws?.next(), path: path, index: $0, next)
    }
  }
}

/// The satellite or cell whose group an MSM reads next.
struct WantedGroup {
  private let satelliteID: UInt8
  private let signalID: UInt8?
  private let constellation: Constellation?

  init(satelliteID: UInt8, _ signalID: UInt8?, of constellation: Constellation?) {
    (self.satelliteID, self.signalID, self.constellation) = (satelliteID, signalID, constellation)
  }

  /// Whether a group belongs to the satellite or cell; a group without a satellite ID may belong to any.
  func isOne(_ group: RecordLevel) -> Bool {
    guard let id = group[JSONNames.satelliteID] else { return !group.isMissing }
    guard case .number(Double(satelliteID)) = id else { return false }
    guard let signalID, let signal = group[JSONNames.signal] else { return true }
    return signal.signalID(of: constellation) == signalID
  }
}

extension JSONValue {
  /// Returns the ID of a signal in an MSM's mask from its name, such as `1C` or `signal 31`.
  func signalID(of constellation: Constellation?) -> UInt8? {
    guard case .text(let name) = self else { return nil }
    if let code = RINEXSignalCode(name), let id = constellation?.signalID(of: code) { return id }
    guard name.hasPrefix("signal "), let id = UInt8(name.dropFirst(7)) else { return nil }
    return (1...32).contains(id) ? id : nil
  }
}

// MARK: What no field has asked for

extension RecordLevel {
  /// Returns the first excess member by name, with the reason; empty arrays are allowed.
  func leftover(_ names: MemberNames) -> (member: String, reason: JSONMessageError.Reason)? {
    let excess = runs.filter { $0.elementCount > $0.count }.map(\.array).min()
    if let excess { return (excess, tooMany(excess)) }
    if values.areAllTaken && raws.areAllTaken { return nil }
    let asked = Set(names.names(upTo: next) + allowed)
    let unread = [values, raws].flatMap(\.all).filter {
      $0.value.elements?.count != 0 && !asked.contains($0.name)
    }
    guard let member = unread.map(\.name).min() else { return nil }
    let isArray = elementCount(member) > 0
    return (
      member,
      isArray ? tooMany(member) : .unknownMember(nearest: nearest(to: member, among: asked))
    )
  }

  private func tooMany(_ member: String) -> JSONMessageError.Reason {
    let count = runs.first { $0.array == member }?.count ?? 0
    return .contradiction(
      "\(elementCount(member)) elements, but the message has \(count)",
      remedy: "leave out its counts and masks, and they are made from the elements")
  }

  /// Returns the requested but missing member with the name nearest to another name, if one is near.
  private func nearest(to name: String, among asked: Set<String>) -> String? {
    guard name.utf8.count < 64 else { return nil }  // longer than every field's name
    let near = asked.filter { self[$0] == nil }
      .map { (name: $0, distance: editDistance(name, $0)) }
      .filter { $0.distance <= max(2, name.count / 3) }
    return near.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }
}
