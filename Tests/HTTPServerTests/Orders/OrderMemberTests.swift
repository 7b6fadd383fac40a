import Testing

@testable import HTTPServer

@Suite("The members of an order")
struct OrderMemberTests {
  @Test("have the types of their values")
  func reads() {
    let body = #"{"a":null,"b":1.5,"c":true,"d":"x","e":{"f":2},"g":[1]}"#
    #expect(
      OrderMember.members(of: Array(body.utf8)) == [
        "a": .null, "b": .number(1.5), "c": .flag(true), "d": .text("x"),
        "e": .object(["f": .number(2)]), "g": .other,
      ])
  }

  @Test(
    "are none in a body that is no object", arguments: ["", "[]", "1", "{", #"{"a":}"#, "null"])
  func refuses(body: String) { #expect(OrderMember.members(of: Array(body.utf8)) == nil) }

  @Test("nested without end are refused, not followed")
  func bounds() {
    let deep = String(repeating: #"{"a":"#, count: 100_000)
    #expect(OrderMember.members(of: Array(deep.utf8)) == nil)
  }
}
