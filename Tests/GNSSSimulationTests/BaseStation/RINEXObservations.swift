/// The observations of a RINEX 3 file, as its text has them.
struct RINEXObservations {
  /// By epoch, satellite and type of observation, such as `C1C`.
  private(set) var values: [[String: [String: Double]]] = []

  init(_ text: String) {
    var types: [Character: [String]] = [:]
    var system: Character = " "
    var isHeader = true
    for line in text.split(separator: "\n") {
      if isHeader {
        if line.contains("SYS / # / OBS TYPES") {
          if let letter = line.first, letter != " " { system = letter }
          types[system, default: []] += String(line.dropFirst(6).prefix(52)).words
        }
        isHeader = !line.contains("END OF HEADER")
      } else if line.hasPrefix(">") {
        values.append([:])
      } else if let letter = line.first {
        let columns = Array(line)
        var observed: [String: Double] = [:]
        for (index, type) in (types[letter] ?? []).enumerated() where columns.count >= 17 + 16 * index {
          let digits = String(columns[(3 + 16 * index)..<(17 + 16 * index)])
          observed[type] = digits.words.first.flatMap { Double($0) }
        }
        values[values.count - 1][String(columns.prefix(3))] = observed
      }
    }
  }
}
