import VirtualBoard

/// Whatever a client of the socket bus sends, each line has one answer of one line, time does not go back,
/// and the next client is served.
func fuzzBusLines(_ bytes: [UInt8]) {
  let boards = BusBoards(BusBoards.Configuration())
  var session = BusSession(boards)
  var time = -1
  for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
    // A long life takes long: that is no finding.
    if line.first == UInt8(ascii: "D"), line.count > 8 { continue }
    let answer = session.answer(to: line).line
    let starts = ["OK", "NACK m=", "ERR "]
    require(starts.contains { answer.hasPrefix($0) }, "answered '\(answer)'")
    require(!answer.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "an answer is one line of text")
    guard answer.hasPrefix("OK"), line.elementsEqual("NOW".utf8) else { continue }
    let now = Int(answer.dropFirst(3)) ?? -1
    require(now >= time, "time goes on")
    time = now
  }
  var other = BusSession(boards)
  require(other.answer(to: "NOW".utf8).line == "OK 0", "the next client has a board of its own")
}
