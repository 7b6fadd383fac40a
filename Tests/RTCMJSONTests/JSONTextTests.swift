import Foundation
import Mathematics
import RTCMTestKit
import RTCMText
import Testing

@testable import RTCMJSON

/// The content of a JSON text, as read by this module or by Foundation's decoder.
private indirect enum Tree: Hashable, CustomStringConvertible {
  case null, unreadable
  case flag(Bool)
  case number(bits: UInt64)
  case large(UInt64)
  case text(String)
  case array([Tree])
  case object([String: Tree])

  /// Creates the content from this module's value.
  init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .flag(let flag): self = .flag(flag)
    case .number(let number): self = .number(bits: number.bitPattern)
    case .large(let number): self = .large(number)
    case .text(let text): self = .text(text)
    case .array(let elements): self = .array(elements.map { Tree($0) })
    case .object(let members):
      let all = members.all.map { ($0.name, Tree($0.value)) }
      self = .object(Dictionary(all, uniquingKeysWith: { first, _ in first }))
    case .unreadable: self = .unreadable
    }
  }

  /// Returns the content read by this module; `nil` if the text is no JSON.
  static func ours(_ text: [UInt8]) -> Tree? { (try? JSONText(text)).map { Tree($0.value(at: 0)) } }

  /// Whether all values in the content can be represented.
  var isReadable: Bool {
    switch self {
    case .unreadable: false
    case .array(let elements): elements.allSatisfy(\.isReadable)
    case .object(let members): members.values.allSatisfy(\.isReadable)
    default: true
    }
  }

  /// The value of a number; `nil` for other kinds.
  var number: Double? {
    switch self {
    case .number(let bits): Double(bitPattern: bits)
    case .large(let number): Double(number)
    default: nil
    }
  }

  var description: String {
    switch self {
    case .null: "null"
    case .unreadable: "?"
    case .flag(let flag): "\(flag)"
    case .number(let bits): "\(Double(bitPattern: bits))"
    case .large(let number): "\(number)!"
    case .text(let text): text.debugDescription
    case .array(let elements): "\(elements)"
    case .object(let members): "\(members.sorted { $0.key < $1.key })"
    }
  }
}

extension Tree: Decodable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Double.self) {
      let exact = number >= 0x1p53 ? try? value.decode(UInt64.self) : nil
      self = exact.map(Tree.large) ?? .number(bits: number.bitPattern)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let object = try? decoder.container(keyedBy: Key.self) {
      let members = try object.allKeys.map {
        ($0.stringValue, try object.decode(Tree.self, forKey: $0))
      }
      self = .object(Dictionary(uniqueKeysWithValues: members))
    } else if var array = try? decoder.unkeyedContainer() {
      var elements: [Tree] = []
      while !array.isAtEnd { elements.append(try array.decode(Tree.self)) }
      self = .array(elements)
    } else {
      self = .unreadable
    }
  }

  /// Returns the content read by Foundation's decoder; `nil` if the text is no JSON.
  static func foundations(_ text: [UInt8]) -> Tree? {
    try? JSONDecoder().decode(Tree.self, from: Data(text))
  }
}

@Suite("JSON texts, against Foundation's decoder")
struct JSONTextTests {
  /// Texts that RFC 8259 allows.
  static let valid: [String] =
    [
      "null", "true", "false", " \t\r\n[ ]\n", "{}", "[[],{}]", #"{"":0}"#, "[1,2]",
      #"{"a":1,"b":[true,{"c":null}]}"#, #"{"a":1,"a":2}"#, #"{"a":{"b":1},"a":{"b":2},"c":3}"#,
      #""""#, #""\"\\\/\b\f\n\r\t""#, #""\u0041\u00e9\u20AC""#, #""\uD834\uDD1e""#, #""é€𝄞""#,
      #"{"\u0061\n":1}"#, #""\u0000""#, "\"\u{7F}\u{80}\u{2028}\u{FEFF}\"",
      #"{"e\u0301":1,"é":2}"#, "{ \"a\" : 1 ,\n\"b\"\t:\r[ 2 , 3 ] }",
      String(repeating: "[", count: 512) + String(repeating: "]", count: 512),
      String(repeating: #"{"a":"#, count: 511) + "{}" + String(repeating: "}", count: 511),
    ]
    + [
      "0", "-0", "-0.0", "0.0", "1", "-1", "10", "123.456", "1e0", "1E+2", "1e-2", "-1.5e3",
      "0.1", "0.30000000000000004", "1.7976931348623157e308", "5e-324", "2.2250738585072011e-308",
      "4.35", "1e22", "1e23", "123456789012345678e-10", "9007199254740991", "9007199254740992",
      "9007199254740993", "18446744073709551615", "18446744073709551616", "-9007199254740993",
      "-18446744073709551615", "1e15", "1e16", "1e19", "1e20", "9007199254740993.0",
      "900719925474099.3e1", "1844674407370955162e1",
      "0.00000000000000000000000000001", "123456789012345678901234567890",
      "0." + String(repeating: "3", count: 400), "1" + String(repeating: "0", count: 300),
      "1e00000000000000000000000000000001", "4421984.9860", "0.000000011",
    ]

  /// Texts that RFC 8259 does not allow.
  static let malformed: [String] =
    [
      "", " ", "nul", "nulll", "True", "tru", "[", "]", "{", "}", "[1", "[1,", "[1,]", "[,1]",
      "[1 2]",
      "[1],", "[1]]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}", "{a:1}", "{'a':1}", "{\"a\" 1}",
      "{\"a\":1 \"b\":2}", "{1:2}", "{null:1}", "[}", "{]", "1 2", "\"", "\"abc", "\"\\\"", "'a'",
      "\"\t\"", "\"\n\"", "\"\u{1}\"", "\"\u{0}\"", "\u{0}", "1\u{0}", "[1]\u{0}",
      "\u{FEFF}\u{FEFF}1",
      "/* a */1", "1//a", "NaN", "Infinity", "-Infinity", "nan", "\u{A0}1", "[1\u{B}]",
      #""\x41""#, #""\u12""#, #""\u12g4""#, #""\""#, #""\uD834""#, #""\uD834x""#, #""\uD834\n""#,
      #""\uDD1e""#, #""\uDD1e\uD834""#, #""\uD834\uD834""#, #""\uD834\u0041""#, #"{"\uD834":1}"#,
      #"{"\x":1}"#, "\"\\\u{1}\"", #""\U0041""#, #""\u+041""#,
      String(repeating: "[", count: 513) + String(repeating: "]", count: 513),
    ]
    + [
      "-", "+1", "01", "-01", "00", "1.", ".5", "-.5", "1.e3", "1e", "1e+", "1e1.5", "1.2.3", "1-2",
      "--1", "1e1e1", "0x10", "1_000", "1,5", "e5", "1e999", "-1e999", "1e99999999999999999999",
    ]

  /// Byte sequences that are not valid UTF-8.
  static let noUTF8: [[UInt8]] = [
    [0x80], [0xC3], [0xC3, 0x28], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80],
    [0xE2, 0x82], [0xFF], [0xFE, 0xFF],
  ]

