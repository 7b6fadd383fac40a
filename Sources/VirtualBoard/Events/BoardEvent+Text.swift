internal import BoardSimulation
internal import Mathematics

extension BoardEvent {
  /// Reads an event in the command line's form: `temperature=-10 at=100 over=30`.
  ///
  /// Words are separated by spaces, and the first word names the quantity. A value of `null` releases
  /// the quantity. Without `at` the event is at board time zero.
  ///
  /// - Throws: ``EventError`` for a text that is not an event.
  public init(parsing text: String) throws(EventError) {
    var words = text.split(separator: " ")[...]
    guard let first = words.popFirst() else { throw .empty }
    let (name, value) = try Self.halves(first)
    guard let quantity = WorldQuantity(rawValue: name) else { throw .unknownQuantity(name) }
    var times: [String: Duration] = [:]
    for word in words {
      let (key, text) = try Self.halves(word)
      guard key == "at" || key == "over" && value != "null" else { throw .unknownWord("\(word)") }
      guard let time = Duration(eventSeconds: Double(text)) else { throw .badTime(key) }
      times[key] = time
    }
    let number = Double(value)
    guard value == "null" || number?.isFinite == true else { throw .notAnOrder(name) }
    let order = try WorldOrder(quantity, number, over: times["over"] ?? .zero)
    self.init(.world([order]), at: times["at"] ?? .zero)
  }

  private static func halves(_ word: Substring) throws(EventError) -> (String, String) {
    let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2 else { throw .unknownWord("\(word)") }
    return (String(halves[0]), String(halves[1]))
  }
}

extension Duration {
  /// Creates the time of an event from seconds; `nil` outside 0 to 1e9 s.
  package init?(eventSeconds seconds: Double?) {
    guard let seconds, (0...1e9).contains(seconds) else { return nil }
    self = .seconds(seconds)
  }
}
