internal import Mathematics
public import TextOutput

/// A value in a report: written as JSON, looked up by dotted path.
public indirect enum ReportValue: Hashable, Sendable {
  /// Members in the order they are written.
  case object([ReportMember])
  /// A list.
  case array([ReportValue])
  /// A text.
  case text(String)
  /// A whole number.
  case count(Int)
  /// A number, with the decimals it is written with.
  case number(Double, decimals: Int)
  /// A yes or no.
  case flag(Bool)
  /// Nothing to tell.
  case none

  /// The value at a dotted path, `gnss.best_fix`; `nil` when there is no such member.
  public subscript(path path: String) -> ReportValue? {
    var value = self
    for name in path.split(separator: ".", omittingEmptySubsequences: false) {
      guard case .object(let members) = value,
        let member = members.first(where: { $0.name == name })
      else { return nil }
      value = member.value
    }
    return value
  }

  /// Writes the value.
  public func write(to json: inout JSONWriter) {
    switch self {
    case .object(let members):
      json.object { json in
        for member in members { json.member(member.name) { member.value.write(to: &$0) } }
      }
    case .array(let values):
      json.array { json in
        for value in values { value.write(to: &json) }
      }
    case .text(let text): json.value(text)
    case .count(let count): json.value(Int64(count))
    case .number(let number, let decimals): json.value(number, decimals: decimals)
    case .flag(let flag): json.value(flag)
    case .none: json.value(nil as String?)
    }
  }

  /// The value as JSON.
  public var json: String {
    var json = JSONWriter()
    write(to: &json)
    return json.text
  }
}

/// One named value of an object in a report.
public struct ReportMember: Hashable, Sendable {
  /// The name, in snake case.
  public var name: String
  /// The value.
  public var value: ReportValue

  /// Creates a member.
  public init(_ name: String, _ value: ReportValue) {
    self.name = name
    self.value = value
  }
}

extension ReportMember {
  init(_ name: String, _ text: String?) { self.init(name, text.map(ReportValue.text) ?? .none) }

  init(_ name: String, _ count: Int?) { self.init(name, count.map(ReportValue.count) ?? .none) }

  init(_ name: String, _ number: Double?, decimals: Int) {
    self.init(name, number.map { .number($0, decimals: decimals) } ?? .none)
  }

  init(_ name: String, seconds duration: Duration?) {
    self.init(name, duration?.inSeconds, decimals: 3)
  }

  init(_ name: String, _ members: [ReportMember]) { self.init(name, .object(members)) }
}
