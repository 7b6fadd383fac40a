import TestSupport

extension BoardSimProcess {
  /// Returns the next line of output that is JSON as wanted; `nil` where the output ends before.
  func document(where isWanted: (JSONDocument) -> Bool) async -> JSONDocument? {
    while let line = await nextLine() {
      if let document = try? JSONDocument(line), isWanted(document) { return document }
    }
    return nil
  }
}
