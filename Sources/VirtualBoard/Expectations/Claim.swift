public import TextOutput

/// A claim about a report or a status: `gnss.seconds_to_rtk_fixed <= 60`.
public struct Claim: Hashable, Sendable {
  /// The comparison of the value found with the one expected.
  public enum Comparison: String, Hashable, Sendable, CaseIterable {
    /// The same.
    case equal = "=="
    /// Another one.
    case notEqual = "!="
    /// Less or the same.
    case atMost = "<="
    /// More or the same.
    case atLeast = ">="
    /// Less.
    case less = "<"
    /// More.
    case more = ">"
  }

  /// The claim as it was written.
  public let text: String
  /// The dotted path of the value.
  public let path: String
  /// The comparison.
  public let comparison: Comparison
  /// The expected value.
  public let expected: String

  /// Reads a claim of the form `PATH OP VALUE`; the spaces may be left out.
  ///
  /// - Throws: ``ExpectationError/noClaim(_:)`` when there is no operator, no path or no value.
  public init(_ text: String) throws(ExpectationError) {
    // The two-character operators come first, so that `<=` is not read as `<`.
    guard let (comparison, range) = Self.firstOperator(in: text) else {
      throw .noClaim(text)
    }
    path = Self.trimmed(text[..<range.lowerBound])
    expected = Self.trimmed(text[range.upperBound...])
    self.text = text
    self.comparison = comparison
    guard !path.isEmpty, !expected.isEmpty else { throw .noClaim(text) }
  }

  /// Whether what was found meets the claim; what is missing, or null, does not unless it is null that is
  /// expected.
  public func isMet(by found: DescribedValue?) -> Bool {
    guard let found else { return false }
    if found.json == "null" { return comparison == .equal && expected == "null" }
    return compares(with: found)
  }

  private func compares(with found: DescribedValue) -> Bool {
    guard let order = Self.order(of: found, and: expected) else {
      // What cannot be ordered can still be the same or not.
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

  /// Below, at or above zero as the value found is less, the same or more; `nil` without an order.
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
