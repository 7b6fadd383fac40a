import Foundation
import RTCMParser
import Testing

@testable import RTCMJSON

@Suite("The objects of a JSON line")
struct RecordLevelTests {
  @Test(
    "a whole number that no Double holds is kept bit for bit",
    arguments: [
      (9_007_199_254_740_991, .number(9_007_199_254_740_991)),
      (9_007_199_254_740_993, .large(9_007_199_254_740_993)),
      (UInt64.max, .large(.max)),
    ] as [(UInt64, JSONValue)])
  func largeNumbers(number: UInt64, value: JSONValue) throws {
    #expect(try JSONDecoder().decode(JSONValue.self, from: Data("\(number)".utf8)) == value)
  }

  @Test("groups on both sides of a field are of two arrays, as they are written")
  func interruptedGroups() {
    var level = RecordLevel(values: .object([:]), raws: nil, path: "message")
    func path() -> String { level.removeGroup("satellite", where: nil).path }
    #expect([path(), path()] == ["message.satellites[0]", "message.satellites[1]"])
    _ = level.remove(.df003)
    #expect(path() == "message.satellites_2[0]")
  }

  @Test("of an array without end the first 255 groups are looked at")
  func manyGroups() {
    let groups = JSONValue.array((0..<300).map { .object(["number": .number(Double($0))]) })
    let level = RecordLevel(values: .object(["satellites": groups]), raws: nil, path: "message")
    #expect(level.elementCount("satellites") == 300)
    #expect(level.groups("satellites").map(\.path).last == "message.satellites[254]")
  }
}
