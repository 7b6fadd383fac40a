import Testing
import VirtualBoard

@testable import ScenarioFiles

@Suite("YAML as nodes")
struct YAMLTextTests {
  private func node(_ text: String) throws -> ScenarioNode { try YAMLText.node(Array(text.utf8)) }

  private func refusal(_ bytes: [UInt8]) -> String {
    do throws(ScenarioError) {
      _ = try YAMLText.node(bytes)
      return ""
    } catch {
      return "\(error.of("f"))"
    }
  }

  @Test("lists, mappings and scalars with their places; what is quoted is told apart")
  func reads() throws {
    let root = try node("a: 1\nb:\n  - 'x'\n  - {c: ~}\n")
    let members = try #require(root.members)
    #expect(members.map(\.key.scalar) == ["a", "b"])
    #expect(members[0].value == ScenarioNode(.scalar("1", isPlain: true), line: 1, column: 4))
    let list = try #require(members[1].value.elements)
    #expect(list[0] == ScenarioNode(.scalar("x", isPlain: false), line: 3, column: 5))
    #expect(list[1].line == 4 && list[1].members?.first?.value.scalar == "~")
  }

  @Test("JSON is read as well, as services write it")
  func json() throws {
    let root = try node(#"{"a":1.5,"b":[{"c":"x\u00e9"},null],"d":-1e-3}"#)
    #expect(root.members?.map(\.key.scalar) == ["a", "b", "d"])
    #expect(root.members?[1].value.elements?[0].members?[0].value.scalar == "xé")
  }

  @Test(
    "what is no such text is told with its place",
    arguments: [
      ("", "f:1:1: there is nothing in it"), ("# only\n", "f:1:1: there is nothing in it"),
      ("a: [1, 2", "f:2:1: this is no YAML"), ("a: 1\n b: 2", "f:2:3: this is no YAML"),
      ("a: &x [*x]", "f:1:4: there is an anchor or a tag"),
      ("- &a 1\n- *a", "f:1:3: there is an anchor or a tag"), ("a: *x", "f:1:4: an alias"),
      ("a: !!binary x", "f:1:4: there is an anchor or a tag"),
      ("a: 1\n---\nb: 2\n", "f:2:1: there is a second document"),
      ("a: x\n\u{1}", "f:2:1: there is a control character"), ("a: \"\\ud800\"", "f:1:"),
    ])
  func refuses(text: String, beginning: String) {
    #expect(refusal(Array(text.utf8)).hasPrefix(beginning), "\(refusal(Array(text.utf8)))")
  }

  @Test("of the control characters a text has tabs and ends of lines alone")
  func controls() throws {
    let root = try node("a:\t1\r\nb: 2\r\n")
    #expect(root.members?.map(\.value.scalar) == ["1", "2"])
    for byte in 0..<UInt8(0x20) where ![0x09, 0x0A, 0x0D].contains(byte) {
      let bytes = Array("a: 1\n\tb".utf8) + [byte]
      #expect(
        refusal(bytes)
          == "f:2:3: there is a control character; give a text, not a binary file")
      #expect(refusal([byte]).hasPrefix("f:1:1: there is a control character"))
    }
  }

  @Test("bytes that are no UTF-8 are refused, not read as something else")
  func utf8() { #expect(refusal([0x61, 0x3A, 0x20, 0xFF, 0xFE]).hasPrefix("f:1")) }

  @Test("lists within lists end at a depth, long before the stack does")
  func depth() throws {
    let deepest = YAMLText.greatestDepth - 1
    let brackets = { (count: Int) in
      String(repeating: "[", count: count) + String(repeating: "]", count: count)
    }
    _ = try node(brackets(deepest))
    #expect(refusal(Array(brackets(100_000).utf8)).hasPrefix("f:1:33: lists lie within lists"))
  }

  @Test("mappings within mappings end at a depth too")
  func depthOfMappings() throws {
    let braces = { (count: Int) in
      String(repeating: "{a: ", count: count) + String(repeating: "}", count: count)
    }
    _ = try node(braces(YAMLText.greatestDepth - 1))
    #expect(refusal(Array(braces(40).utf8)).hasPrefix("f:1:126: lists lie within lists"))
  }

  @Test("a file of more than it may have is refused before it is read")
  func size() {
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: YAMLText.mostBytes + 1)
    var longest = Array("a: 1 #".utf8)
    longest += [UInt8](repeating: UInt8(ascii: "a"), count: YAMLText.mostBytes - longest.count)
    #expect(refusal(longest) == "")
    #expect(refusal(bytes) == "f: it has 16777217 bytes; a file has at most 16777216; split it")
  }
}
