internal import BoardSimulation
internal import TextOutput

/// `boardsim faults`.
struct FaultsCommand: Command {
  static let words = ["faults"]
  static let abstract = "List what can go wrong on a board, for --fault of run, replay and bus."
  static let examples = [
    "boardsim faults", "boardsim faults --on http", "boardsim faults --json",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .option(
        "on", \.place, "PLACE",
        help: "bus, part, receiver, card, wifi, http or caster; default: all"),
      .flag("json", \.isJSON, help: "print them as JSON"),
    ]
  }

  var place: FaultPlaceName?
  var isJSON = false

  func run() throws {
    let kinds = BoardFault.Kind.allCases.filter { kind in
      place.map { $0.rawValue == kind.place.rawValue } ?? true
    }
    try Console.print(isJSON ? json(of: kinds) : kinds.map(\.paragraph).joined(separator: "\n"))
  }

  private func json(of kinds: [BoardFault.Kind]) -> String {
    var json = JSONWriter()
    json.object { json in
      json.array("faults") { json in
        for kind in kinds { json.object { $0.members(of: kind) } }
      }
    }
    return json.text
  }
}

/// Where a fault is.
enum FaultPlaceName: String, OptionChoice {
  case bus, part, receiver, card, wifi, http, caster
}

extension BoardFault.Kind {
  /// The fault for people: its name and meaning, then what it takes.
  fileprivate var paragraph: String {
    let name = rawValue + String(repeating: " ", count: max(15 - rawValue.utf8.count, 1))
    let words = parameters.map { parameter in
      let standard = parameter.standard.map { "default \(PlainText.number($0, decimals: 3))" }
      return "\n\(indent)\(parameter.name.rawValue)=  \(parameter.name.meaning); "
        + (standard ?? "default by chance")
    }
    return "\(name)\(meaning)\n\(indent)part=  \(parts.joined(separator: ", "))" + words.joined()
  }

  private var indent: String { String(repeating: " ", count: 15) }
}

extension JSONWriter {
  fileprivate mutating func members(of kind: BoardFault.Kind) {
    member("fault", kind.rawValue)
    member("on", kind.place.rawValue)
    member("meaning", kind.meaning)
    array("parts") { json in for part in kind.parts { json.value(part) } }
    array("parameters") { json in
      for parameter in kind.parameters {
        json.object { json in
          json.member("name", parameter.name.rawValue)
          json.member("meaning", parameter.name.meaning)
          json.member("default", parameter.standard, decimals: 3)
          json.member("minimum", parameter.range.lowerBound, decimals: 3)
          json.member("maximum", parameter.range.upperBound, decimals: 3)
        }
      }
    }
  }
}
