/// A text file that is written as a whole.
enum TextFile {
  /// Writes a file, and replaces an existing file of the same name.
  static func write(_ text: String, to path: String) throws(Failure) {
    var file = try OutputFile(path)
    try file.write(Array(text.utf8))
    try file.finish()
  }
}

extension StringProtocol {
  /// The text without leading and trailing blanks.
  var withoutOuterBlanks: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
