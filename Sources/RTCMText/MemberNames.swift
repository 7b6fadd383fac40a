package import RTCMParser
internal import TextOutput

/// The names of the members of messages' objects, in the order of their fields.
///
/// They are made once for all objects that have the same fields: a field is first compared with the one
/// that stood in its place last time.
package struct MemberNames: Sendable {
  /// The content of a member.
  fileprivate enum Origin: Sendable {
    case field(FixedText, FieldUnit)
    case groups(FixedText, shape: Int)
    case other(String)
  }

  /// The names of a member: in an object of values, and in an object of integers on the wire.
  package struct Member: Sendable {
    fileprivate let origin: Origin
    package let value, raw: Name
    /// Whether it is called the same in both.
    package let hasOneName: Bool
  }

  /// A member's name.
  package struct Name: Sendable {
    /// The name without the number that tells it from members before it.
    fileprivate let plain: String
    /// The name, and the same as JSON with its colon.
    package let text: String
    package let key: [UInt8]
  }

  /// A place among an object's members.
  package struct Place: Hashable, Sendable {
    fileprivate let shape: Int
    package var index = 0

    /// The first place of a shape.
    package init(shape: Int) { self.shape = shape }
  }

  /// The members of objects that have the same fields, as far as they are known.
  private struct Shape: Sendable {
    var members: [Member] = []
    /// Whether a field says whose the object is.
    var hasSatelliteField = false
  }

  private var shapes: [Shape] = []
  /// The shape of a message's own object, by its type.
  private var messageShapes: [UInt16: Int] = [:]
  /// The shape of the objects of the array at a place, whichever array it is.
  private var groupShapes: [Place: Int] = [:]

  package init() {}

  /// The place of a message's first member; the type is `nil` where it is not known yet.
  package mutating func beginning(ofType type: UInt16?) -> Place {
    let type = type ?? .max
    if let shape = messageShapes[type] { return Place(shape: shape) }
    let shape = newShape()
    messageShapes[type] = shape
    return Place(shape: shape)
  }

  /// The member at a place that was learnt.
  @inline(__always)
  package subscript(place: Place) -> Member {
    _read { yield shapes[place.shape].members[place.index] }
  }

  /// Whether objects of a place's shape have a field that says whose they are, as far as it is known.
  package func hasSatelliteField(at place: Place) -> Bool {
    shapes[place.shape].hasSatelliteField
  }

  /// Makes the member at a place a field's; whether it was none.
  @discardableResult
  package mutating func learn(_ field: DataField, at place: Place) -> Bool {
    if case .field(let name, let unit)? = origin(at: place), unit == field.unit,
      name.isSame(as: field.name)
    {
      return false
    }
    learn(
      .field(field.name, field.unit), at: place, value: field.jsonName(.value),
      raw: field.jsonName(.raw))
    return true
  }

  /// Makes the member at a place the array of a group's objects; gives their shape.
  package mutating func learn(groups name: StaticString, at place: Place) -> Int {
    let group = FixedText(stringLiteral: name)
    if case .groups(let known, let shape)? = origin(at: place), known.isSame(as: group) {
      return shape
    }
    let (array, shape) = (JSONNames.array(of: name.description), groupShapes[place] ?? newShape())
    groupShapes[place] = shape
    shapes[shape] = Shape()
    learn(.groups(group, shape: shape), at: place, value: array, raw: array)
    return shape
  }

  /// Makes the member at a place one that is neither.
  package mutating func learn(_ name: String, at place: Place) {
    if case .other(name)? = origin(at: place) { return }
    learn(.other(name), at: place, value: name, raw: name)
  }

  /// Returns the names of an object's members up to a place, in both forms.
  package func names(upTo place: Place) -> [String] {
    shapes[place.shape].members.prefix(place.index).flatMap { [$0.value.text, $0.raw.text] }
  }

  // MARK: -

  private mutating func newShape() -> Int {
    shapes.append(Shape())
    return shapes.count - 1
  }

  @inline(__always)
  private func origin(at place: Place) -> Origin? {
    guard place.index < shapes[place.shape].members.count else { return nil }
    return shapes[place.shape].members[place.index].origin
  }

  /// Makes a member what was not expected at its place, and forgets those behind.
  private mutating func learn(
    _ origin: Origin, at place: Place, value: String, raw: String
  ) {
    let before = shapes[place.shape].members.prefix(place.index)
    let value = Name(value, times: before.count { $0.value.plain == value })
    let raw = Name(raw, times: before.count { $0.raw.plain == raw })
    let member = Member(
      origin: origin, value: value, raw: raw, hasOneName: value.text == raw.text)
    shapes[place.shape].members.removeSubrange(place.index...)
    shapes[place.shape].members.append(member)
    shapes[place.shape].hasSatelliteField = shapes[place.shape].members.contains {
      $0.value.plain == JSONNames.satelliteID
    }
  }
}

extension MemberNames.Name {
  /// Names a member that comes after others of the name: a field that comes again has a number behind
  /// it, from 2 on.
  fileprivate init(_ name: String, times: Int) {
    var quoted = JSONWriter()
    plain = name
    text = times == 0 ? name : "\(name)_\(times + 1)"
    quoted.value(text)
    key = quoted.bytes + [UInt8(ascii: ":")]
  }
}
