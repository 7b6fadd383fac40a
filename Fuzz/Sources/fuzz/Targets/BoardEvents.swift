import BoardSimulation
import VirtualBoard

/// Whatever is ordered of a board and expected of it, a line each: it comes to the end, says what became of
/// each expectation, and does the same a second time.
func fuzzBoardEvents(_ bytes: [UInt8]) {
  let lines = bytes.split(separator: UInt8(ascii: "\n")).prefix(24)
    .map { String(decoding: $0, as: UTF8.self) }
  let (first, again) = (outcome(of: lines), outcome(of: lines))
  require(first == again, "the same orders have the same outcome")
}

private func outcome(of lines: [String]) -> String {
  var options = BoardOptions()
  var expectations: [Expectation] = []
  for line in lines {
    if let fault = try? BoardFault(parsing: line) {
      options.events.append(BoardEvent(.fault(fault), at: .zero))
    } else if let event = try? BoardEvent(parsing: line) {
      options.events.append(event)
    } else if let expectation = try? Expectation(line) {
      require(expectation.text == line, "it is quoted as it was written")
      expectations.append(expectation)
    }
  }
  guard let board = try? Board(.builtInBase, options: options) else {
    require(false, "events of the beginning are taken")
    return ""
  }
  board.run(until: .seconds(12))
  for (number, _) in options.events.enumerated() {
    _ = try? board.schedule(BoardEvent(.endFault(number + 1)))
  }
  board.run(until: .seconds(20))
  require(board.now >= .seconds(20), "the board comes to the end")
  let ends = expectations.map { "\($0.check(.object([])))" }
  return board.get("/api/v1/status").text + ends.joined(separator: "\n")
}
