public import TextOutput

/// A claim about a report or a status: `gnss.seconds_to_rtk_fixed <= 60`.
public struct Claim: Hashable, Sendable {
  /// The comparison between the value found and the value expected.
  public enum Comparison: String, Hashable, Sendable, CaseIterable {
    /// The value found equals the expected one.
    case equal = "=="
    /// The value found differs from the expected one.
    case notEqual = "!="
    /// The value found is less than or equal to the expected one.
    case atMost = "<="
    /// The value found is greater than or equal to the expected one.
    case atLeast = ">="
    /// The value found is less than the expected one.
    case less = "<"
    /// The value found is greater than the expected one.
    case more = ">"
  }

  /// The claim as it was written.
  public let text: String
  /// The dotted path of the value in the report or status.
  public let path: String
  /// The comparison between the value found and `expected`.
  public let comparison: Comparison
  /// The expected value, as text.
  public let expected: String

  /// Reads a claim of the form `PATH OP VALUE`; the spaces may be left out.
  ///
  /// - Throws: ``ExpectationError/noClaim(_:)`` when there is no operator, no path or no value.
  public init(_ text: String) throws(ExpectationError) {
    // Two-character operators come first, so that `<=` is not read as `<`.
    guard let (comparison, range) = Self.firstOperator(in: text) else {
      throw .noClaim(text)
    }
    path = Self.trimmed(text[..<range.lowerBound])
    expected = Self.trimmed(text[range.upperBound...])
    self.text = text
    self.comparison = comparison
    guard !path.isEmpty, !expected.isEmpty else { throw .noClaim(text) }
  }

  /// Whether a value meets the claim.
  ///
  /// A missing value never meets a claim. A null value meets only the claim `== null`.
  public func isMet(by found: DescribedValue?) -> Bool {
    guard let found else { return false }
    if found.json == "null" { return comparison == .equal && expected == "null" }
    return compares(with: found)
  }

  private func compares(with found: DescribedValue) -> Bool {
    guard let order = Self.order(of: found, and: expected) else {
      // A value without an order can still be equal or not equal.
      let isSame = found.json == expected || found.json == "\"\(expected)\""
      return comparison == .equal ? isSame : comparison == .notEqual && !isSame
    }
    return switch comparison {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .atMost: order <= 0
    case .more: order > 0
    case .atLeast: order >= 0
    }
  }

  /// Returns a number below, at or above zero as the value found is less, equal or greater; `nil`
  /// without an order.
  private static func order(of found: DescribedValue, and expected: String) -> Double? {
    switch found {
    case .count, .number:
      if let number = found.number, let expected = Double(expected) {
        number - expected
      } else {
        nil
      }
    case .rank(let index, let words): words.firstIndex(of: expected).map { Double(index - $0) }
    case .object, .table, .array, .text, .date, .word, .flag: nil
    }
  }

  private static func firstOperator(
    in text: String
  ) -> (Comparison, Range<String.Index>)? {
    var index = text.startIndex
    while index < text.endIndex {
      for comparison in Comparison.allCases where text[index...].hasPrefix(comparison.rawValue) {
        return (comparison, index..<text.index(index, offsetBy: comparison.rawValue.count))
      }
      index = text.index(after: index)
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
