/// The extension of a file's name, which tells the file's format.
struct FileEnding {
  /// The extension from the last dot, in lower case; empty without one, and for `-`, devices and pipes.
  let text: String

  /// Creates the extension of a path.
  init(of path: String) {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    // A leading dot marks a hidden file, and begins no extension.
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
    text = dot.map { name[$0...].lowercased() } ?? ""
  }

  /// Creates the extension of a path that may end with `.gz` behind it.
  init(ofCompressed path: String) { self.init(of: Self.withoutGzip(path)) }

  /// Whether a path ends with `.gz`.
  static func isGzip(_ path: String) -> Bool { Self(of: path).text == ".gz" }

  /// Returns a path without `.gz` at its end.
  static func withoutGzip(_ path: String) -> String {
    isGzip(path) ? String(path.dropLast(3)) : path
  }

  /// Whether the extension is that of a compact observation file of Hatanaka: `.crx` or `.26d`.
  var isCompact: Bool { text == ".crx" || isOfYear("d") }

  /// Returns whether the extension is a two-digit year and a letter, as in RINEX 2 file names: `.26o`.
  func isOfYear(_ letter: Character) -> Bool {
    let parts = text.dropFirst()
    return parts.count == 3 && parts.last == letter
      && parts.dropLast().allSatisfy { ("0"..."9").contains($0) }
  }

  /// Returns whether the extension is in a list of extensions such as `.obs`.
  func isOne(of endings: [String]) -> Bool { endings.contains(text) }
}
