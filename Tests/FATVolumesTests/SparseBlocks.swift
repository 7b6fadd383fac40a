@testable import FATVolumes

/// A device of any number of blocks, in which all unwritten blocks have the same content.
struct SparseBlocks: BlockDevice {
  var blockCount: UInt32
  /// The content of unwritten blocks.
  var filling = [UInt8](repeating: 0, count: 512)
  /// The written blocks, by number.
  var written: [UInt32: [UInt8]] = [:]
  /// The number of reads before one fails and leaves garbage in its buffer.
  var readsLeft = Int.max

  init(blockCount: UInt32, filling: UInt8 = 0) {
    self.blockCount = blockCount
    self.filling = [UInt8](repeating: filling, count: 512)
  }

  subscript(number: UInt32) -> [UInt8] {
    get { written[number] ?? filling }
    set { written[number] = newValue }
  }

  mutating func read(
    _ number: UInt32, into block: inout MutableSpan<UInt8>
  ) throws(BlockError) {
    guard number < blockCount else { throw .failed("there is no block \(number)") }
    let bytes = readsLeft > 0 ? self[number] : [UInt8](repeating: 0xAA, count: 512)
    for index in bytes.indices { block[index] = bytes[index] }
    guard readsLeft > 0 else { throw .absent }
    readsLeft -= 1
  }

  mutating func write(_ block: Span<UInt8>, at number: UInt32) throws(BlockError) {
    guard number < blockCount else { throw .failed("there is no block \(number)") }
    self[number] = block.indices.map { block[$0] }
  }

  /// Overwrites bytes of a block.
  mutating func put(_ bytes: [UInt8], at offset: Int, of number: UInt32 = 0) {
    self[number].replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }

  /// Returns the blocks moved by `distance`, as in a partition.
  func moved(by distance: UInt32) -> SparseBlocks {
    var moved = SparseBlocks(blockCount: blockCount + distance)
    for (number, block) in written { moved[number + distance] = block }
    return moved
  }
}

extension SparseBlocks {
  /// Returns a new volume formatted by this module.
  static func made(blockCount: UInt32) throws -> SparseBlocks {
    var blocks = SparseBlocks(blockCount: blockCount)
    try FATLayout(blockCount: blockCount).format(&blocks)
    return blocks
  }

  /// Returns a FAT32 volume with one block per cluster and 65,525 clusters, the least number that FAT32 may
  /// have.
  ///
  /// The tables begin at blocks 32 and 544, the clusters at block 1056; the root directory is cluster 2.
  static func fat32(
    blockCount: UInt32 = 66_581, free: UInt32 = 65_524, next: UInt32 = 3
  ) -> SparseBlocks {
    var blocks = SparseBlocks(blockCount: blockCount)
    blocks.put([0xEB, 0x58, 0x90], at: 0)
    blocks.put([0, 2, 1, 32, 0, 2], at: 11)
    blocks.put([0xF8], at: 21)
    blocks.put(bytes(blockCount), at: 32)
    blocks.put(bytes(512), at: 36)
    blocks.put([2, 0, 0, 0, 1, 0], at: 44)
    blocks.put([0x55, 0xAA], at: 510)
    blocks.put(Array("RRaA".utf8), at: 0, of: 1)
    blocks.put(Array("rrAa".utf8) + bytes(free) + bytes(next), at: 484, of: 1)
    blocks.put([0x55, 0xAA], at: 510, of: 1)
    for table: UInt32 in [32, 544] {
      blocks.put([0xF8, 0xFF, 0xFF, 0x0F, 0xFF, 0xFF, 0xFF, 0x0F], at: 0, of: table)
      blocks.put([0xFF, 0xFF, 0xFF, 0x0F], at: 8, of: table)
    }
    return blocks
  }

  /// Returns a number as four little-endian bytes.
  static func bytes(_ value: UInt32) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// Returns a directory entry, whose name has eight and three characters.
  static func entry(
    _ name: String, attributes: UInt8 = 0x20, cluster: UInt32 = 0, size: UInt32 = 0
  ) -> [UInt8] {
    let start = bytes(cluster)
    return Array(name.utf8) + [attributes] + [UInt8](repeating: 0, count: 8)
      + [start[2], start[3], 0, 0, 0, 0, start[0], start[1]] + bytes(size)
  }
}
