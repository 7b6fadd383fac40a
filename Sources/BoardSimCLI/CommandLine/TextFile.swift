/// A text that is written whole.
enum TextFile {
  /// Writes a file, replacing one of the same name.
  static func write(_ text: String, to path: String) throws(Failure) {
    var file = try OutputFile(path)
    try file.write(Array(text.utf8))
    try file.finish()
  }
}
