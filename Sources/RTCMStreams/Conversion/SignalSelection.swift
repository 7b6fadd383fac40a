/// A signal of a satellite system, to be kept or dropped.
public struct SignalSelection: Hashable, Sendable {
  /// The system.
  public var constellation: Constellation
  /// ID in the signal mask, `1...32`.
  public var signalID: UInt8

  /// Creates a selection by the ID in the signal mask, `1...32`; other IDs select nothing.
  public init(_ constellation: Constellation, signalID: UInt8) {
    self.constellation = constellation
    self.signalID = signalID
  }

  /// Creates a selection by RINEX code; `nil` when MSM has no such signal of the system.
  public init?(_ constellation: Constellation, rinexCode: RINEXSignalCode) {
    guard let id = constellation.signalID(of: rinexCode) else { return nil }
    self.init(constellation, signalID: id)
  }

  /// The selection's bit in a signal mask, 0 for an ID that does not exist.
  fileprivate var mask: UInt32 {
    (1...32).contains(signalID) ? 1 << UInt32(32 - signalID) : 0
  }
}

extension [SignalSelection] {
  /// The signals selected of a system, as a mask; `nil` where none is named.
  func mask(of constellation: Constellation) -> UInt32? {
    var mask: UInt32?
    for selection in self where selection.constellation == constellation {
      mask = (mask ?? 0) | selection.mask
    }
    return mask
  }
}

extension MSMMessage {
  /// The message with some of its signals only, its three masks made anew.
  ///
  /// A satellite without any of them goes as well. A message of which nothing goes stays as it is, bit
  /// for bit; of another, the bits behind the last field are left out, as nobody knows what they meant.
  ///
  /// - Parameter mask: The signals to keep, as in DF395: ID 1 is the highest bit.
  /// - Returns: The message, without satellites when it has none of the signals.
  public func keepingSignals(_ mask: UInt32) -> MSMMessage {
    guard header.signalMask & ~mask != 0 else { return self }
    let kept = signals.filter { mask >> UInt32(32 - $0.signalID) & 1 == 1 }
    let ids = kept.reduce(into: UInt64(0)) { $0 |= MaskIDs.mask(of: $1.satelliteID) }
    return keeping(
      satellites: satellites.filter { ids & MaskIDs.mask(of: $0.id) != 0 }, signals: kept)
  }

  /// The message with these of its satellites and signals, and without the bits behind its last field.
  func keeping(satellites: [MSMSatellite], signals: [MSMSignal]) -> MSMMessage {
    var kept = self
    kept.trailingBits = TrailingBits()
    (kept.satellites, kept.signals) = (satellites, signals)
    kept.remakeMasks()
    return kept
  }

  /// Sets the masks by satellites and cells, which are in their order.
  private mutating func remakeMasks() {
    header.satelliteMask = satellites.reduce(0) { $0 | MaskIDs.mask(of: $1.id) }
    header.signalMask = signals.reduce(0) { $0 | 1 << UInt32(32 - $1.signalID) }
    header.cellMask = 0
    var next = signals.makeIterator()
    var cell = next.next()
    for satelliteID in header.satelliteIDs {
      for signalID in header.signalIDs {
        header.cellMask <<= 1
        guard cell?.satelliteID == satelliteID, cell?.signalID == signalID else { continue }
        header.cellMask |= 1
        cell = next.next()
      }
    }
  }
}
