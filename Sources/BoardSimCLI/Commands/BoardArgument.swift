internal import BoardHost

/// A board's URL.
struct BoardArgument: OptionValue {
  private var given: BoardURL?

  init() {}

  init(optionText text: String, of parameter: String) throws(UsageError) {
    do throws(BoardURLError) {
      given = try BoardURL(text)
    } catch {
      throw UsageError(message: "\(parameter) '\(text)': \(error)")
    }
  }

  /// The URL.
  ///
  /// - Throws: ``UsageError`` when no URL was given.
  var url: BoardURL {
    get throws(UsageError) {
      guard let given else { throw UsageError(message: "URL is missing") }
      return given
    }
  }
}
