/// The IDs whose bits are set in a mask, ascending: the highest bit is ID 1.
public struct MaskIDs: Sequence, IteratorProtocol, Sendable {
  private var rest: UInt64

  /// Reads a mask of 64 bits.
  init(_ mask: UInt64) { rest = mask }

  /// The next ID.
  public mutating func next() -> UInt8? {
    guard rest != 0 else { return nil }
    let zeros = rest.leadingZeroBitCount
    rest &= ~(0x8000_0000_0000_0000 >> UInt64(zeros))
    return UInt8(zeros + 1)
  }

  /// The mask in which just one ID is set, `1...64`.
  package static func mask(of id: UInt8) -> UInt64 { 1 << UInt64(64 - id) }
}

extension MSMHeader {
  /// The IDs in the satellite mask, ascending, each `1...64`.
  public var satelliteIDs: MaskIDs { MaskIDs(satelliteMask) }
  /// The IDs in the signal mask, ascending, each `1...32`.
  public var signalIDs: MaskIDs { MaskIDs(UInt64(signalMask) << 32) }

  /// DF396 with its first cell at the highest bit.
  var leftAlignedCellMask: UInt64 {
    cellMaskBitCount == 0 ? 0 : cellMask << UInt64(64 - cellMaskBitCount)
  }
}
