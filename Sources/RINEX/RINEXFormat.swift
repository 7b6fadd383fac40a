/// A version of the format that files are written in.
public enum RINEXFormat: String, Hashable, Sendable, CaseIterable {
  /// Of GPS, GLONASS, Galileo and SBAS: of a satellite's signals in a band one phase, and a navigation file for
  /// each system that has one.
  case version2 = "2.11"
  /// All systems and signals.
  case version3 = "3.04"
  /// As ``version3``, each navigation record behind a line that names its message.
  case version4 = "4.00"
}
