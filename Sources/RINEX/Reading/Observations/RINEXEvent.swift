/// An event between the epochs of an observation file.
///
/// Source: RINEX 3.04, table A3, event flags 2 to 6.
public enum RINEXEvent: UInt8, Hashable, Sendable {
  /// The antenna begins to move.
  case movingAntenna = 2
  /// The receiver is at another station; the header has its marker name.
  case newStation = 3
  /// Lines of the header follow that change it.
  case headerLines = 4
  /// An event outside the receiver, at its time.
  case external = 5
  /// Cycle slips of some satellites, whose lock times begin anew.
  case cycleSlips = 6
}
