/// The record of a satellite in a compact file: its values, and the text of indicators and strengths.
struct HatanakaSatellite: Sendable {
  private var arcs: [HatanakaArc]
  private var indicators: [UInt8] = []

  /// Creates a record without values.
  init(columns: Int) { arcs = [HatanakaArc](repeating: HatanakaArc(), count: columns) }

  /// The number of values in a record.
  var columns: Int { arcs.count }

  /// Takes the next record: fields with a blank after each, then the differences of the indicators.
  ///
  /// - Returns: Whether all fields are sound.
  mutating func take(_ line: Span<UInt8>) -> Bool {
    var at = 0
    for column in arcs.indices {
      let start = at
      while at < line.count, line[at] != UInt8(ascii: " ") { at += 1 }
      if at == start {
        arcs[column].end()
      } else if !arcs[column].take(line.extracting(start..<at)) {
        return false
      }
      at += 1
    }
    indicators.applyHatanakaDifferences(line, from: at, limit: 2 * arcs.count)
    return true
  }

  /// Blanks the indicators of missing values, which version 2 does not have: their differences go on from
  /// blanks.
  mutating func blankIndicatorsOfMissingValues() {
    for (column, arc) in arcs.enumerated() where arc.value == nil {
      for place in 2 * column..<2 * column + 2 where place < indicators.count {
        indicators[place] = UInt8(ascii: " ")
      }
    }
  }

  /// Appends the values with their indicators, some a line.
  func append(to text: inout [UInt8], perLine: Int) {
    for (column, arc) in arcs.enumerated() {
      if column > 0, column % perLine == 0 { text.endLine() }
      if let value = arc.value {
        text.append(fixedPoint: value, decimals: 3, columns: 14)
      } else {
        text.appendBlanks(14)
      }
      for place in 2 * column..<2 * column + 2 {
        text.append(place < indicators.count ? indicators[place] : UInt8(ascii: " "))
      }
    }
    text.endLine()
  }
}
