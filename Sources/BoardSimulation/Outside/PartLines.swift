internal import Bytes

/// The lines in the bytes of a program that models a part.
public struct PartLines: Sendable {
  /// The greatest number of bytes in a line: those of the longest read, as hexadecimal digits with spaces.
  public static let longestLine = 32_768
  private var beginning: [UInt8] = []
  private var lines: [[UInt8]] = []

  /// Creates the lines of a program that has sent nothing.
  public init() {}

  /// Whether there are neither lines nor the beginning of one.
  public var isEmpty: Bool { lines.isEmpty && beginning.isEmpty }

  /// Takes the next bytes.
  ///
  /// - Throws: ``PartFailure/tooLong`` for a line of more than ``longestLine`` bytes.
  public mutating func append(_ bytes: [UInt8]) throws(PartFailure) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: .lineFeed) {
      try grow(by: rest[..<end])
      lines.append(beginning)
      beginning = []
      rest = rest[(end + 1)...]
    }
    try grow(by: rest)
  }

  private mutating func grow(by bytes: ArraySlice<UInt8>) throws(PartFailure) {
    guard beginning.count + bytes.count <= Self.longestLine else { throw .tooLong }
    beginning += bytes
  }

  /// Removes and returns the first line, without its line feed; `nil` if none is whole.
  public mutating func next() -> [UInt8]? { lines.isEmpty ? nil : lines.removeFirst() }
}
