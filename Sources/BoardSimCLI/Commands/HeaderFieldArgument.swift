internal import GNSSBasics
internal import RINEX

/// A field of RINEX file headers, `FIELD=TEXT`, or a file of such lines, `@FILE`.
struct HeaderFieldArgument: OptionValue {
  private enum Content {
    case text(RINEXHeader.Field, String)
    case comment(String)
    case date(UnixTime)
    case position(ECEFPosition)
    case offset(RINEXHeader.AntennaOffset)
    case biases(RINEXHeader.GLONASSBiases)
    case file([HeaderFieldArgument])
  }

  private static let others = ["comment", "date", "position", "antenna-delta", "glonass-biases"]

  /// The known fields, for the option's help.
  static let help = """
    marker-name, marker-number, marker-type, observer, agency,
    receiver-number, receiver-type, receiver-version, antenna-number,
    antenna-type (as IGS has it, 16 columns of type and 4 of radome),
    run-by; date (on which the file is made, or now; blank by default),
    comment (a line each); position=X,Y,Z of the marker,
    antenna-delta=H,E,N and glonass-biases=C1C,C1P,C2C,C2P (nothing for an
    unknown one) in metres. @FILE has such lines, and lines that begin
    with #
    """

  private let content: Content

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard !text.hasPrefix("@") else {
      content = .file(try Self.lines(of: String(text.dropFirst()), parameter))
      return
    }
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
    case "glonass-biases": content = .biases(try Self.biases(value, of: "\(parameter) \(name)"))
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
    case .biases(let biases): header.glonassBiases = biases
    case .file(let fields): for field in fields { field.apply(to: &header) }
    }
  }

  /// Reads a file's fields, a line each.
  private static func lines(
    of path: String, _ parameter: String
  ) throws(UsageError) -> [HeaderFieldArgument] {
    let bytes: [UInt8]
    do { bytes = try SecretFile.bytes(of: path) } catch {
      throw UsageError(message: "\(parameter): \((error as? Failure)?.message ?? "\(error)")")
    }
    var fields: [HeaderFieldArgument] = []
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let text = String(line).withoutOuterBlanks
      if text.isEmpty || text.hasPrefix("#") { continue }
      let place = "\(parameter) '\(path)', line \(index + 1):"
      guard !text.hasPrefix("@") else {
        throw UsageError(message: "\(place) a file of fields names no other file")
      }
      fields.append(try HeaderFieldArgument(optionText: text, of: place))
    }
    return fields
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
    guard field != .antennaType || RINEXHeader.isAntennaType(text) else {
      throw UsageError(
        message:
          "\(parameter) antenna-type must be as IGS has it, 16 columns of type and 4 of radome, "
          + "such as 'TRM57971.00     NONE', not '\(text)'")
    }
    return .text(field, text)
  }

  /// Reads four biases, of which some may be missing, that fit a header's format `F8.3`.
  private static func biases(
    _ text: String, of parameter: String
  ) throws(UsageError) -> RINEXHeader.GLONASSBiases {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = words.map { $0.isEmpty ? nil : Double($0) ?? .nan }
    guard numbers.count == 4, numbers.allSatisfy({ ($0 ?? 0).magnitude < 1000 }) else {
      throw UsageError(
        message: "\(parameter) must be C1C,C1P,C2C,C2P in metres, each below 1000, not '\(text)'")
    }
    return RINEXHeader.GLONASSBiases(
      l1CA: numbers[0], l1P: numbers[1], l2CA: numbers[2], l2P: numbers[3])
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
