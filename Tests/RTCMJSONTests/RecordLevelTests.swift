import RTCMParser
import RTCMText
import Testing

@testable import RTCMJSON

@Suite("The objects of a JSON line")
struct RecordLevelTests {
  private static func value(_ text: String) throws -> JSONValue {
    try JSONText(Array(text.utf8)).value(at: 0)
  }

  @Test("groups on both sides of a field are of two arrays, as they are written")
  func interruptedGroups() throws {
    var names = MemberNames()
    var level = RecordLevel(
      values: try Self.value("{}"), raws: nil, path: "message", names.beginning(ofType: 1))
    func path() -> String { level.takeGroup("satellite", wanted: nil, &names).path }
    #expect([path(), path()] == ["message.satellites[0]", "message.satellites[1]"])
    names.learn(.df003, at: level.next)
    _ = level.takeField(names[level.next])
    #expect(path() == "message.satellites_2[0]")
  }

  @Test("of an array without end the first 255 groups are looked at")
  func manyGroups() throws {
    let groups = (0..<300).map { #"{"number":\#($0)}"# }.joined(separator: ",")
    var names = MemberNames()
    let level = RecordLevel(
      values: try Self.value(#"{"satellites":[\#(groups)]}"#), raws: nil, path: "message",
      names.beginning(ofType: 1))
    #expect(level.elementCount("satellites") == 300)
    #expect(level.groups("satellites").map(\.path).last == "message.satellites[254]")
  }

  @Test("members are found in any order, and of two with one name the first")
  func members() throws {
    let text = #"{"a":1,"b":2,"\u0063":3,"b":4,"a":5}"#
    var members = try #require(try Self.value(text).members)
    func number(_ name: String) -> Double? {
      if case .number(let number)? = members.take(name) { number } else { nil }
    }
    #expect(["a", "b", "c"].map(number) == [1, 2, 3])
    members = try #require(try Self.value(text).members)
    #expect(["c", "a", "b", "d"].map(number) == [3, 1, 2, nil])
    #expect(!members.areAllTaken)
  }

  @Test("members that are taken in another order are all taken in the end")
  func allTaken() throws {
    var members = try #require(try Self.value(#"{"a":1,"b":2,"c":3}"#).members)
    for name in ["c", "a", "b"] {
      #expect(!members.areAllTaken)
      _ = members.take(name)
    }
    #expect(members.areAllTaken)
  }
}
