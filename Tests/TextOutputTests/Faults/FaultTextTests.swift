import Testing
import TextOutput

/// A table of faults: one kind with parameters and one without.
private enum Ailment: String, FaultKind {
  case cold
  case sleep = "deep-sleep"

  enum Parameter: String, FaultParameter {
    case days, degrees

    var isWhole: Bool { self == .days }
  }

  static let prefix = "cat."
  static let affectedKey: String? = "cat"

  var parameters: [(name: Parameter, standard: Double?, range: ClosedRange<Double>)] {
    self == .cold ? [(.days, 3, 1...20), (.degrees, nil, 0.5...4)] : []
  }

  func canAffect(_ name: String) -> Bool { name != "dog" }

  func refusal(of name: String) -> String { "a \(name) has no \(rawValue)" }
}

@Suite("The texts of faults")
struct FaultTextTests {
  @Test("a name alone has no end, strikes always and leaves the parameters open")
  func readsName() throws {
    let text = try FaultText<Ailment>(parsing: " deep-sleep ")
    #expect(text.kind == .sleep && text.affected == nil && text.probability == 1)
    #expect(text.start == .zero && text.end == nil && text.length == nil)
    #expect(text.parameters.isEmpty)
  }

  @Test("keys may come in any order; a length counts from the start, wherever that stands")
  func readsKeys() throws {
    let text = try FaultText<Ailment>(
      parsing: "cat.cold degrees=0.5 for=2.5 days=20 cat=a=b probability=0 from=1")
    #expect(text.kind == .cold && text.affected == "a=b" && text.probability == 0)
    #expect(text.start == .seconds(1) && text.end == .seconds(3.5) && text.length == .seconds(2.5))
    #expect(text.parameters == [.days: 20, .degrees: 0.5])
    let ended = try FaultText<Ailment>(parsing: "cold from=2 to=2")
    #expect(ended.end == .seconds(2) && ended.length == nil)
  }

  @Test("a fault of a name and of keys with values is that of the same text")
  func readsPairs() throws {
    let pairs = try FaultText<Ailment>("cold", [("to", "9"), ("days", "2")])
    #expect(pairs.end == .seconds(9) && pairs.parameters == [.days: 2])
    #expect(throws: FaultTextError<Ailment>.unknownWord("days", .cold)) {
      try FaultText<Ailment>("cold", [("days", nil)])
    }
  }

  @Test(
    "a text that is no fault is refused, with its mistake",
    arguments: [
      ("", FaultTextError<Ailment>.empty), ("  ", .empty), ("colt", .unknown("colt")),
      ("cat.", .unknown("cat.")), ("cat.cat.cold", .unknown("cat.cat.cold")),
      ("cold cat=dog", .cannotAffect("dog", .cold)), ("cold dog", .unknownWord("dog", .cold)),
      ("cold dog=1", .unknownWord("dog=1", .cold)),
      ("deep-sleep days=1", .unknownWord("days=1", .sleep)),
      ("cold days=1.5", .outOfRange("days", "1.5", 1...20)),
      ("cold degrees=4.5", .outOfRange("degrees", "4.5", 0.5...4)),
      ("cold degrees=nan", .outOfRange("degrees", "nan", 0.5...4)),
      ("cold probability=1.5", .outOfRange("probability", "1.5", 0...1)),
      ("cold from=-1", .outOfRange("from", "-1", 0...1e9)),
      ("cold to=", .outOfRange("to", "", 0...1e9)),
      ("cold for=2e9", .outOfRange("for", "2e9", 0...1e9)),
      ("cold for=1 to=1", .twoEnds), ("cold from=2 to=1", .endsBeforeStart),
    ])
  private func refuses(text: String, error: FaultTextError<Ailment>) {
    #expect(throws: error) { try FaultText<Ailment>(parsing: text) }
  }

  @Test("one value is set as a word of a text sets it")
  func sets() throws {
    var text = FaultText(Ailment.cold)
    try text.set("cat", "Tom")
    try text.set("days", "7")
    #expect(text.affected == "Tom" && text.parameters == [.days: 7])
    #expect(throws: FaultTextError<Ailment>.cannotAffect("dog", .cold)) {
      try text.set("cat", "dog")
    }
    #expect(text.affected == "Tom")
  }

  @Test(
    "a mistake is told with its remedy",
    arguments: [
      (FaultTextError<Ailment>.empty, "there is no fault; name one of cold, deep-sleep"),
      (.unknown("colt"), "there is no fault 'colt'; did you mean 'cold'?"),
      (.unknown("cat.colt"), "there is no fault 'cat.colt'; did you mean 'cat.cold'?"),
      (.unknown("earache"), "there is no fault 'earache'; there are cold, deep-sleep"),
      (.unknown("cat.earache"), "there is no fault 'cat.earache'; there are cold, deep-sleep"),
      (.cannotAffect("dog", .sleep), "a dog has no deep-sleep"),
      (
        .unknownWord("x", .cold),
        "'x' is no part of 'cold'; it takes cat= from= to= for= probability= days= degrees="
      ),
      (.outOfRange("degrees", "9", 0.5...4), "'degrees' must be 0.5 to 4, not '9'"),
      (.twoEnds, "'to' and 'for' say the same; give one of them"),
      (.endsBeforeStart, "'to' must not be before 'from'"),
    ])
  private func tells(error: FaultTextError<Ailment>, sentence: String) {
    #expect(error.description == sentence)
  }
}
