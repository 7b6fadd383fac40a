internal import GNSSBasics
internal import RINEX

/// A field of RINEX file headers: `FIELD=TEXT`.
struct HeaderFieldArgument: OptionValue {
  private enum Content {
    case text(RINEXHeader.Field, String)
    case comment(String)
    case date(UnixTime)
    case position(ECEFPosition)
    case offset(RINEXHeader.AntennaOffset)
  }

  private static let others = ["comment", "date", "position", "antenna-delta"]

  /// The known fields, for the option's help.
  static let help = """
    marker-name, marker-number, marker-type, observer, agency,
    receiver-number, receiver-type, receiver-version, antenna-number,
    antenna-type, run-by; date (on which the file is made, or now; blank
    by default), comment (a line each); position=X,Y,Z of the marker and
    antenna-delta=H,E,N in metres
    """

  private let content: Content

  init(optionText text: String, of parameter: String) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw UsageError(
        message: "\(parameter) must be FIELD=TEXT, such as observer=Ada, not '\(text)'")
    }
    let (name, value) = (String(parts[0]), String(parts[1]))
    switch name {
    case "comment": content = .comment(value)
    case "date":
      let midnight = DateArgument.time(value + "T00:00:00Z")
      let given =
        if let midnight { midnight } else {
          try DateArgument(optionText: value, of: "\(parameter) date").time
        }
      content = .date(given)
    case "position":
      let numbers = try Self.numbers(value, of: "\(parameter) position", as: "X,Y,Z")
      content = .position(ECEFPosition(x: numbers[0], y: numbers[1], z: numbers[2]))
    case "antenna-delta":
      let numbers = try Self.numbers(value, of: "\(parameter) antenna-delta", as: "H,E,N")
      content = .offset(
        RINEXHeader.AntennaOffset(height: numbers[0], east: numbers[1], north: numbers[2]))
    default: content = try Self.text(value, of: name, parameter)
    }
  }

  /// Sets the field in a header.
  func apply(to header: inout RINEXHeader) {
    switch content {
    case .text(let field, let text): header[field] = text
    case .comment(let text): header.comments.append(text)
    case .date(let time): header.date = time
    case .position(let position): header.position = position
    case .offset(let offset): header.antennaOffset = offset
    }
  }

  private static func text(
    _ text: String, of name: String, _ parameter: String
  ) throws(UsageError) -> Content {
    guard let field = RINEXHeader.Field(rawValue: name) else {
      let names = RINEXHeader.Field.allCases.map(\.rawValue) + others
      throw UsageError(
        message: "\(parameter) has no field '\(name)'; it has \(names.joined(separator: ", "))")
    }
    guard text.utf8.count <= field.columns, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else {
      throw UsageError(
        message: "\(parameter) \(name) has room for \(field.columns) characters of ASCII, not for "
          + "'\(text)'")
    }
    return .text(field, text)
  }

  /// Reads three numbers that fit a header's format `F14.4`.
  private static func numbers(
    _ text: String, of parameter: String, as form: String
  ) throws(UsageError) -> [Double] {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0) ?? .nan
    }
    guard numbers.count == 3, numbers.allSatisfy({ $0.magnitude < 1e8 }) else {
      throw UsageError(message: "\(parameter) must be \(form) in metres, not '\(text)'")
    }
    return numbers
  }
}
