internal import TextOutput

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The command `boardsim report diff`.
struct ReportDiff: Command {
  static let words = ["report", "diff"]
  static let abstract = "Say what differs between two reports, of runs, replays or checks."
  static let examples = [
    "boardsim report diff yesterday.json today.json",
    "boardsim report diff a.json b.json --json",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument(
        "A", \.first, offers: .files, help: "a report, as --report writes it; - for standard input"),
      .argument("B", \.second, offers: .files, help: "the other one"),
      .flag("json", \.isJSON, help: "print the differences as JSON"),
    ]
  }

  var first = ""
  var second = ""
  var isJSON = false

  func run() throws {
    let differences = ReportDifference.all(try Self.read(first), try Self.read(second))
    if isJSON {
      try Console.print(Self.json(differences))
    } else {
      for difference in differences { try Console.print(difference.line) }
    }
    guard differences.isEmpty else { throw Failure(message: "", status: 1) }
  }

  private static func read(_ path: String) throws -> [String: String] {
    let bytes = try SecretFile.bytes(of: path)
    guard let value = try? JSONDecoder().decode(ReportValue.self, from: Data(bytes)) else {
      throw Failure(message: "'\(path)' is no JSON; name a file that --report has written")
    }
    var leaves: [String: String] = [:]
    value.collect(under: "", into: &leaves)
    return leaves
  }

  private static func json(_ differences: [ReportDifference]) -> String {
    var json = JSONWriter()
    json.object { json in
      json.array("differences") { json in
        for difference in differences {
          json.object { json in
            json.member("path", difference.path)
            json.member("a", difference.first)
            json.member("b", difference.second)
          }
        }
      }
    }
    return json.text
  }
}

/// The values at a path of two reports; `nil` for a missing value.
struct ReportDifference: Hashable {
  var path: String
  var first: String?
  var second: String?

  /// Returns all differences, sorted by path.
  static func all(_ first: [String: String], _ second: [String: String]) -> [Self] {
    Set(first.keys).union(second.keys).sorted().compactMap { path in
      first[path] == second[path]
        ? nil : Self(path: path, first: first[path], second: second[path])
    }
  }

  var line: String { "\(path): \(first ?? "missing") -> \(second ?? "missing")" }
}

/// A value of a report.
enum ReportValue: Decodable {
  case object([String: ReportValue])
  case array([ReportValue])
  case leaf(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // The decoder tells a value's type only by refusing the others.
    if container.decodeNil() {
      self = .leaf("null")
    } else if let flag = try? container.decode(Bool.self) {
      self = .leaf("\(flag)")
    } else if let number = try? container.decode(Double.self) {
      self = .leaf(
        number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)")
    } else if let text = try? container.decode(String.self) {
      self = .leaf("\"\(text.withControlsEscaped)\"")
    } else if let members = try? container.decode([String: ReportValue].self) {
      self = .object(members)
    } else {
      self = .array(try container.decode([ReportValue].self))
    }
  }

  /// Adds the leaves below the value to a table by their dotted paths.
  func collect(under path: String, into leaves: inout [String: String]) {
    let prefix = path.isEmpty ? "" : path + "."
    switch self {
    case .leaf(let text): leaves[path] = text
    case .object(let members):
      for (name, value) in members {
        value.collect(under: prefix + name.withControlsEscaped, into: &leaves)
      }
    case .array(let values):
      for (index, value) in values.enumerated() {
        value.collect(under: "\(path)[\(index)]", into: &leaves)
      }
    }
  }
}
