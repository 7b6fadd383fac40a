internal import HTTPMessages

/// A path such as `/boards/12/api/v1/status`: the board's number and the path on that board.
struct BoardPath: Hashable {
  /// The board's number; `nil` where the path has no canonical number.
  var number: Int?
  /// The path on that board.
  var path: String

  /// Reads a path; `nil` for a path that does not begin with `/boards/` and a number's place.
  init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count > 2, parts[0].isEmpty, parts[1] == "boards" else { return nil }
    let isCanonical = parts[2] == "0" || parts[2].first.map { $0 != "0" && $0 != "+" } ?? false
    number = isCanonical ? Int(parts[2]) : nil
    path = "/" + (parts.count > 3 ? parts[3] : "")
  }
}

/// The boards of a service, looked up by request path.
struct BoardDirectory: Sendable {
  /// The boards that run, by number; at least one.
  let boards: [ServedBoard]
  /// The number of boards in the service, including those that do not run here.
  let count: Int

  /// The board of a request, or the refusal.
  enum Finding {
    /// The board, with the request as addressed to it.
    case board(ServedBoard, HTTPRequest)
    /// The refusal of a request for an unknown board.
    case refused(HTTPResponse)
  }

  /// Finds the board of a request: the board in its path, else the first board.
  ///
  /// In a service of one board, every path goes to it.
  func find(_ request: HTTPRequest) -> Finding {
    guard let path = BoardPath(request.path) else { return .board(boards[0], request) }
    guard let number = path.number, let board = board(number) else {
      if count == 1 { return .board(boards[0], request) }
      return .refused(HTTPResponse(status: 404, error: "there is no such board here; \(names)"))
    }
    var request = request
    request.path = path.path
    return .board(board, request)
  }

  private func board(_ number: Int) -> ServedBoard? {
    let index = number - boards[0].number
    return boards.indices.contains(index) ? boards[index] : nil
  }

  private var names: String {
    guard boards.count > 1 else { return "of \(count), number \(boards[0].number) runs alone" }
    let first = boards[0].number
    return "\(boards.count < count ? "of \(count), " : "")"
      + "there are /boards/\(first)/ to /boards/\(first + boards.count - 1)/"
  }
}
