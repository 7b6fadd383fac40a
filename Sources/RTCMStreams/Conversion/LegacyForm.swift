/// The messages from before MSM that observations go into.
///
/// | | L1 | L1 and L2 |
/// |---|---|---|
/// | modulo a light millisecond, no CNR | 1001, 1009 | 1003, 1011 |
/// | extended: whole pseudoranges, CNR | 1002, 1010 | 1004, 1012 |
public struct LegacyForm: Hashable, Sendable {
  /// Whether the messages have the fields of L2.
  public var hasL2: Bool
  /// Whether they have whole pseudoranges and CNR.
  public var isExtended: Bool

  /// Creates a form: 1004 and 1012, which nearly every receiver reads, unless told otherwise.
  public init(hasL2: Bool = true, isExtended: Bool = true) {
    self.hasL2 = hasL2
    self.isExtended = isExtended
  }

  /// The type of message for a system; `nil` for all but GPS and GLONASS.
  public func type(of constellation: Constellation) -> LegacyObservationType? {
    switch constellation {
    case .gps: .gps(hasL2: hasL2, isExtended: isExtended)
    case .glonass: .glonass(hasL2: hasL2, isExtended: isExtended)
    case .galileo, .sbas, .qzss, .beidou, .navic: nil
    }
  }
}

extension MSMType {
  /// The type that messages of this one become; `nil` where there is none.
  ///
  /// Only MSM4…MSM7 have whole pseudoranges. SBAS has a place among the satellites of GPS in 1001–1004,
  /// but none in a message of its own.
  public func legacyType(in form: LegacyForm) -> LegacyObservationType? {
    kind >= 4 ? form.type(of: constellation) : nil
  }
}

extension Constellation {
  /// The signals of a band that messages from before MSM can name, by RINEX attribute, best first.
  ///
  /// On GPS L2 the P code comes first, which also receivers from before L2C can work with; whichever
  /// is taken, MSM has the phases of a band aligned. The names of 1004 tell C/A from P, but no L2C
  /// signal from another.
  func legacyAttributes(ofBand band: UInt8) -> [UInt8] {
    switch (self, band) {
    case (.gps, 1): Array("CWP".utf8)
    case (.gps, 2): Array("WPXLSC".utf8)
    case (.glonass, 1), (.glonass, 2): Array("CP".utf8)
    default: []
    }
  }
}
