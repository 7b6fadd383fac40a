import Testing
import TextOutput

@Suite("Values that are described")
struct DescribedValueTests {
  private static let words = ["low", "middle", "high"]
  private static let value = DescribedValue.object([
    Described("text", text: "a \"word\""), Described("nothing", text: String?.none),
    Described("date", .date("2026-06-01T12:00:00.000Z")),
    Described("word", .word("high", of: words)), Described("rank", .rank(1, of: words)),
    Described("count", count: UInt8(200)), Described("huge", count: UInt64.max),
    Described("number", number: 1.25, decimals: 1), Described("none", number: nil, decimals: 3),
    Described("flag", .flag(true)), Described("list", .array([.count(1), .count(nil)])),
    Described("inner", [Described("table", .table([Described("1077", count: 3)], of: .count(0)))]),
  ])

  @Test("are written as JSON, members in their order")
  func json() {
    #expect(
      Self.value.json == #"{"text":"a \"word\"","nothing":null,"date":"2026-06-01T12:00:00.000Z","#
        + #""word":"high","rank":"middle","count":200,"huge":9223372036854775807,"number":1.2,"#
        + #""none":null,"flag":true,"list":[1,null],"inner":{"table":{"1077":3}}}"#)
  }

  @Test(
    "are found by dotted paths",
    arguments: [
      ("count", "200"), ("inner.table.1077", "3"), ("inner.table", #"{"1077":3}"#),
      ("none", "null"), ("", nil), ("inner.", nil), ("count.more", nil), ("list.0", nil),
    ])
  func paths(path: String, json: String?) {
    #expect(Self.value[path: path]?.json == json)
  }

  @Test("have a text, a number, or neither")
  func readings() {
    let texts = Self.value.members.map { $0.value.text }
    #expect(
      texts == [
        "a \"word\"", nil, "2026-06-01T12:00:00.000Z", "high", "middle", nil, nil, nil, nil, nil,
        nil, nil,
      ])
    let numbers = Self.value.members.map { $0.value.number }
    #expect(numbers == [nil, nil, nil, nil, 1, 200, 0x1p63, 1.25, nil, nil, nil, nil])
  }

  @Test("know that they may be missing by how they are given")
  func nullable() {
    let names = Self.value.members.filter(\.isNullable).map(\.name)
    #expect(names == ["nothing", "none"])
    let known: Int? = 3
    #expect(Described("age", count: known).isNullable)
  }

  @Test("keep their own order where only some are asked for")
  func some() {
    #expect(Self.value.members.only("flag", "nobody", "date").map(\.name) == ["date", "flag"])
  }
}

@Suite("Schemas of values that are described")
struct SchemaTests {
  private static func schema(_ member: Described) -> String {
    var json = JSONWriter()
    json.value(schemaOf: member)
    return json.text
  }

  @Test(
    "say what kind of value it is, and whether there may be none",
    arguments: [
      (Described("x", text: "a"), #"{"type":"string"}"#),
      (
        Described("x", text: String?.none, "Why"),
        #"{"type":["string","null"],"description":"Why"}"#
      ),
      (Described("x", .date("")), #"{"type":"string","format":"date-time"}"#),
      (Described("x", .word("a", of: ["a", "b"])), #"{"enum":["a","b"]}"#),
      (Described("x", .rank(1, of: ["a", "b"])), #"{"enum":["a","b"]}"#),
      (Described("x", count: 3), #"{"type":"integer"}"#),
      (
        Described("x", count: Int?.none, limits: 0...4095),
        #"{"type":["integer","null"],"minimum":0,"maximum":4095}"#
      ),
      (
        Described("x", number: nil, decimals: 3, "Age", unit: "seconds", limits: 0...Int.max),
        #"{"type":["number","null"],"minimum":0,"description":"Age (seconds)"}"#
      ),
      (
        Described("x", count: Int?.none, limits: .min...9),
        #"{"type":["integer","null"],"maximum":9}"#
      ),
      (Described("x", .flag(false)), #"{"type":"boolean"}"#),
      (Described("x", .array([.count(1)])), #"{"type":"array","items":{"type":"integer"}}"#),
      (Described("x", .array([])), #"{"type":"array"}"#),
      (
        Described("x", .table([], of: .count(0))),
        #"{"type":"object","additionalProperties":{"type":"integer"}}"#
      ),
      (
        Described("x", [Described("a", count: 1)]),
        #"{"type":"object","required":["a"],"properties":{"a":{"type":"integer"}}}"#
      ),
      (
        Described("x", [Described("a", count: 1)], schema: "X"),
        ##"{"$ref":"#/components/schemas/X"}"##
      ),
    ])
  func kinds(member: Described, json: String) {
    #expect(Self.schema(member) == json)
  }

  @Test("of an object with a name is written out where it is wanted itself")
  func writtenOut() {
    var json = JSONWriter()
    json.value(
      schemaOf: Described("x", [Described("a", count: 1)], schema: "X"), isReferring: false)
    #expect(
      json.text
        == #"{"type":"object","required":["a"],"properties":{"a":{"type":"integer"}}}"#)
  }

  @Test("of objects with names are told once each, the outer ones first")
  func named() {
    let inner = DescribedValue.object([], schema: "Inner")
    let outer = DescribedValue.object(
      [
        Described("list", .array([.object([Described("a", inner)], schema: "Item")])),
        Described("table", .table([], of: inner)),
        Described("plain", [Described("b", .object([], schema: "Last"))]),
      ], schema: "Outer")
    #expect(outer.schemas.map(\.name) == ["Outer", "Item", "Inner", "Last"])
  }
}
