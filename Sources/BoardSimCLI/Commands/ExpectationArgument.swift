internal import VirtualBoard

/// An expectation of a board, as text.
struct ExpectationArgument: OptionValue {
  var expectation: Expectation

  static let help = """
    an expectation: PATH OP VALUE at the end, OP one of == != < <= > >=;
    CLAIM @ S at that board time; always|never|once CLAIM [after S] [before S];
    within N s of fault:NAME|fault-end:NAME|power:on|S CLAIM; repeatable
    """

  init(optionText text: String, of parameter: String) throws(UsageError) {
    do throws(ExpectationError) {
      expectation = try Expectation(text)
    } catch {
      throw UsageError(message: "\(parameter): \(error)")
    }
  }
}
