@testable import VirtualBoard
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("JUnit report")
struct JUnitReportTests {
  private static let report = DescribedValue.object([
    Described("fix", .text("3d")), Described("text", .text("<&\"'\u{1}\n")),
  ])

  private static func document(name: String, _ claims: [String]) throws -> XMLElement {
    let outcomes = try claims.map { try BoardExpectation($0).check(report) }
    let text = JUnitReport.document(name: name, outcomes: outcomes)
    return try #require(try XMLDocument(xmlString: text).rootElement())
  }

  private static func attribute(_ name: String, of node: XMLNode?) -> String? {
    (node as? XMLElement)?.attribute(forName: name)?.stringValue
  }

  @Test("each expectation is a test case, and those not met fail with the value found")
  func casesAndFailures() throws {
    let root = try Self.document(name: "a.rtcm3", ["fix == 3d", "fix == rtk-fixed", "no > 1"])
    let suite = try #require(root.elements(forName: "testsuite").first)
    #expect(Self.attribute("tests", of: suite) == "3")
    #expect(Self.attribute("failures", of: suite) == "2")
    let cases = suite.elements(forName: "testcase")
    #expect(
      cases.map { Self.attribute("name", of: $0) } == ["fix == 3d", "fix == rtk-fixed", "no > 1"])
    #expect(cases.allSatisfy { Self.attribute("classname", of: $0) == "boardsim.replay" })
    let failures = cases.map { $0.elements(forName: "failure").first }
    #expect(failures[0] == nil)
    #expect(Self.attribute("message", of: failures[1]) == #"fix == rtk-fixed: found "3d""#)
    #expect(Self.attribute("message", of: failures[2])?.contains("no 'no'") == true)
  }

  @Test(
    "names with characters that XML reserves or forbids come back as they were",
    arguments: ["a<b>&\"c'.rtcm3", "größe µ 🛰", "]]>", "tab\tand\nline"])
  func escapes(name: String) throws {
    let root = try Self.document(name: name, ["text != x"])
    let suite = try #require(root.elements(forName: "testsuite").first)
    #expect(Self.attribute("name", of: suite) == name)
  }

  @Test("characters XML cannot say are left out")
  func forbidden() throws {
    let root = try Self.document(name: "a\u{0}\u{8}\u{B}\u{FFFE}b", ["text == x"])
    #expect(Self.attribute("name", of: root.elements(forName: "testsuite").first) == "ab")
  }

  @Test("why a replay has no outcomes is an error of its own")
  func error() throws {
    let text = JUnitReport.document(name: "a", outcomes: [], error: "cannot <read>")
    let root = try #require(try XMLDocument(xmlString: text).rootElement())
    #expect(Self.attribute("tests", of: root) == "1")
    #expect(Self.attribute("errors", of: root) == "1")
    let suite = try #require(root.elements(forName: "testsuite").first)
    let error = suite.elements(forName: "testcase").first?.elements(forName: "error").first
    #expect(Self.attribute("message", of: error) == "cannot <read>")
  }

  @Test("without expectations it is a document with no test")
  func empty() throws {
    let root = try Self.document(name: "a", [])
    #expect(Self.attribute("tests", of: root) == "0")
  }
}
