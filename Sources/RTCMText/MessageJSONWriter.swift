internal import Bytes
public import RTCMParser
package import TextOutput

/// Writes messages as JSON objects: a member for each field, its unit in its name; an array for each kind of
/// group.
///
/// The names of an object's members are made once for all objects that have the same fields.
package final class MessageJSONWriter {
  /// What is written to.
  package var json = JSONWriter()

  private var form = MessageDescription.NumberForm.value
  private var constellation: Constellation?
  private var shapes: [Shape] = []
  /// The shape of a message's own object, by its type.
  private var messageShapes: [UInt16: Int] = [:]
  /// The names of an MSM's signals, by constellation and ID.
  private var signalNames: [SignalKey: String] = [:]
  /// The objects begun and not ended, the innermost last.
  private var open: [OpenObject] = []

  package init() {}

  /// Writes a message as an object.
  ///
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` when a hand-made value does not fit its field; a decoded
  ///   message never does.
  package func write(
    _ message: some RTCMCodable, _ form: MessageDescription.NumberForm
  ) throws(RTCMEncodingError) {
    let type = message.messageType
    self.form = form
    constellation = MSMType(messageType: type)?.constellation
    let key = form == .raw ? type | 0x8000 : type
    let shape = messageShapes[key] ?? newShape()
    messageShapes[key] = shape
    json.begin(UInt8(ascii: "{"))
    open = [OpenObject(shape: shape)]
    var visitor = Visitor(writer: self)
    try message.describe(to: &visitor)
    closeObject()
  }
}

extension RTCMCodable {
  /// The message as a JSON object on one line: a member for each field, its unit in its name; an array for
  /// each kind of group.
  ///
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` when a hand-made value does not fit its field; a decoded
  ///   message never does.
  public func json(
    _ form: MessageDescription.NumberForm = .value
  ) throws(RTCMEncodingError) -> String {
    let writer = MessageJSONWriter()
    try writer.write(self, form)
    return writer.json.text
  }
}

// MARK: Objects

/// The members of an object in their order, as far as they are known.
private struct Shape {
  struct Member {
    /// The field whose member it is; `nil` for anything else.
    var field: (name: FixedText, unit: FieldUnit)?
    var name: String
    var key: [UInt8]
    /// Of an array: the group whose objects are in it, and their shape.
    var group: (name: String, shape: Int)?
  }

  var members: [Member] = []
  /// Whether a field says whose the object is.
  var hasSatelliteField = false
}

private struct OpenObject {
  let shape: Int
  /// How many members there are so far.
  var count = 0
  /// Whether the last member is an array that still takes objects.
  var isInArray = false
  /// What was written to say whose the object is.
  var satelliteMember: Range<Int>?
}

private struct SignalKey: Hashable {
  let constellation: Constellation?
  let id: UInt8
}

extension MessageJSONWriter {
  private func newShape() -> Int {
    shapes.append(Shape())
    return shapes.count - 1
  }

  /// Writes the key of the next member, which is a field's.
  private func key(of field: DataField) {
    endArray()
    let (shape, index) = (open[open.count - 1].shape, open[open.count - 1].count)
    open[open.count - 1].count += 1
    if index < shapes[shape].members.count,
      let known = shapes[shape].members[index].field, known.unit == field.unit,
      known.name.isSame(as: field.name)
    {
      return json.key(json: shapes[shape].members[index].key)
    }
    let name = field.jsonName(form)
    if name == JSONNames.satelliteID { forgetSatelliteMember(shape) }
    learn(name, of: (field.name, field.unit), group: nil)
    json.key(json: shapes[shape].members[index].key)
  }

  /// Writes the key of the next member, which is no field's.
  private func key(_ name: String) {
    endArray()
    open[open.count - 1].count += 1
    learn(name, of: nil, group: nil)
    let (shape, index) = (open[open.count - 1].shape, open[open.count - 1].count - 1)
    json.key(json: shapes[shape].members[index].key)
  }

  /// Takes note of the member that was just counted, and forgets those that came behind another one.
  private func learn(
    _ name: String, of field: (FixedText, FieldUnit)?, group: (name: String, shape: Int)?
  ) {
    let (shape, index) = (open[open.count - 1].shape, open[open.count - 1].count - 1)
    shapes[shape].members.removeSubrange(index...)
    var names = JSONNames()
    for member in shapes[shape].members { _ = names.unique(member.name) }
    var quoted = JSONWriter()
    quoted.value(names.unique(name))
    shapes[shape].members.append(
      Shape.Member(
        field: field, name: name, key: quoted.bytes + [UInt8(ascii: ":")], group: group))
  }