  @Test("what the standard allows is what Foundation reads", arguments: valid)
  func reads(text: String) throws {
    let tree = try #require(Tree.ours(Array(text.utf8)), "refused")
    #expect(tree.isReadable, "\(tree)")
    #expect(tree == Tree.foundations(Array(text.utf8)))
  }

  @Test(
    "what it does not allow is refused, or the value alone where it is one", arguments: malformed)
  func refuses(text: String) {
    let tree = Tree.ours(Array(text.utf8))
    #expect(tree?.isReadable != true, "\(tree ?? .null)")
  }

  @Test("bytes that are no UTF-8 are refused in values, in names and outside", arguments: noUTF8)
  func refusesBytes(bytes: [UInt8]) {
    let quote = Array("\"".utf8)
    #expect(Tree.ours(quote + bytes + quote) == .unreadable)
    #expect(Tree.ours(Array("{\"".utf8) + bytes + Array("\":1}".utf8)) == nil)
    #expect(Tree.ours(bytes) == nil)
  }

  @Test(
    "a number too small for any but 0 is 0, and a zero has any exponent",
    arguments: ["1e-400", "0e5"])
  func zeros(text: String) {
    #expect(Tree.ours(Array(text.utf8))?.number == 0)
  }

  @Test("a byte order mark in front is read over")
  func byteOrderMark() {
    #expect(Tree.ours([0xEF, 0xBB, 0xBF] + Array("[1]".utf8)) == Tree.ours(Array("[1]".utf8)))
  }

  @Test("lines with a byte changed here and there read as Foundation reads them", arguments: 0..<20)
  func changedByChance(seed: UInt64) throws {
    var random = Xoshiro256(seed: seed, part: "JSON")
    let words = Array(#"{}[]",:\0123456789-+.eEutfnl "#.utf8) + [0, 9, 0x80, 0xC3, 0xED, 0xFF]
    for message in try SampleMessages.all().prefix(seed == 0 ? 200 : 12) {
      var text = Array(try message.json(seed % 2 == 0 ? .value : .raw).utf8.prefix(700))
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let index = Int.random(in: 0..<text.count, using: &random)
        let word = words[Int.random(in: 0..<words.count, using: &random)]
        switch UInt8.random(in: 0..<3, using: &random) {
        case 0: text[index] = word
        case 1: text.insert(word, at: index)
        default: text.remove(at: index)
        }
      }
      let (ours, foundations) = (Tree.ours(text), Tree.foundations(text))
      let isSame =
        ours == foundations || ours?.isReadable != true && foundations?.isReadable != true
      #expect(isSame, "\(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test("numbers of any digits are the nearest Double, as Foundation has them")
  func numbers() {
    var random = Xoshiro256(seed: 8, part: "numbers")
    for _ in 0..<2000 {
      let digits = (0..<Int.random(in: 1...22, using: &random)).map { _ in
        "\(Int.random(in: 0...9, using: &random))"
      }.joined()
      let point = Int.random(in: 0...digits.count, using: &random)
      let whole = digits.prefix(point).drop { $0 == "0" }
      let fraction = digits.dropFirst(point)
      let exponent =
        Bool.random(using: &random) ? "" : "e\(Int.random(in: -40...40, using: &random))"
      let text =
        (Bool.random(using: &random) ? "-" : "") + (whole.isEmpty ? "0" : whole)
        + (fraction.isEmpty ? "" : "." + fraction) + exponent
      let ours = Tree.ours(Array(text.utf8))?.number
      #expect(ours != nil && ours?.bitPattern == Double(text)?.bitPattern, "\(text)")
      // Foundation rejects 0e5 as a number.
      guard ours != 0 else { continue }
      #expect(ours == Tree.foundations(Array(text.utf8))?.number, "\(text)")
    }
  }
}
