internal import RTCMParser
internal import RTCMText

/// A source of a message's fields in JSON objects: one of values, one of integers on the wire, or both.
struct RecordSource: FieldSource {
  typealias Failure = JSONMessageError

  /// The message number beside the message, for a message without its own.
  private let givenType: UInt16?
  private let wholePayload: [UInt8]?
  private var messageType: UInt16?
  /// The objects that have begun and not ended, the innermost last.
  private var levels: [RecordLevel]
  /// The masks DF394 and DF395 of an MSM, once they were read.
  private var masks = MSMMasks()
  /// The first member found that no field reads.
  private var leftover: JSONMessageError?
  /// The names of the fields' members.
  private(set) var names: MemberNames

  /// Creates a source from a message's objects, with the message type if the line has it beside them.
  init(
    values: JSONValue?, raws: JSONValue?, type: UInt16?, names: consuming MemberNames
  ) throws(JSONMessageError) {
    givenType = type
    messageType = type
    let message = RecordLevel(
      values: values, raws: raws, path: values == nil ? "raw" : "message",
      names.beginning(ofType: type))
    self.names = names
    wholePayload = try message.payload(ofType: type)
    levels = [message]
  }

  func payload() -> [UInt8]? { wholePayload }

  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?, signalID: UInt8?) {
    let wanted = satelliteID.map { WantedGroup(satelliteID: $0, signalID, of: constellation) }
    var group = levels[levels.count - 1].takeGroup(name, wanted: wanted, &names)
    group.allow(signalID == nil ? Self.satelliteMembers : Self.cellMembers)
    levels.append(group)
  }

  /// The allowed members, besides fields, of a satellite's group and of a cell's group.
  private static let satelliteMembers = [JSONNames.satelliteID]
  private static let cellMembers = [JSONNames.satelliteID, JSONNames.signal]

  mutating func endGroup() {
    recordLeftover()
    levels.removeLast()
  }

  func failure(_ error: RTCMEncodingError) -> JSONMessageError {
    JSONMessageError(.noSuchMessage(error), path: innermost.path)
  }

  /// Ends the message; throws if a member is left that the message does not have.
  mutating func finish() throws(JSONMessageError) {
    if wholePayload == nil { recordLeftover() }
    if let leftover { throw leftover }
  }

  private mutating func recordLeftover() {
    guard leftover == nil else { return }
    leftover = innermost.leftover(names).map { error($0.reason, at: $0.member.excerpt(60)) }
  }

  private var innermost: RecordLevel {
    get { levels[levels.count - 1] }  // never empty
    _modify { yield &levels[levels.count - 1] }
  }

  private var constellation: Constellation? {
    messageType.flatMap { MSMType(messageType: $0)?.constellation }
  }
}

// MARK: Fields

extension RecordSource {
  mutating func bits(of field: DataField) throws(JSONMessageError) -> UInt64 {
    let place = innermost.next
    names.learn(field, at: place)
    let (value, raw) = innermost.takeField(names[place])
    let bits: UInt64
    if value == nil && raw == nil {
      bits = try derivedBits(of: field, name(at: place))
    } else {
      do throws(JSONMessageError.Reason) {
        bits = try self.bits(of: field, value: value, raw: raw)
      } catch {
        throw self.error(error, at: name(at: place), of: field)
      }
    }
    masks.remember(bits, of: field)
    if field.number == 2 { try check(type: bits, at: name(at: place), of: field) }
    return bits
  }

  /// Returns the name, for errors, of the member at a position of the innermost object.
  private func name(at place: MemberNames.Place) -> String {
    innermost.name(of: names[place])
  }

  /// Takes the next member, which is no number.
  private mutating func take(_ name: String) -> (member: String, value: JSONValue?) {
    let place = innermost.next
    names.learn(name, at: place)
    return (names[place].value.text, innermost.take(names[place]))
  }

  private func bits(
    of field: DataField, value: JSONValue?, raw: JSONValue?
  ) throws(JSONMessageError.Reason) -> UInt64 {
    guard let raw else { return try field.bits(ofValue: value ?? .null) }
    let bits = try field.bits(ofRaw: raw)
    guard let value, try field.bits(ofValue: value) != bits else { return bits }
    throw .contradiction(
      "\(value.kind) here, but \(raw.kind) as the integer on the wire",
      remedy: "leave one of them out")
  }

  /// Returns the bits of a field without a member, if they follow from other members.
  private func derivedBits(
    of field: DataField, _ member: String
  ) throws(JSONMessageError) -> UInt64 {
    if field.number == 2, let givenType { return UInt64(givenType) }
    guard !innermost.isMissing else {
      throw error(
        .missing(
          remedy: "the message's counts or masks name more than there are; leave them out, and "
            + "they are made from the given members"), at: member, of: field)
    }
    let derived = DerivedFields(of: innermost, constellation, masks)
    if let bits = try derived.bits(of: field) { return bits }
    throw error(.missing(remedy: field.remedy), at: member, of: field)
  }

  private mutating func check(
    type bits: UInt64, at member: String, of field: DataField
  ) throws(JSONMessageError) {
    let type = UInt16(truncatingIfNeeded: bits)
    if let givenType, givenType != type {
      throw error(
        .contradiction("\(type) here, but type \(givenType) beside it", remedy: "correct one"),
        at: member, of: field)
    }
    messageType = type
  }

  mutating func read(
    _ text: inout DescriptorText, of field: DataField, count: DataField
  ) throws(JSONMessageError) {
    names.learn(count, at: innermost.next)
    let given = innermost.takeField(names[innermost.next])
    let (member, value) = take("\(field.name)")
    let bytesMember = JSONNames.bytes(of: member)
    let bytes = innermost[bytesMember]
    innermost.allow([bytesMember])
    do throws(JSONMessageError.Reason) {
      try text.set(to: value, bytes: bytes)
      try check(given.value ?? given.raw, of: count, counts: text.bytes.count)
    } catch {
      throw self.error(error, at: member, of: field)
    }
  }

  private func check(
    _ given: JSONValue?, of count: DataField, counts number: Int
  ) throws(JSONMessageError.Reason) {
    let maximum = (1 << count.bitCount) - 1
    guard number <= maximum else {
      throw .outOfRange(found: "a text of \(number) bytes", limits: "at most \(maximum)")
    }
    guard let given, try count.bits(ofRaw: given) != UInt64(number) else { return }
    throw .contradiction(
      "a text of \(number) bytes, but \(count.name) is \(given.kind)",
      remedy: "leave \(count.name) out")
  }

  mutating func trailingBytes() throws(JSONMessageError) -> [UInt8] {
    let (member, value) = take(JSONNames.trailingBits)
    guard let value else { return [] }
    return try [UInt8](hexadecimal: value, path: innermost.path(of: member))
  }

  private func error(
    _ reason: JSONMessageError.Reason, at member: String, of field: DataField? = nil
  ) -> JSONMessageError {
    JSONMessageError(
      reason, path: innermost.path(of: member), field: field?.label, messageType: messageType)
  }
}
