import Foundation
import Testing

/// One line of what RTKLIB has assembled of a capture: an epoch, an orbit or a station.
package struct RTKLIBLine: Decodable {
  package let kind: String
  /// Where the frame ends that completed it.
  package let end: Int
  // Of an epoch.
  package let week: Int?
  package let timeOfWeek: Double?
  package let satellites: [Satellite]?
  /// Every member that is a number or a list of numbers.
  package let numbers: [String: [Double]]
  /// Every member that is a text.
  package let texts: [String: String]

  package struct Satellite: Decodable {
    package let id: String
    package let sig: [Signal]
  }

  package struct Signal: Decodable {
    package let c: String
    package let P, L, D, S: Double
    package let LLI: Int
  }

  private enum CodingKeys: String, CodingKey {
    case kind
    case end = "end_off"
    case week = "gps_week"
    case timeOfWeek = "tow"
    case satellites = "sat"
  }

  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    kind = try members.decode(String.self, forKey: .kind)
    end = try members.decode(Int.self, forKey: .end)
    week = try members.decodeIfPresent(Int.self, forKey: .week)
    timeOfWeek = try members.decodeIfPresent(Double.self, forKey: .timeOfWeek)
    satellites = try members.decodeIfPresent([Satellite].self, forKey: .satellites)
    let all = try decoder.singleValueContainer().decode([String: Value].self)
    numbers = all.compactMapValues(\.numbers)
    texts = all.compactMapValues(\.text)
  }

  /// A number that the line must have.
  package func number(_ name: String) throws -> Double {
    try #require(numbers[name]?.first, "\(name) of the line that ends at \(end)")
  }
}

extension RTKLIBLine {
  /// The captures that there are such lines of.
  package static var captures: [String] {
    SharedCaptures.files(withSuffix: suffix).map {
      String($0.lastPathComponent.dropLast(suffix.count))
    }
  }

  /// The lines of a capture that are of a kind, `obs`, `eph`, `geph` or `sta`.
  package static func lines(of capture: String, kind: String) throws -> [RTKLIBLine] {
    try SharedCaptures.bytes(of: capture + suffix).split(separator: 0x0A)
      .map { try JSONDecoder().decode(RTKLIBLine.self, from: Data($0)) }
      .filter { $0.kind == kind }
  }

  private static var suffix: String { ".rtklib.jsonl" }
}

/// A number or several, or a text, or something else that is passed over.
private struct Value: Decodable {
  package let numbers: [Double]?
  package let text: String?

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let number = try? container.decode(Double.self)
    numbers = number.map { [$0] } ?? (try? container.decode([Double].self))
    text = try? container.decode(String.self)
  }
}
