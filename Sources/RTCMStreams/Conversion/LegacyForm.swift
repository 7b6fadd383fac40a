/// The form of observation messages from before MSM.
///
/// | | L1 | L1 and L2 |
/// |---|---|---|
/// | modulo a light millisecond, no CNR | 1001, 1009 | 1003, 1011 |
/// | extended: whole pseudoranges, CNR | 1002, 1010 | 1004, 1012 |
public struct LegacyForm: Hashable, Sendable {
  /// Whether the messages have fields for L2.
  public var hasL2: Bool
  /// Whether the messages have whole pseudoranges and CNR.
  public var isExtended: Bool

  /// Creates a form; the default is 1004 and 1012, which nearly every receiver reads.
  public init(hasL2: Bool = true, isExtended: Bool = true) {
    self.hasL2 = hasL2
    self.isExtended = isExtended
  }

  /// Returns the message type for a system; `nil` for all systems but GPS and GLONASS.
  public func type(of constellation: Constellation) -> LegacyObservationType? {
    switch constellation {
    case .gps: .gps(hasL2: hasL2, isExtended: isExtended)
    case .glonass: .glonass(hasL2: hasL2, isExtended: isExtended)
    case .galileo, .sbas, .qzss, .beidou, .navic: nil
    }
  }
}

extension MSMType {
  /// Returns the type that messages of this type are converted to; `nil` for a type without one.
  ///
  /// Only MSM4…MSM7 have whole pseudoranges. SBAS satellites have numbers among GPS satellites in
  /// 1001–1004, but no message of their own.
  public func legacyType(in form: LegacyForm) -> LegacyObservationType? {
    kind >= 4 ? form.type(of: constellation) : nil
  }
}

extension Constellation {
  /// Returns the signals of a band that messages from before MSM can name, as RINEX attributes, best first.
  ///
  /// On GPS L2 the P code comes first, because receivers from before L2C can use it too. The choice does
  /// not affect the phases, since MSM aligns the phases of a band. The codes of 1004 distinguish C/A from
  /// P, but not one L2C signal from another.
  func legacyAttributes(ofBand band: UInt8) -> [UInt8] {
    switch (self, band) {
    case (.gps, 1): Array("CWP".utf8)
    case (.gps, 2): Array("WPXLSC".utf8)
    case (.glonass, 1), (.glonass, 2): Array("CP".utf8)
    default: []
    }
  }
}
