internal import HTTPMessages
internal import Pages

/// A file of the control page: the page of a board at `/`, or what it loads from `/page/`.
///
/// The files are the program's own and tell nothing of a board, so that a browser gets them without the port's
/// token, which the page then asks for.
struct ControlPage {
  private let file: PageFile

  /// Finds the file at a path of a board; `nil` for a path of something else.
  init?(path: String) {
    let file = path == "/" ? BrowserFiles["index.html"] : Self.file(at: path)
    guard let file else { return nil }
    self.file = file
  }

  /// Finds a file that a page loads, by its path below `/page/`.
  static func file(at path: String) -> PageFile? {
    guard path.hasPrefix(BrowserFiles.directory) else { return nil }
    return BrowserFiles[String(path.dropFirst(BrowserFiles.directory.count))]
  }

  /// Answers a request for the file.
  func answer(_ request: HTTPRequest) -> HTTPResponse {
    guard request.method == .get || request.method == .head else {
      return HTTPResponse(path: request.path, takesOnly: [.get])
    }
    return file.answer(request)
  }
}
