/// The ending of a file's name, which tells the file's content.
struct FileEnding {
  /// From the last dot on, small letters; empty for a name without, and for `-`, devices and pipes.
  let text: String

  /// Reads it off a path.
  init(of path: String) {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    // A dot in front hides a file, and says nothing about it.
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
    text = dot.map { name[$0...].lowercased() } ?? ""
  }

  /// Whether it is a year of two digits and a letter, as RINEX 2 names its files: `.26o`.
  func isOfYear(_ letter: Character) -> Bool {
    let parts = text.dropFirst()
    return parts.count == 3 && parts.last == letter
      && parts.dropLast().allSatisfy { ("0"..."9").contains($0) }
  }

  /// Whether it is one of a list, written as `.obs`.
  func isOne(of endings: [String]) -> Bool { endings.contains(text) }
}
