/// The style of the server's answers, where its original, its description and the apps' needs differ.
public enum AnswerStyle: String, Hashable, Sendable, CaseIterable {
  /// As both apps need it: every test case of their documents passes. Each leniency is a ``Finding``.
  case apps
  /// As the original server answered, bug for bug.
  case reference
  /// As the original's description promised.
  case strict
}
