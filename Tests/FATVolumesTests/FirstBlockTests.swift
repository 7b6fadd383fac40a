import Testing

@testable import FATVolumes

@Suite("What a volume's first block says")
struct FirstBlockTests {
  private static let noNumbers = FATError.damaged(
    "the first block has numbers that no volume has")
  private static let largeTables = FATError.damaged("the tables are larger than the volume")
  private static let shortTable = FATError.damaged(
    "the table is too short for the volume's clusters")
  private static let oddFAT32 = FATError.damaged("the first block is of no FAT32 that is known")

  /// Returns the error of mounting a volume; `nil` if there is none.
  private static func error(_ blocks: SparseBlocks) -> FATError? {
    do throws(FATError) {
      _ = try FATVolume(mounting: blocks)
      return nil
    } catch {
      return error
    }
  }

  /// Returns the layout of a volume with some bytes of its first block replaced.
  private static func layout(
    of blocks: SparseBlocks, with parts: [Int: [UInt8]] = [:]
  ) throws -> FATLayout {
    var blocks = blocks
    for (offset, bytes) in parts { blocks.put(bytes, at: offset) }
    return try FATVolume(mounting: blocks).layout
  }

  @Test("every number is read from its place")
  func numbers() throws {
    // The short block counts, 65,244 and 258, take precedence over the long ones.
    var parts: [Int: [UInt8]] = [
      13: [4, 0x03, 0x01, 3, 0x10, 0x02, 0xDC, 0xFE, 0xF8, 0x02, 0x01],
      32: [0, 0, 0, 1, 7, 0, 0, 0],
    ]
    let blocks = try SparseBlocks.made(blockCount: 65_536)
    #expect(
      try Self.layout(of: blocks, with: parts)
        == FATLayout(
          kind: .fat16, start: 0, blockCount: 65_244, blocksPerCluster: 4, reservedCount: 259,
          tableCount: 3, tableSize: 258, rootSize: 33, rootCluster: 0, informationBlock: nil))
    parts = [
      13: [8, 0x20, 0x01, 2], 32: [0x04, 0x03, 0x02, 0x01, 0x03, 0x02, 0x01, 0x00],
      44: [0x56, 0x34, 0x12, 0xF0, 0x05, 0x01],
    ]
    var large = SparseBlocks.fat32()
    large.blockCount = .max
    #expect(
      try Self.layout(of: large, with: parts)
        == FATLayout(
          kind: .fat32, start: 0, blockCount: 0x0102_0304, blocksPerCluster: 8,
          reservedCount: 288, tableCount: 2, tableSize: 0x0001_0203, rootSize: 0,
          rootCluster: 0x0012_3456, informationBlock: 261))
  }

  @Test(
    "a root directory takes as many blocks as its entries fill",
    arguments: [(1, 1), (16, 1), (17, 2), (512, 32), (8192, 512)] as [(UInt16, UInt32)])
  func root(entries: UInt16, blocks: UInt32) throws {
    let bytes = [UInt8(entries & 255), UInt8(entries >> 8)]
    let layout = try Self.layout(of: .made(blockCount: 8192), with: [17: bytes])
    #expect(layout.rootSize == blocks)
  }

  @Test(
    "a jump and a media byte make a volume, with the signature at the end",
    arguments: [
      (0xEB, 0xF8, true), (0xE9, 0xF8, true), (0xE9, 0xF0, true), (0xEB, 0xEF, false),
      (0xEB, 0, false), (0xE9, 0, false), (0, 0xF8, false), (0xEA, 0xF8, false),
    ] as [(UInt8, UInt8, Bool)])
  func beginning(jump: UInt8, media: UInt8, isVolume: Bool) throws {
    var blocks = try SparseBlocks.made(blockCount: 8192)
    blocks.put([jump], at: 0)
    blocks.put([media], at: 21)
    #expect(Self.error(blocks) == (isVolume ? nil : .foreign(.unknown)))
    blocks.put([0], at: 511)
    #expect(Self.error(blocks) == .foreign(.unknown))
  }

  @Test("program code where a disk has its partitions leads nowhere else")
  func programCode() throws {
    var blocks = try SparseBlocks.made(blockCount: 8192)
    blocks.put([6, 0, 0, 0, 100, 0, 0, 0], at: 450)
    #expect(Self.error(blocks) == nil)
    // The first block of exFAT, which has zeros in place of FAT's numbers.
    blocks[0] = [UInt8](repeating: 0, count: 512)
    blocks.put([0xEB, 0x76, 0x90] + Array("EXFAT   ".utf8), at: 0)
    blocks.put([6, 0, 0, 0, 100, 0, 0, 0], at: 450)
    blocks.put([0x55, 0xAA], at: 510)
    #expect(Self.error(blocks) == .foreign(.exFAT))
  }

  @Test(
    "blocks are of 512 bytes, and larger ones told",
    arguments: [
      (0, .unknown), (256, .unknown), (1024, .blockSize(1024)), (2048, .blockSize(2048)),
      (4096, .blockSize(4096)), (8192, .unknown), (513, .unknown),
    ] as [(UInt16, FATError.Foreign)])
  func blockSize(size: UInt16, found: FATError.Foreign) throws {
    var blocks = try SparseBlocks.made(blockCount: 8192)
    blocks.put([UInt8(size & 255), UInt8(size >> 8)], at: 11)
    #expect(Self.error(blocks) == .foreign(found))
  }

  @Test(
    "numbers are refused where they are out of all bounds, and taken at them",
    arguments: [
      (13, [0], noNumbers), (13, [3], noNumbers), (13, [255], noNumbers),
      (13, [128], .foreign(.fat12)), (14, [0, 0], noNumbers), (16, [0], noNumbers),
      (16, [1], nil), (16, [4], nil), (16, [5], noNumbers), (22, [1, 0], shortTable),
      // With 64 blocks of tables and 32 of the root directory, 8096 of 8192 blocks are left.
      (14, [0xA0, 0x1F], largeTables), (14, [0x9F, 0x1F], .foreign(.fat12)),
      // The clusters come after 97 blocks.
      (19, [0x55, 0x10], .foreign(.fat12)), (19, [0x56, 0x10], nil),
      (19, [0x01, 0x20], .cut(blocks: 8193, available: 8192)),
    ] as [(Int, [UInt8], FATError?)])
  func bounds(offset: Int, bytes: [UInt8], error: FATError?) throws {
    var blocks = try SparseBlocks.made(blockCount: 8192)
    blocks.put(bytes, at: offset)
    #expect(Self.error(blocks) == error)
  }

  @Test("tables that are too large for any number are refused")
  func hugeTables() {
    var blocks = SparseBlocks.fat32()
    blocks.put([4], at: 16)
    blocks.put([0xFF, 0xFF, 0xFF, 0xFF], at: 36)
    #expect(Self.error(blocks) == Self.largeTables)
  }

  @Test("a table has an entry for each cluster, and two more")
  func entries() throws {
    // A table of 17 blocks has 4352 entries of two bytes.
    var blocks = try SparseBlocks.made(blockCount: 8192)
    blocks.put([17, 0], at: 22)
    blocks.put([0x41, 0x11], at: 19)
    #expect(try Self.layout(of: blocks).clusterCount == 4350)
    blocks.put([0x42, 0x11], at: 19)
    #expect(Self.error(blocks) == Self.shortTable)
    // A table of 512 blocks has 65,536 entries of four bytes.
    #expect(try Self.layout(of: .fat32(blockCount: 66_590)).clusterCount == 65_534)
    #expect(Self.error(.fat32(blockCount: 66_591)) == Self.shortTable)
  }

  @Test("65,525 clusters are FAT32, and fewer FAT16")
  func kinds() throws {
    #expect(try Self.layout(of: .fat32()).kind == .fat32)
    #expect(try Self.layout(of: .fat32(blockCount: 66_580)).kind == .fat16)
    var blocks = SparseBlocks.fat32()
    blocks.put([0, 2], at: 17)  // a root directory with a region of its own
    blocks.put(SparseBlocks.bytes(66_581 + 32), at: 32)
    blocks.blockCount += 32
    #expect(Self.error(blocks) == Self.oddFAT32)
  }

  @Test(
    "FAT32's own numbers are refused where they are out of all bounds, and taken at them",
    arguments: [
      (44, [1, 0, 0, 0], oddFAT32), (44, [0, 0, 0, 0], oddFAT32),
      (44, [0xF6, 0xFF, 0, 0], nil), (44, [0xF7, 0xFF, 0, 0], oddFAT32),
      (36, [0, 0, 0, 0], noNumbers),
      (40, [0x80, 0], oddFAT32), (40, [0x0F, 0], nil), (42, [1, 0], oddFAT32),
    ] as [(Int, [UInt8], FATError?)])
  func fat32Bounds(offset: Int, bytes: [UInt8], error: FATError?) {
    var blocks = SparseBlocks.fat32()
    blocks.put(bytes, at: offset)
    #expect(Self.error(blocks) == error)
  }

  @Test("there are 268,435,445 clusters at most")
  func mostClusters() {
    var blocks = SparseBlocks.fat32()
    blocks.blockCount = .max
    // Two tables of 2,097,152 blocks each, after 32 blocks.
    blocks.put([0, 0, 0x20, 0], at: 36)
    blocks.put(SparseBlocks.bytes(0x0FFF_FFF5 + 4_194_336), at: 32)
    #expect(Self.error(blocks) == nil)
    blocks.put(SparseBlocks.bytes(0x0FFF_FFF6 + 4_194_336), at: 32)
    #expect(Self.error(blocks) == Self.oddFAT32)
  }

  @Test(
    "the block that counts clusters is one before the tables, or there is none",
    arguments: [(0, nil), (1, 1), (31, 31), (32, nil), (0xFFFF, nil)] as [(UInt16, UInt32?)])
  func informationBlock(number: UInt16, block: UInt32?) throws {
    var blocks = SparseBlocks.fat32()
    blocks.put([UInt8(number & 255), UInt8(number >> 8)], at: 48)
    #expect(try Self.layout(of: blocks).informationBlock == block)
    // The same volume in a partition.
    var disk = blocks.moved(by: 63)
    disk.put([0x0C, 0, 0, 0, 63, 0, 0, 0], at: 450)
    disk.put([0x55, 0xAA], at: 510)
    #expect(try Self.layout(of: disk).informationBlock == block.map { $0 + 63 })
  }

  @Test(
    "what is counted is believed where it can be",
    arguments: [
      (10, 20, 10, 20), (65_525, 65_526, 65_525, 65_526), (65_526, 65_527, nil, 2),
      (.max, .max, nil, 2), (0, 2, 0, 2), (0, 1, 0, 2), (0, 0, 0, 2),
    ] as [(UInt32, UInt32, UInt32?, UInt32)])
  func counts(free: UInt32, next: UInt32, freeCount: UInt32?, nextFree: UInt32) throws {
    let blocks = SparseBlocks.fat32(free: free, next: next)
    let volume = try FATVolume(mounting: blocks)
    #expect(volume.freeCount == freeCount)
    #expect(volume.nextFree == nextFree)
    for offset in [0, 484] {
      var unsigned = blocks
      unsigned.put([0], at: offset, of: 1)
      let volume = try FATVolume(mounting: unsigned)
      #expect(volume.freeCount == nil)
      #expect(volume.nextFree == 2)
    }
  }

  // MARK: Partitions

  /// A disk with an entry in its partition table, and a FAT16 volume.
  private static func disk(entry: Int = 0, type: UInt8 = 6, start: UInt32) throws -> SparseBlocks {
    var disk = try SparseBlocks.made(blockCount: 8192).moved(by: 2048)
    disk.put([type, 0, 0, 0] + SparseBlocks.bytes(start), at: 446 + entry * 16 + 4)
    disk.put([0x55, 0xAA], at: 510)
    return disk
  }

  @Test("the first partition of FAT is found, of any of its types and in any place")
  func partitions() throws {
    for type: UInt8 in [0x04, 0x06, 0x0B, 0x0C, 0x0E] {
      let disk = try Self.disk(type: type, start: 2048)
      #expect(try Self.layout(of: disk).start == 2048, "type \(type)")
    }
    for type: UInt8 in [0, 0x01, 0x05, 0x07, 0x0D, 0x0F, 0x83] {
      let disk = try Self.disk(type: type, start: 2048)
      #expect(Self.error(disk) == .foreign(.unknown), "type \(type)")
    }
    for entry in 0..<4 {
      var disk = try Self.disk(entry: entry, start: 2048)
      #expect(try Self.layout(of: disk).start == 2048, "entry \(entry)")
      // The entry before it is empty, although it has a type.
      if entry > 0 { disk.put([6, 0, 0, 0, 0, 0, 0, 0], at: 450) }
      #expect(try Self.layout(of: disk).start == 2048, "entry \(entry)")
    }
    var unsigned = try Self.disk(start: 2048)
    unsigned.put([0], at: 510)
    #expect(Self.error(unsigned) == .foreign(.unknown))
  }

  @Test("a partition that begins or ends behind the device is cut")
  func cutPartition() throws {
    let end: UInt32 = 2048 + 8192
    #expect(
      Self.error(try Self.disk(start: end)) == .cut(blocks: end, available: end))
    #expect(Self.error(try Self.disk(start: end - 1)) == .foreign(.unknown))
    var disk = try Self.disk(start: 2048)
    disk.blockCount -= 1
    #expect(Self.error(disk) == .cut(blocks: 8192, available: 8191))
  }
}
