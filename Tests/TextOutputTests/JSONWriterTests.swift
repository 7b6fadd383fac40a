import Foundation
import TestSupport
import Testing
import TextOutput

@Suite("JSON writer")
struct JSONWriterTests {
  @Test("writes members in the order given, with commas between")
  func writesNested() {
    var json = JSONWriter()
    json.object { json in
      json.member("fix", "rtk-fixed")
      json.member("age", 1.25, decimals: 2)
      json.object("frames") { json in
        json.member("1005", 3)
        json.member("1077", 18)
      }
      json.array("fields") { json in
        json.value(1)
        json.object { $0.member("ok", true) }
        json.value(nil as String?)
      }
      json.member("error", nil as String?)
    }
    #expect(
      json.text == #"{"fix":"rtk-fixed","age":1.25,"frames":{"1005":3,"1077":18},"#
        + #""fields":[1,{"ok":true},null],"error":null}"#)
  }

  @Test("every kind of value stands between commas, alone and as a member")
  func allKinds() {
    var json = JSONWriter()
    json.array { json in
      for _ in 0..<2 {
        json.value("a")
        json.value(-1)
        json.value(nil as Int?)
        json.value(false)
        json.value(1.5, decimals: 1)
        json.value(nil, decimals: 1)
        json.value(exactly: 0.1)
        json.value(exactly: nil)
        json.array { $0.value(true) }
        json.object { json in
          json.member("exact", exactly: 2.5)
          json.member("none", nil as Int?)
          json.member("body") { $0.value(3) }
          json.member("flag", false)
          json.array("empty") { _ in }
          json.object("inner") { $0.member("x", "y") }
        }
      }
    }
    let once =
      #""a",-1,null,false,1.5,null,0.1,null,[true],{"exact":2.5,"none":null,"body":3,"flag":false,"#
      + #""empty":[],"inner":{"x":"y"}}"#
    #expect(json.text == "[\(once),\(once)]")
    #expect(json.bytes == Array(json.text.utf8))
  }

  @Test("what libraries write piece by piece has its commas as well")
  func pieces() {
    var json = JSONWriter()
    json.begin(UInt8(ascii: "["))
    json.value(UInt64.max)
    json.value(Int64.min)
    json.value(json: Array("1e3".utf8))
    json.begin(UInt8(ascii: "{"))
    json.key(json: Array(#""a":"#.utf8))
    json.value(UInt64(1))
    json.key(json: Array(#""b":"#.utf8))
    json.value(Int64(2))
    json.end(UInt8(ascii: "}"))
    json.value(true)
    json.end(UInt8(ascii: "]"))
    #expect(
      json.text == #"[18446744073709551615,-9223372036854775808,1e3,{"a":1,"b":2},true]"#)
  }

  @Test("the first member is taken back, with the comma that is behind it", arguments: [0, 1, 2])
  func removes(others: Int) {
    var json = JSONWriter()
    json.begin(UInt8(ascii: "{"))
    let start = json.bytes.count
    json.member("first", 1)
    let member = start..<json.bytes.count
    for number in 0..<others { json.member("m\(number)", number) }
    json.remove(member)
    json.member("last", true)
    json.end(UInt8(ascii: "}"))
    #expect(
      json.text
        == [
          #"{"last":true}"#, #"{"m0":0,"last":true}"#, #"{"m0":0,"m1":1,"last":true}"#,
        ][others])
  }

  @Test("empty containers stay empty")
  func empty() {
    var json = JSONWriter()
    json.array { json in
      json.object { _ in }
      json.array { _ in }
    }
    #expect(json.text == "[{},[]]")
  }

  @Test(
    "any string comes back from a JSON reader",
    arguments: ["", "\"", "\\", "a\"b\\c", "\u{0}\n\u{1f}", "µg/m³ 😀"])
  func quotes(string: String) throws {
    var json = JSONWriter()
    json.array { $0.value(string) }
    let read = try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String]
    #expect(read == [string])
  }

  @Test("what is no number is null", arguments: [Double.nan, .infinity])
  func notANumber(value: Double) {
    var json = JSONWriter()
    json.array { json in
      json.value(value, decimals: 2)
      json.value(exactly: value)
    }
    #expect(json.text == "[null,null]")
  }

  @Test("exact numbers read back the same", arguments: [0.1, -1e-9, 1e300, 2.5e-308, 299_792_458])
  func exact(value: Double) throws {
    var json = JSONWriter()
    json.array { $0.value(exactly: value) }
    let read = try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [Double]
    #expect(read == [value])
  }
}
