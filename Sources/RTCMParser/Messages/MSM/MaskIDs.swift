/// The IDs whose bits are set in a mask, in ascending order; the highest bit is ID 1.
public struct MaskIDs: Sequence, IteratorProtocol, Sendable {
  private var rest: UInt64

  /// Creates the sequence of IDs in a 64-bit mask.
  init(_ mask: UInt64) { rest = mask }

  /// Returns the next ID, `1...64`; `nil` after the last.
  @inline(__always)
  public mutating func next() -> UInt8? {
    guard rest != 0 else { return nil }
    let bit = rest.highestBit
    rest.clear(bit)
    return UInt8(truncatingIfNeeded: 64 &- bit)
  }

  /// Returns a mask with only the bit of an ID set, `1...64`.
  package static func mask(of id: UInt8) -> UInt64 { 1 << UInt64(64 - id) }
}

extension MSMHeader {
  /// The IDs in the satellite mask, `1...64`, in ascending order.
  public var satelliteIDs: MaskIDs { MaskIDs(satelliteMask) }
  /// The IDs in the signal mask, `1...32`, in ascending order.
  public var signalIDs: MaskIDs { MaskIDs(UInt64(signalMask) << 32) }
}

/// A walk over the cells of a message: satellite by satellite, signal by signal.
struct MSMCellWalk {
  private var satellites: MaskIDs
  /// The signal IDs, indexed by the bit (less 32) of the signal's cell in `row`; index 31 is the first
  /// signal.
  private var signalIDs = InlineArray<32, UInt8>(repeating: 0)
  private let signalCount: Int
  /// The cell mask of the satellites still to come, left-aligned.
  private var cells: UInt64
  /// The cell mask of this satellite's signals still to come, left-aligned.
  private var row: UInt64 = 0

  init(_ header: MSMHeader) {
    self.init(
      header, satelliteCount: header.satelliteCount, signalCount: header.signalCount)
  }

  @inline(always)
  init(_ header: MSMHeader, satelliteCount: Int, signalCount: Int) {
    satellites = header.satelliteIDs
    self.signalCount = signalCount
    let bitCount = satelliteCount &* signalCount
    cells = bitCount == 0 ? 0 : header.cellMask << UInt64(64 - bitCount)
    var bit = 31
    for id in header.signalIDs {
      signalIDs[bit & 31] = id
      bit &-= 1
    }
  }

  /// Moves to the next satellite and returns its ID, `1...64`, even if it has no cell; `nil` after the last.
  @inline(always)
  mutating func nextSatellite() -> UInt8? {
    guard let id = satellites.next() else { return nil }
    row = cells & ~(UInt64.max &>> UInt64(truncatingIfNeeded: signalCount))
    cells = cells &<< UInt64(truncatingIfNeeded: signalCount)
    return id
  }

  /// Returns the signal ID, `1...32`, of this satellite's next cell; `nil` after the last.
  @inline(always)
  mutating func nextSignal() -> UInt8? {
    guard row != 0 else { return nil }
    let bit = row.highestBit
    row.clear(bit)
    return signalIDs[bit & 31]
  }
}

extension UInt64 {
  /// The position of the highest set bit, `0...63`; the number must not be 0.
  @inline(always)
  fileprivate var highestBit: Int { leadingZeroBitCount ^ 63 }

  /// Clears a bit, `0...63`.
  ///
  /// The mask is a rotation, which takes fewer instructions than a shift and a complement.
  @inline(always)
  fileprivate mutating func clear(_ bit: Int) {
    let (count, allButLowest) = (UInt64(truncatingIfNeeded: bit), ~1 as UInt64)
    self &= allButLowest &<< count | allButLowest &>> (0 &- count)
  }
}
