@testable import AppHost
import Testing

@Suite("A text in a script")
struct ScriptTextTests {
  @Test("in a script a blank is a blank, and every control character a number")
  func inScript() {
    #expect("/a b~".inScript == "/a b~")
    #expect("\u{0}\u{1F} \u{80}".inScript == #"\u0000\u001f \u0080"#)
    #expect("\"\\<>&'".inScript == #"\u0022\u005c\u003c\u003e\u0026\u0027"#)
  }
}
