/// A writer of JSON (RFC 8259) as bytes, with members in the order of the calls.
///
/// ```swift
/// var json = JSONWriter()
/// json.object { json in
///   json.member("fix", "rtk-fixed")
///   json.member("age", 1.25, decimals: 2)
/// }
/// // {"fix":"rtk-fixed","age":1.25}
/// ```
/// Optional values that are `nil`, and numbers that JSON cannot represent, become `null`.
public struct JSONWriter {
  /// The text so far, in UTF-8.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Creates a writer without text.
  public init() {}

  /// The text so far.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  // MARK: Values, as the document or as an array's element

  /// Writes an object; `body` writes its members.
  public mutating func object<E: Error>(_ body: (inout JSONWriter) throws(E) -> Void) throws(E) {
    try enclosed(by: (UInt8(ascii: "{"), UInt8(ascii: "}")), body)
  }

  /// Writes an array; `body` writes its elements.
  public mutating func array<E: Error>(_ body: (inout JSONWriter) throws(E) -> Void) throws(E) {
    try enclosed(by: (UInt8(ascii: "["), UInt8(ascii: "]")), body)
  }

  /// Writes a string, or `null` for `nil`.
  public mutating func value(_ string: String?) {
    separate()
    if let string { quote(string) } else { null() }
  }

  /// Writes an integer of at most 64 bits.
  public mutating func value(_ number: (some BinaryInteger)?) {
    separate()
    if let number { bytes.append(integer: number) } else { null() }
  }

  /// Writes an unsigned integer, faster than the generic function.
  package mutating func value(_ number: UInt64) {
    separate()
    bytes.append(integer: number)
  }

  /// Writes a signed integer, faster than the generic function.
  package mutating func value(_ number: Int64) {
    separate()
    bytes.append(integer: number)
  }

  /// Writes a Boolean.
  public mutating func value(_ flag: Bool) {
    separate()
    bytes.append(contentsOf: (flag ? "true" : "false").utf8)
  }

  /// Writes a number with a fixed number of decimals, `0...15`.
  public mutating func value(_ number: Double?, decimals: Int) {
    separate()
    guard let number, bytes.append(decimal: number, decimals: decimals) else { return null() }
  }

  /// Writes a number with the digits needed to read the same number back.
  public mutating func value(exactly number: Double?) {
    separate()
    guard let number, number.isFinite else { return null() }
    bytes.append(contentsOf: number.description.utf8)
  }

  /// Writes a value that is already JSON.
  package mutating func value(json text: [UInt8]) {
    separate()
    bytes.append(contentsOf: text)
  }

  // MARK: Parts

  /// Begins an object or an array with its opening bracket.
  package mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  /// Ends an object or an array with its closing bracket.
  package mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  /// Writes a member's name that is already JSON, including its colon.
  package mutating func key(json key: [UInt8]) {
    separate()
    bytes.append(contentsOf: key)
    needsComma = false
  }

  /// Removes the first member of the object that was begun last.
  package mutating func remove(_ member: Range<Int>) {
    let hasMore = member.upperBound < bytes.count
    bytes.removeSubrange(member.lowerBound..<(member.upperBound + (hasMore ? 1 : 0)))
    if !hasMore { needsComma = false }
  }

  // MARK: Members of an object

  /// Writes a member that is an object.
  public mutating func object<E: Error>(
    _ name: String, _ body: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    key(name)
    try object(body)
  }

  /// Writes a member that is an array.
  public mutating func array<E: Error>(
    _ name: String, _ body: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    key(name)
    try array(body)
  }

  /// Writes a member; `body` writes exactly one value.
  public mutating func member<E: Error>(
    _ name: String, _ body: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    key(name)
    try body(&self)
  }

  /// Writes a member that is a string.
  public mutating func member(_ name: String, _ string: String?) {
    key(name)
    value(string)
  }

  /// Writes a member that is an integer.
  public mutating func member(_ name: String, _ number: (some BinaryInteger)?) {
    key(name)
    value(number)
  }

  /// Writes a member that is a Boolean.
  public mutating func member(_ name: String, _ flag: Bool) {
    key(name)
    value(flag)
  }

  /// Writes a member that is a number with a fixed number of decimals, `0...15`.
  public mutating func member(_ name: String, _ number: Double?, decimals: Int) {
    key(name)
    value(number, decimals: decimals)
  }

  /// Writes a member that is a number with the digits needed to read the same number back.
  public mutating func member(_ name: String, exactly number: Double?) {
    key(name)
    value(exactly: number)
  }

  // MARK: -

  private mutating func key(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func null() { bytes.append(contentsOf: "null".utf8) }

  private mutating func enclosed<E: Error>(
    by ends: (UInt8, UInt8), _ body: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    begin(ends.0)
    try body(&self)
    end(ends.1)
  }

  /// Writes a string in quotes, and escapes all characters that a terminal would interpret.
  private mutating func quote(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    bytes.append(contentsOf: string.utf8)
    var isPlain = true
    for index in start..<bytes.count { isPlain = isPlain && bytes[index].isPlainInJSON }
    if !isPlain {
      bytes.removeSubrange(start...)
      for scalar in string.unicodeScalars { append(escaped: scalar) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(escaped scalar: Unicode.Scalar) {
    switch scalar {
    case "\"", "\\":
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    case _ where scalar.isControl: bytes.append(escaping: scalar)
    default: bytes.append(contentsOf: scalar.utf8)
    }
  }
}

extension UInt8 {
  /// Whether the byte needs no escape in a JSON string.
  fileprivate var isPlainInJSON: Bool {
    (0x20...0x7E).contains(self) && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
  }
}