  private func endArray() {
    guard open[open.count - 1].isInArray else { return }
    open[open.count - 1].isInArray = false
    json.end(UInt8(ascii: "]"))
  }

  private func closeObject() {
    endArray()
    open.removeLast()
    json.end(UInt8(ascii: "}"))
  }

  /// Takes back what says whose an object is, since one of its fields does.
  private func forgetSatelliteMember(_ shape: Int) {
    shapes[shape].hasSatelliteField = true
    guard let member = open[open.count - 1].satelliteMember else { return }
    open[open.count - 1].satelliteMember = nil
    json.remove(member)
  }
}

// MARK: Fields

extension MessageJSONWriter {
  fileprivate func write(_ field: DataField, _ bits: UInt64) {
    key(of: field)
    if form == .value, bits == field.notAvailable {
      json.value(nil as String?)
    } else if form == .value, !field.isPlain {
      json.value(exactly: field.value(of: bits))
    } else if field.kind == .unsigned {
      json.value(bits)
    } else if field.kind == .signMagnitude, field.integer(of: bits) == 0, bits != 0 {
      json.value(exactly: -0.0)
    } else {
      json.value(field.integer(of: bits))
    }
  }

  /// Writes a text, and its bytes where they are not the characters' own.
  fileprivate func write(_ field: DataField, _ text: DescriptorText) {
    let string = "\(text)"
    key("\(field.name)")
    json.value(string)
    if text.isUTF8 && !string.utf8.elementsEqual(text.bytes) {
      json.member(JSONNames.bytes(of: memberName), text.bytes.hexadecimal)
    }
  }

  /// What the last member is called, its number included.
  private var memberName: String {
    let (shape, index) = (open[open.count - 1].shape, open[open.count - 1].count - 1)
    return String(decoding: shapes[shape].members[index].key.dropFirst().dropLast(2), as: UTF8.self)
  }

  fileprivate func write(_ name: String, _ bytes: [UInt8]) {
    key(name)
    json.value(bytes.hexadecimal)
  }

  fileprivate func beginGroup(_ name: StaticString, _ satelliteID: UInt8?, _ signalID: UInt8?) {
    let shape = shapeOfNext(group: "\(name)")
    json.begin(UInt8(ascii: "{"))
    var object = OpenObject(shape: shape)
    if let satelliteID, !shapes[shape].hasSatelliteField {
      let start = json.bytes.count
      json.member(JSONNames.satelliteID, satelliteID)
      object.satelliteMember = start..<json.bytes.count
    }
    if let signalID { json.member(JSONNames.signal, signalName(signalID)) }
    open.append(object)
  }

  /// Begins an array of a group's objects, unless it is there; gives their shape.
  private func shapeOfNext(group name: String) -> Int {
    let (shape, count) = (open[open.count - 1].shape, open[open.count - 1].count)
    if open[open.count - 1].isInArray, let group = shapes[shape].members[count - 1].group,
      group.name == name
    {
      return group.shape
    }
    endArray()
    open[open.count - 1].count += 1
    if count >= shapes[shape].members.count || shapes[shape].members[count].group?.name != name {
      learn(JSONNames.array(of: name), of: nil, group: (name, newShape()))
    }
    json.key(json: shapes[shape].members[count].key)
    json.begin(UInt8(ascii: "["))
    open[open.count - 1].isInArray = true
    return shapes[shape].members[count].group?.shape ?? newShape()
  }

  private func signalName(_ id: UInt8) -> String {
    let key = SignalKey(constellation: constellation, id: id)
    if let name = signalNames[key] { return name }
    let name = MessageDescription.signalName(id, of: constellation)
    signalNames[key] = name
    return name
  }

  fileprivate func endGroup() { closeObject() }
}

/// Shows a message to a writer.
private struct Visitor: FieldVisitor {
  let writer: MessageJSONWriter

  func visit(_ field: DataField, bits: UInt64) { writer.write(field, bits) }
  func visit(_ field: DataField, text: DescriptorText) { writer.write(field, text) }
  func visit(trailing bits: TrailingBits) { writer.write(JSONNames.trailingBits, bits.bytes) }
  func visit(undecodedPayload payload: [UInt8]) { writer.write(JSONNames.payload, payload) }
  func beginGroup(_ name: StaticString, satelliteID: UInt8?, signalID: UInt8?) {
    writer.beginGroup(name, satelliteID, signalID)
  }
  func endGroup() { writer.endGroup() }
}
