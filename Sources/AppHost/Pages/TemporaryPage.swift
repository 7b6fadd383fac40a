internal import HTTPMessages
struct DocumentationPage: Sendable {
  init(description: [UInt8]) {}
  func answer(_ request: HTTPRequest) -> HTTPResponse? { nil }
}
