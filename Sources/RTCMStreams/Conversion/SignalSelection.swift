/// A signal of a satellite system, to keep or drop.
public struct SignalSelection: Hashable, Sendable {
  /// The satellite system of the signal.
  public var constellation: Constellation
  /// The signal's ID in the signal mask, `1...32`.
  public var signalID: UInt8

  /// Creates a selection by the ID in the signal mask, `1...32`; other IDs select nothing.
  public init(_ constellation: Constellation, signalID: UInt8) {
    self.constellation = constellation
    self.signalID = signalID
  }

  /// Creates a selection by RINEX code; `nil` when MSM has no such signal in the system.
  public init?(_ constellation: Constellation, rinexCode: RINEXSignalCode) {
    guard let id = constellation.signalID(of: rinexCode) else { return nil }
    self.init(constellation, signalID: id)
  }

  /// The selection's bit in a signal mask; 0 for an invalid ID.
  fileprivate var mask: UInt32 {
    (1...32).contains(signalID) ? 1 << UInt32(32 - signalID) : 0
  }
}

extension [SignalSelection] {
  /// Returns the mask of the selected signals of a system; `nil` when none is selected.
  func mask(of constellation: Constellation) -> UInt32? {
    var mask: UInt32?
    for selection in self where selection.constellation == constellation {
      mask = (mask ?? 0) | selection.mask
    }
    return mask
  }
}

extension MSMMessage {
  /// Returns the message with the signals of a mask only, and with its three masks recomputed.
  ///
  /// A satellite without any of these signals is removed as well. A message that loses nothing stays
  /// unchanged, bit for bit. A changed message loses the bits after its last field, because their meaning
  /// is unknown.
  ///
  /// - Parameter mask: The signals to keep, as in DF395: ID 1 is the highest bit.
  /// - Returns: The message; without satellites when it has none of the signals.
  public func keepingSignals(_ mask: UInt32) -> MSMMessage {
    guard header.signalMask & ~mask != 0 else { return self }
    let kept = signals.filter { mask >> UInt32(32 - $0.signalID) & 1 == 1 }
    let ids = kept.reduce(into: UInt64(0)) { $0 |= MaskIDs.mask(of: $1.satelliteID) }
    return keeping(
      satellites: satellites.filter { ids & MaskIDs.mask(of: $0.id) != 0 }, signals: kept)
  }

  /// Returns the message with the given satellites and signals, and without the bits after its last field.
  ///
  /// - Parameters:
  ///   - satellites: The satellites, in their order.
  ///   - signals: Their cells, in their order.
  ///   - signalMask: The signal mask, DF395, with the cells' signals and maybe others; `nil` for theirs alone.
  /// - Returns: The message.
  func keeping(
    satellites: [MSMSatellite], signals: [MSMSignal], signalMask: UInt32? = nil
  ) -> MSMMessage {
    var kept = self
    kept.trailingBits = TrailingBits()
    (kept.satellites, kept.signals) = (satellites, signals)
    kept.remakeMasks(signalMask: signalMask)
    return kept
  }

  /// Sets the masks from satellites and cells, which are in the masks' order, but for a signal mask that is given.
  private mutating func remakeMasks(signalMask: UInt32?) {
    header.satelliteMask = satellites.reduce(0) { $0 | MaskIDs.mask(of: $1.id) }
    header.signalMask = signalMask ?? signals.reduce(0) { $0 | 1 << UInt32(32 - $1.signalID) }
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
