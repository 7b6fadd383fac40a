internal import BoardSimulation
internal import NtripProtocol
internal import TextOutput

/// The command `boardsim faults`.
struct FaultsCommand: Command {
  static let words = ["faults"]
  static let abstract = "List what can go wrong, for --fault of run, replay, bus and caster."
  static let examples = [
    "boardsim faults", "boardsim faults --on http", "boardsim faults --on caster",
    "boardsim faults --json",
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
    let isOfCaster = place ?? .caster == .caster
    let own = isOfCaster ? CasterFault.Kind.allCases.filter { $0.ofBoard == nil } : []
    try Console.print(
      isJSON
        ? json(of: kinds, own)
        : (kinds.map(\.paragraph) + own.map(\.paragraph)).joined(separator: "\n"))
  }

  private func json(of kinds: [BoardFault.Kind], _ own: [CasterFault.Kind]) -> String {
    var json = JSONWriter()
    json.object { json in
      json.array("faults") { json in
        for kind in kinds { json.object { $0.members(of: kind) } }
        for kind in own { json.object { $0.members(of: kind) } }
      }
    }
    return json.text
  }
}

/// The place of a fault.
enum FaultPlaceName: String, OptionChoice {
  case bus, part, receiver, card, wifi, http, caster
}

extension BoardFault.Kind {
  /// The fault's description as text: its name and meaning, then its parameters.
  fileprivate var paragraph: String {
    let words = parameters.map { parameter in
      let standard = parameter.standard.map { "default \(PlainText.number($0, decimals: 3))" }
      return "\n\(indent)\(parameter.name.rawValue)=  \(parameter.name.meaning); "
        + (standard ?? "default by chance")
    }
    let mount = CasterFault.Kind(ofBoard: self) == nil ? "" : "\n\(indent)" + mountWord
    return "\(headline(rawValue, meaning))\n\(indent)part=  \(parts.joined(separator: ", "))"
      + mount + words.joined()
  }
}

private let indent = String(repeating: " ", count: 15)

/// Returns a name and its meaning, with the name padded to the indent.
private func headline(_ name: String, _ meaning: String) -> String {
  name.padded(to: indent.count - 1) + " " + meaning
}

private let mountWord = "mount=  a mountpoint of 'boardsim caster'; default all"

extension CasterFault.Kind {
  /// The equivalent fault of a board's corrections; `nil` for none.
  fileprivate var ofBoard: BoardFault.Kind? {
    BoardFault.Kind(rawValue: CasterFault.prefix + rawValue)
  }

  fileprivate init?(ofBoard kind: BoardFault.Kind) {
    guard kind.place == .caster else { return nil }
    self.init(rawValue: String(kind.rawValue.dropFirst(CasterFault.prefix.count)))
  }

  fileprivate var paragraph: String {
    let words = parameters.map { parameter in
      "\n\(indent)\(parameter.name.rawValue)=  \(parameter.name.meaning); default "
        + PlainText.number(parameter.standard, decimals: 3)
    }
    return headline(CasterFault.prefix + rawValue, meaning) + "\n\(indent)\(mountWord)"
      + words.joined()
  }
}

extension JSONWriter {
  fileprivate mutating func members(of kind: BoardFault.Kind) {
    member("fault", kind.rawValue)
    member("on", kind.place.rawValue)
    member("meaning", kind.meaning)
    array("parts") { json in for part in kind.parts { json.value(part) } }
    member("mount", CasterFault.Kind(ofBoard: kind) != nil)
    array("parameters") { json in
      for parameter in kind.parameters {
        json.parameter(
          parameter.name.rawValue, parameter.name.meaning, parameter.standard, parameter.range)
      }
    }
  }

  fileprivate mutating func members(of kind: CasterFault.Kind) {
    member("fault", CasterFault.prefix + kind.rawValue)
    member("on", FaultPlaceName.caster.rawValue)
    member("meaning", kind.meaning)
    array("parts") { _ in }
    member("mount", true)
    array("parameters") { json in
      for parameter in kind.parameters {
        json.parameter(
          parameter.name.rawValue, parameter.name.meaning, parameter.standard, parameter.range)
      }
    }
  }

  private mutating func parameter(
    _ name: String, _ meaning: String, _ standard: Double?, _ range: ClosedRange<Double>
  ) {
    object { json in
      json.member("name", name)
      json.member("meaning", meaning)
      json.member("default", standard, decimals: 3)
      json.member("minimum", range.lowerBound, decimals: 3)
      json.member("maximum", range.upperBound, decimals: 3)
    }
  }
}
