package import RTCMParser
internal import TextOutput

/// The names of the members of messages' objects, in the order of the fields.
///
/// Objects with the same fields share their names. A field is first compared with the field that had its
/// place before.
package struct MemberNames: Sendable {
  /// The kind of content of a member.
  fileprivate enum Origin: Sendable {
    case field(FixedText, FieldUnit)
    case groups(FixedText, shape: Int)
    case other(String)
  }

  /// A member's names: one in an object of values, one in an object of integers on the wire.
  package struct Member: Sendable {
    fileprivate let origin: Origin
    package let value, raw: Name
    /// Whether both names are the same.
    package let hasOneName: Bool
  }

  /// A member's name in one of the two forms.
  package struct Name: Sendable {
    /// The name without the number that tells repeated members apart.
    fileprivate let plain: String
    /// The name as text and, below, as JSON with its colon.
    package let text: String
    package let key: [UInt8]
  }

  /// A position among the members of an object.
  package struct Place: Hashable, Sendable {
    fileprivate let shape: Int
    package var index = 0

    /// Creates the first position of a shape.
    package init(shape: Int) { self.shape = shape }
  }

  /// The known members of objects that have the same fields.
  private struct Shape: Sendable {
    var members: [Member] = []
    /// Whether a field holds the object's satellite ID.
    var hasSatelliteField = false
  }

  private var shapes: [Shape] = []
  /// The shape of each message type's object.
  private var messageShapes: [UInt16: Int] = [:]
  /// The shape of the objects in the array at each position.
  private var groupShapes: [Place: Int] = [:]

  package init() {}

  /// Returns the position of a message's first member; the type is `nil` while it is unknown.
  package mutating func beginning(ofType type: UInt16?) -> Place {
    let type = type ?? .max
    if let shape = messageShapes[type] { return Place(shape: shape) }
    let shape = newShape()
    messageShapes[type] = shape
    return Place(shape: shape)
  }

  /// The member stored at a position.
  @inline(__always)
  package subscript(place: Place) -> Member {
    _read { yield shapes[place.shape].members[place.index] }
  }

  /// Whether objects of a position's shape are known to have a field with their satellite ID.
  package func hasSatelliteField(at place: Place) -> Bool {
    shapes[place.shape].hasSatelliteField
  }

  /// Stores the member of a field at a position; returns whether another member, or none, was stored there.
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

  /// Stores the array of a group's objects at a position; returns the objects' shape.
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

  /// Stores a member that is neither a field nor an array of groups at a position.
  package mutating func learn(_ name: String, at place: Place) {
    if case .other(name)? = origin(at: place) { return }
    learn(.other(name), at: place, value: name, raw: name)
  }

  /// Returns the names of an object's members before a position, in both forms.
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

  /// Replaces the member at a position, and removes the members after it.
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
  /// Creates the name of a member that may be repeated: repetitions have a number at the end, from 2.
  fileprivate init(_ name: String, times: Int) {
    var quoted = JSONWriter()
    plain = name
    text = times == 0 ? name : "\(name)_\(times + 1)"
    quoted.value(text)
    key = quoted.bytes + [UInt8(ascii: ":")]
  }
}
