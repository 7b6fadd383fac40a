/// A RINEX 2 observation file parsed by its columns, whichever program wrote it.
struct RINEX2Observations {
  /// The key of a value.
  struct Key: Hashable {
    /// The time as printed, without blanks.
    var time: String
    /// The satellite, such as `G05`.
    var satellite: String
    /// The type of the value, such as `P2`.
    var type: String
  }

  private(set) var values: [Key: Double] = [:]
  private var types: [String] = []

  init(_ text: [UInt8]) {
    var lines = String(decoding: text, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(Array.init)[...]
    while let line = lines.popFirst(), !String(line).contains("END OF HEADER") {
      guard String(line).contains("# / TYPES OF OBSERV") else { continue }
      types += String(line[6..<60]).split(separator: " ").map(String.init)
    }
    while let line = lines.popFirst(), line.count > 31 {
      readEpoch(line, &lines)
    }
  }

  private mutating func readEpoch(_ line: [Character], _ lines: inout ArraySlice<[Character]>) {
    guard let count = Int(String(line[29..<32]).filter { $0 != " " }), line[28] != "3" else {
      return
    }
    // The date is ` 26 06 01` or ` 26  6  1`, so it is compared as numbers.
    let time = String(line[..<26]).split(separator: " ").compactMap { Double($0) }.description
    var names = line[32...].prefix(36)
    for _ in 0..<((count - 1) / 12) { names += lines.removeFirst().dropFirst(32).prefix(36) }
    let satellites = stride(from: 0, to: 3 * count, by: 3).map { at in
      String(Array(names)[at..<at + 3]).replacing(" ", with: "0")
    }
    for satellite in satellites {
      for row in 0..<((types.count + 4) / 5) {
        guard let record = lines.popFirst() else { return }
        for (column, type) in types.dropFirst(5 * row).prefix(5).enumerated() {
          let text = String(record.dropFirst(16 * column).prefix(14)).filter { $0 != " " }
          guard let value = Double(text), value != 0 else { continue }
          values[Key(time: time, satellite: satellite, type: type)] = value
        }
      }
    }
  }
}
