import Foundation
import TestSupport
import Testing

/// One line of what RTKLIB has assembled of a capture: an epoch, an orbit or a station.
struct RTKLIBLine: Decodable {
  let kind: String
  /// Where the frame ends that completed it.
  let end: Int
  // Of an epoch.
  let week: Int?
  let timeOfWeek: Double?
  let satellites: [Satellite]?
  /// Every member that is a number or a list of numbers.
  let numbers: [String: [Double]]
  /// Every member that is a text.
  let texts: [String: String]

  struct Satellite: Decodable {
    let id: String
    let sig: [Signal]
  }

  struct Signal: Decodable {
    let c: String
    let P, L, D, S: Double
    let LLI: Int
  }

  private enum CodingKeys: String, CodingKey {
    case kind
    case end = "end_off"
    case week = "gps_week"
    case timeOfWeek = "tow"
    case satellites = "sat"
  }

  init(from decoder: any Decoder) throws {
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
  func number(_ name: String) throws -> Double {
    try #require(numbers[name]?.first, "\(name) of the line that ends at \(end)")
  }
}

extension RTKLIBLine {
  /// The captures that there are such lines of.
  static var captures: [String] {
    SharedCaptures.files(withSuffix: suffix).map {
      String($0.lastPathComponent.dropLast(suffix.count))
    }
  }

  /// The lines of a capture that are of a kind, `obs`, `eph`, `geph` or `sta`.
  static func lines(of capture: String, kind: String) throws -> [RTKLIBLine] {
    try SharedCaptures.bytes(of: capture + suffix).split(separator: 0x0A)
      .map { try JSONDecoder().decode(RTKLIBLine.self, from: Data($0)) }
      .filter { $0.kind == kind }
  }

  private static var suffix: String { ".rtklib.jsonl" }
}

/// A number or several, or a text, or something else that is passed over.
private struct Value: Decodable {
  let numbers: [Double]?
  let text: String?

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let number = try? container.decode(Double.self)
    numbers = number.map { [$0] } ?? (try? container.decode([Double].self))
    text = try? container.decode(String.self)
  }
}
