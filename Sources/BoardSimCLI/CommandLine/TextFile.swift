#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A text that is written whole.
enum TextFile {
  /// Writes a file, replacing one of the same name.
  static func write(_ text: String, to path: String) throws(Failure) {
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw Failure(message: "cannot write '\(path)': \(error)")
    }
  }
}
