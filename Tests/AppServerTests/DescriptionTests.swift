import Foundation
import HTTPMessages
import TestSupport
import Testing

@testable import AppServer

@Suite("the description of the server")
struct DescriptionTests {
  private static func text(_ style: AnswerStyle) -> String {
    String(decoding: SwaggerDocument(of: style).json.indentedJSON(), as: UTF8.self) + "\n"
  }

  private static func paths(_ style: AnswerStyle) throws -> [String: [String: [String: Any]]] {
    let document = try JSONSerialization.jsonObject(with: Data(SwaggerDocument(of: style).json))
    return try #require(
      (document as? [String: Any])?["paths"] as? [String: [String: [String: Any]]])
  }

  @Test("it is the recorded document, which Python indented")
  func recorded() throws {
    let file = SharedCaptures.packageRoot.appending(path: "Tests/Vectors/description.json")
    #expect(try Self.text(.apps) == String(contentsOf: file, encoding: .utf8))
  }

  @Test("of another style it differs in what that style needs and answers, and in nothing else")
  func styles() {
    func added(_ style: AnswerStyle) -> [String] {
      Self.text(style).split(separator: "\n")
        .difference(from: Self.text(.apps).split(separator: "\n")).insertions
        .map { change in
          guard case .insert(_, let line, _) = change else { return "" }
          return line.trimmingCharacters(in: .whitespaces)
        }
    }
    let password = [#""email","#, #""password""#]
    let strict = added(.strict)
    // Both names and the birthday may be null; each adds two lines, with the comma of the line before.
    #expect(strict.count == 3 + 3 * 2 && strict.suffix(2) == password[...])
    #expect(strict.count { $0 == #""x-nullable": true"# } == 3)
    #expect(strict[0].hasSuffix(#" This server answers in the style 'strict'.""#))
    let original = added(.reference)
    #expect(original[0].hasSuffix(#" This server answers in the style 'reference'.""#))
    #expect(original.suffix(2) == password[...])
    #expect(original.count { $0 == #""400": {"# } == 3)
    #expect(original.count == 3 + 3 * 2 + 3 * 6)
  }

  @Test(
    "every operation tells the answers that it may have, and those only",
    arguments: AnswerStyle.allCases)
  func statuses(style: AnswerStyle) throws {
    let expected: [AppServer.Operation: Set<String>] = [
      .getData: ["200", "400", "401", "503"], .getDataByDate: ["200", "400", "401", "503"],
      .postData: ["200", "400", "401", "413", "429", "503"],
      .postUserLogin: ["200", "400", "401", "413", "429", "503"],
      .postUserLogout: ["200", "401", "503"],
      .postUserRegister: ["200", "400", "409", "413", "429", "503"],
      .getUserMe: ["200", "401", "503"], .putUserMe: ["200", "400", "401", "413", "503"],
      .deleteUserMe: ["200", "401", "503"],
    ]
    let paths = try Self.paths(style)
    #expect(paths.values.map(\.count).reduce(0, +) == AppServer.Operation.allCases.count)
    for operation in AppServer.Operation.allCases {
      let described = try #require(paths[operation.path]?[operation.method.name.lowercased()])
      let responses = try #require(described["responses"] as? [String: Any])
      let more: Set = style == .reference ? ["400"] : []
      #expect(Set(responses.keys) == expected[operation]?.union(more), "\(operation)")
      #expect(described["operationId"] as? String == operation.rawValue)
      #expect(described["summary"] as? String == operation.summary)
      #expect((described["security"] != nil) == operation.needsToken)
    }
  }
}
