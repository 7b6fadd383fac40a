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
    arguments: ["", "a\"b\\c", "\u{0}\n\u{1f}", "µg/m³ 😀"])
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
