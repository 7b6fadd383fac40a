internal import HTTPMessages

/// `/boards/12/api/v1/status`: which board is asked, and what.
struct BoardPath: Hashable {
  /// The board's number, as written in the path; `nil` where it is no canonical number.
  var number: Int?
  /// The path that is asked of the board.
  var path: String

  /// Reads a path; `nil` for one that does not begin like this.
  init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count > 2, parts[0].isEmpty, parts[1] == "boards" else { return nil }
    let isCanonical = parts[2] == "0" || parts[2].first.map { $0 != "0" && $0 != "+" } ?? false
    number = isCanonical ? Int(parts[2]) : nil
    path = "/" + (parts.count > 3 ? parts[3] : "")
  }
}

/// The boards of a service, found by their paths.
struct BoardDirectory: Sendable {
  /// The boards that run, in their order; at least one.
  let boards: [ServedBoard]
  /// The number of boards that would run if no single one had been chosen.
  let count: Int

  /// The board that a request concerns, or the refusal.
  enum Finding {
    /// A board, and what it is asked.
    case board(ServedBoard, HTTPRequest)
    /// None of ours.
    case refused(HTTPResponse)
  }

  /// Finds the board for a request: the one in its path, else the first; a board alone has all other paths.
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
    boards.count == 1
      ? "of \(count), number \(boards[0].number) runs alone"
      : "there are /boards/0/ to /boards/\(count - 1)/"
  }
}
