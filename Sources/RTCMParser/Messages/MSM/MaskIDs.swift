/// The IDs whose bits are set in a mask, ascending: the highest bit is ID 1.
public struct MaskIDs: Sequence, IteratorProtocol, Sendable {
  private var rest: UInt64

  /// Reads a mask of 64 bits.
  init(_ mask: UInt64) { rest = mask }

  /// The next ID.
  @inline(__always)
  public mutating func next() -> UInt8? {
    guard rest != 0 else { return nil }
    let bit = rest.highestBit
    rest.clear(bit)
    return UInt8(truncatingIfNeeded: 64 &- bit)
  }

  /// The mask in which just one ID is set, `1...64`.
  package static func mask(of id: UInt8) -> UInt64 { 1 << UInt64(64 - id) }
}

extension MSMHeader {
  /// The IDs in the satellite mask, ascending, each `1...64`.
  public var satelliteIDs: MaskIDs { MaskIDs(satelliteMask) }
  /// The IDs in the signal mask, ascending, each `1...32`.
  public var signalIDs: MaskIDs { MaskIDs(UInt64(signalMask) << 32) }
}

/// Walks the cells of a message: satellite by satellite, signal by signal.
struct MSMCellWalk {
  private var satellites: MaskIDs
  /// The IDs of the signals by the bits that their cells have in a row, less 32: the first is the last.
  private var signalIDs = InlineArray<32, UInt8>(repeating: 0)
  private let signalCount: Int
  /// The cells of the satellites that are still to come, the first one highest.
  private var cells: UInt64
  /// The cells still to come of this satellite, the first signal's highest.
  private var row: UInt64 = 0

  @inline(always)
  init(_ header: MSMHeader) {
    satellites = header.satelliteIDs
    signalCount = header.signalCount
    let bitCount = header.cellMaskBitCount
    cells = bitCount == 0 ? 0 : header.cellMask << UInt64(64 - bitCount)
    var bit = 31
    for id in header.signalIDs {
      signalIDs[bit & 31] = id
      bit &-= 1
    }
  }

  /// The next satellite's ID, `1...64`, also of one without a cell.
  @inline(always)
  mutating func nextSatellite() -> UInt8? {
    guard let id = satellites.next() else { return nil }
    row = cells & ~(UInt64.max &>> UInt64(truncatingIfNeeded: signalCount))
    cells = cells &<< UInt64(truncatingIfNeeded: signalCount)
    return id
  }

  /// The ID of this satellite's next cell's signal, `1...32`.
  @inline(always)
  mutating func nextSignal() -> UInt8? {
    guard row != 0 else { return nil }
    let bit = row.highestBit
    row.clear(bit)
    return signalIDs[bit & 31]
  }
}

extension UInt64 {
  /// The highest bit that is set, `0...63`; not for a number without one.
  @inline(always)
  fileprivate var highestBit: Int { leadingZeroBitCount ^ 63 }

  @inline(always)
  fileprivate mutating func clear(_ bit: Int) { self &= ~(1 &<< UInt64(truncatingIfNeeded: bit)) }
}
