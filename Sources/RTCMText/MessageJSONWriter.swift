internal import Bytes
public import RTCMParser
package import TextOutput

/// A writer of messages as JSON objects: a member for each field, with the unit in its name, and an array for
/// each kind of group.
///
/// Objects with the same fields share their members' names. The writer is a structure for speed: Swift checks
/// each access to a class's variable, and each field needs several.
package struct MessageJSONWriter {
  /// The JSON written so far.
  package var json = JSONWriter()

  private var form = MessageDescription.NumberForm.value
  private var constellation: Constellation?
  private var names = MemberNames()
  /// The names of an MSM's signals, by constellation and ID.
  private var signalNames: [SignalKey: String] = [:]
  /// The objects that have begun and not ended, the innermost last.
  private var open: [OpenObject] = []

  package init() {}

  /// Writes a message as an object.
  ///
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` when a value does not fit its field; a decoded message never
  ///   throws.
  package mutating func write(
    _ message: some RTCMCodable, _ form: MessageDescription.NumberForm
  ) throws(RTCMEncodingError) {
    let type = message.messageType
    self.form = form
    constellation = MSMType(messageType: type)?.constellation
    json.begin(UInt8(ascii: "{"))
    open = [OpenObject(next: names.beginning(ofType: type))]
    var visitor = FieldWriter(writer: self)
    defer { self = visitor.writer }
    try visitor.visit(message)
    visitor.writer.closeObject()
  }
}

extension RTCMCodable {
  /// Returns the message as a JSON object on one line.
  ///
  /// The object has a member for each field, with the unit in its name, and an array for each kind of group.
  ///
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` when a value does not fit its field; a decoded message never
  ///   throws.
  public func json(
    _ form: MessageDescription.NumberForm = .value
  ) throws(RTCMEncodingError) -> String {
    var writer = MessageJSONWriter()
    try writer.write(self, form)
    return writer.json.text
  }
}

// MARK: Objects

private struct OpenObject {
  /// The position of the next member.
  var next: MemberNames.Place
  /// The group and shape of the array that is still open as the last member; `nil` if none is.
  var array: (group: FixedText, shape: Int)?
  /// The range of the output with the member of the object's satellite ID.
  var satelliteMember: Range<Int>?
}

private struct SignalKey: Hashable {
  let constellation: Constellation?
  let id: UInt8
}

extension MessageJSONWriter {
  /// Writes the key of the next member, which is a field.
  private mutating func key(of field: DataField) {
    endArray()
    if names.learn(field, at: open[open.count - 1].next),
      field.jsonName(form) == JSONNames.satelliteID
    {
      forgetSatelliteMember()
    }
    writeKey()
  }

  /// Writes the key of the next member, which is no field; returns the key's name.
  @discardableResult
  private mutating func key(_ name: String) -> String {
    endArray()
    let place = open[open.count - 1].next
    names.learn(name, at: place)
    writeKey()
    return form == .raw ? names[place].raw.text : names[place].value.text
  }

  private mutating func writeKey() {
    let place = open[open.count - 1].next
    open[open.count - 1].next.index += 1
    json.key(json: form == .raw ? names[place].raw.key : names[place].value.key)
  }

  private mutating func endArray() {
    guard open[open.count - 1].array != nil else { return }
    open[open.count - 1].array = nil
    json.end(UInt8(ascii: "]"))
  }

  fileprivate mutating func closeObject() {
    endArray()
    open.removeLast()
    json.end(UInt8(ascii: "}"))
  }

  /// Removes the object's satellite ID member, because one of the object's fields holds the ID.
  private mutating func forgetSatelliteMember() {
    guard let member = open[open.count - 1].satelliteMember else { return }
    open[open.count - 1].satelliteMember = nil
    json.remove(member)
  }
}

// MARK: Fields

extension MessageJSONWriter {
  fileprivate mutating func write(_ field: DataField, _ bits: UInt64) {
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

  /// Writes a text, and its bytes if the text's characters do not encode to the same bytes.
  fileprivate mutating func write(_ field: DataField, _ text: DescriptorText) {
    let string = "\(text)"
    let name = key("\(field.name)")
    json.value(string)
    if text.isUTF8 && !string.utf8.elementsEqual(text.bytes) {
      json.member(JSONNames.bytes(of: name), text.bytes.hexadecimal)
    }
  }

  fileprivate mutating func write(_ name: String, _ bytes: [UInt8]) {
    key(name)
    json.value(bytes.hexadecimal)
  }

  fileprivate mutating func beginGroup(
    _ name: StaticString, _ satelliteID: UInt8?, _ signalID: UInt8?
  ) {
    var object = OpenObject(next: MemberNames.Place(shape: shapeOfNext(group: name)))
    json.begin(UInt8(ascii: "{"))
    if let satelliteID, !names.hasSatelliteField(at: object.next) {
      let start = json.bytes.count
      json.member(JSONNames.satelliteID, satelliteID)
      object.satelliteMember = start..<json.bytes.count
    }
    if let signalID { json.member(JSONNames.signal, signalName(signalID)) }
    open.append(object)
  }

  /// Begins an array of a group's objects, unless it is open already; returns the objects' shape.
  private mutating func shapeOfNext(group name: StaticString) -> Int {
    let group = FixedText(stringLiteral: name)
    if let array = open[open.count - 1].array, array.group.isSame(as: group) { return array.shape }
    endArray()
    let shape = names.learn(groups: name, at: open[open.count - 1].next)
    writeKey()
    json.begin(UInt8(ascii: "["))
    open[open.count - 1].array = (group, shape)
    return shape
  }

  private mutating func signalName(_ id: UInt8) -> String {
    let key = SignalKey(constellation: constellation, id: id)
    if let name = signalNames[key] { return name }
    let name = MessageDescription.signalName(id, of: constellation)
    signalNames[key] = name
    return name
  }

  fileprivate mutating func endGroup() { closeObject() }
}

/// A visitor that passes a message's fields to a writer.
struct FieldWriter: FieldVisitor {
  fileprivate var writer: MessageJSONWriter

  mutating func visit(_ field: DataField, bits: UInt64) { writer.write(field, bits) }
  mutating func visit(_ field: DataField, text: DescriptorText) { writer.write(field, text) }
  mutating func visit(trailing bits: TrailingBits) {
    writer.write(JSONNames.trailingBits, bits.bytes)
  }
  mutating func visit(undecodedPayload payload: [UInt8]) {
    writer.write(JSONNames.payload, payload)
  }
  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?, signalID: UInt8?) {
    writer.beginGroup(name, satelliteID, signalID)
  }
  mutating func endGroup() { writer.endGroup() }
}
