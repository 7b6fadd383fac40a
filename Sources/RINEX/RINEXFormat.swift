/// A version of the RINEX format.
public enum RINEXFormat: String, Hashable, Sendable, CaseIterable {
  /// Version 2.11: GPS, GLONASS, Galileo and SBAS.
  ///
  /// A satellite has one phase for each band. GPS, GLONASS and SBAS have a navigation file each.
  case version2 = "2.11"
  /// Version 3.04: all systems and signals.
  case version3 = "3.04"
  /// Version 4.00: as ``version3``, but a line with the message type precedes each navigation record.
  case version4 = "4.00"
}
