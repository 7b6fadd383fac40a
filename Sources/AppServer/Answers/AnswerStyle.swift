/// The style of the server's answers, where the original, its description and the apps' needs differ.
public enum AnswerStyle: String, Hashable, Sendable, CaseIterable {
  /// Answers as both apps need them, so that every test case of the apps' documents passes.
  ///
  /// Each leniency towards a client is noted as a ``Finding``.
  case apps
  /// Answers of the original server, bug for bug.
  case reference
  /// Answers as the original server's description specified them.
  case strict
}
