import Foundation

/// A JSON object that a test looks into by dotted paths.
public struct JSONDocument {
  private let root: Any

  /// Reads a document; throws when it is not JSON.
  public init(_ bytes: [UInt8]) throws {
    root = try JSONSerialization.jsonObject(with: Data(bytes))
  }

  /// Reads a document; throws when it is not JSON.
  public init(_ text: String) throws { try self.init(Array(text.utf8)) }

  /// The value at a dotted path: a `String`, an `NSNumber`…; `nil` when there is none.
  public subscript(path: String) -> Any? {
    var value: Any? = root
    for name in path.split(separator: ".") {
      value = (value as? [String: Any])?[String(name)]
    }
    return value is NSNull ? nil : value
  }

  /// The number at a path.
  public func number(_ path: String) -> Double? { (self[path] as? NSNumber)?.doubleValue }

  /// The text at a path.
  public func text(_ path: String) -> String? { self[path] as? String }

  /// The texts of the list at a dotted path.
  public func texts(_ path: String) -> [String]? { self[path] as? [String] }

  /// The yes or no at a dotted path.
  public func flag(_ path: String) -> Bool? { self[path] as? Bool }
}
