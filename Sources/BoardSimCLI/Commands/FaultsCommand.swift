internal import AppHost
internal import BoardSimulation
internal import NtripProtocol
internal import TextOutput

/// The command `boardsim faults`.
struct FaultsCommand: Command {
  static let words = ["faults"]
  static let abstract =
    "List what can go wrong, for --fault of run, replay, bus, modem, caster and server."
  static let examples = [
    "boardsim faults", "boardsim faults --on http", "boardsim faults --on caster",
    "boardsim faults --json",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .option(
        "on", \.place, "PLACE",
        help: "bus, part, receiver, card, wifi, http, modem, caster or server; default: all"),
      .flag("json", \.isJSON, help: "print them as JSON"),
    ]
  }

  var place: FaultPlaceName?
  var isJSON = false

  func run() throws {
    let faults = ListedFault.all.filter { place ?? $0.place == $0.place }
    guard isJSON else {
      return try Console.print(faults.map(\.paragraph).joined(separator: "\n"))
    }
    var json = JSONWriter()
    json.object { json in
      json.array("faults") { json in for fault in faults { fault.write(to: &json) } }
    }
    try Console.print(json.text)
  }
}

/// The place of a fault.
enum FaultPlaceName: String, OptionChoice {
  case bus, part, receiver, card, wifi, http, modem, caster, server

  init(_ place: BoardFault.Kind.Place) {
    self =
      switch place {
      case .bus: .bus
      case .part: .part
      case .receiver: .receiver
      case .card: .card
      case .wifi: .wifi
      case .http: .http
      case .caster: .caster
      }
  }
}

/// A kind of fault of a board, a modem, a caster or a server, as the list shows it.
private struct ListedFault {
  var description: FaultDescription
  var place: FaultPlaceName
  /// Whether a caster's mountpoints can have the fault.
  var isOfMountpoints = false

  /// All kinds: of boards, of modems and of casters alone, and of servers.
  static var all: [Self] {
    BoardFault.Kind.allCases.map(Self.init)
      + ModemFault.Kind.allCases.filter { BoardFault.Kind(rawValue: $0.rawValue) == nil }
      .map(Self.init)
      + CasterFault.Kind.allCases.filter { $0.ofBoard == nil }.map(Self.init)
      + ServerFault.Name.allCases.map(Self.init)
  }

  init(_ kind: BoardFault.Kind) {
    (description, place) = (kind.listed, FaultPlaceName(kind.place))
    isOfMountpoints = CasterFault.Kind.allCases.contains { $0.ofBoard == kind }
  }

  init(_ kind: ModemFault.Kind) { (description, place) = (kind.listed, .modem) }

  init(_ kind: CasterFault.Kind) {
    (place, isOfMountpoints) = (.caster, true)
    description = kind.listed
    description.name = CasterFault.prefix + description.name
  }

  init(_ name: ServerFault.Name) {
    place = .server
    description = FaultDescription(
      name.rawValue, on: place.rawValue, name.meaning,
      name.parameters.map {
        .init($0.name.rawValue, $0.name.meaning, standard: $0.standard, range: $0.range)
      })
  }

  /// The description as text: name and meaning, then what the fault takes.
  var paragraph: String {
    let fault = description
    var lines = [fault.name.padded(to: Self.indent.count - 1) + " " + fault.meaning]
    if !fault.parts.isEmpty {
      lines.append("\(Self.indent)part=  \(fault.parts.joined(separator: ", "))")
    }
    if isOfMountpoints {
      lines.append("\(Self.indent)mount=  a mountpoint of 'boardsim caster'; default all")
    }
    lines += fault.parameters.map { parameter in
      let standard = parameter.standard.map { "default \(PlainText.number($0, decimals: 3))" }
      return "\(Self.indent)\(parameter.name)=  \(parameter.meaning); "
        + (standard ?? "default by chance")
    }
    return lines.joined(separator: "\n")
  }

  private static let indent = String(repeating: " ", count: 15)

  /// Writes the description as an object.
  func write(to json: inout JSONWriter) {
    description.write(to: &json) { $0.member("mount", isOfMountpoints) }
  }
}

extension CasterFault.Kind {
  /// The equivalent fault of a board's corrections; `nil` for none.
  fileprivate var ofBoard: BoardFault.Kind? {
    BoardFault.Kind(rawValue: CasterFault.prefix + rawValue)
  }
}
