import Testing

@testable import FATVolumes

@Suite("How a new volume is laid out")
struct FATLayoutTests {
  @Test(
    "clusters are those of Microsoft's tables",
    arguments: [
      (8192, 1), (8400, 1), (8401, 2), (32_680, 2), (32_681, 4), (262_144, 4), (262_145, 8),
      (524_288, 8), (524_289, 16), (1_048_576, 16), (1_048_577, 8), (16_777_216, 8),
      (16_777_217, 16), (33_554_432, 16), (33_554_433, 32), (67_108_864, 32),
    ] as [(UInt32, UInt32)])
  func clusters(blockCount: UInt32, blocksPerCluster: UInt32) throws {
    let layout = try FATLayout(blockCount: blockCount)
    #expect(layout.blocksPerCluster == blocksPerCluster)
    #expect(layout.clusterSize == Int(blocksPerCluster) * 512)
    #expect(layout.kind == (blockCount <= 1_048_576 ? .fat16 : .fat32))
  }

  @Test(
    "tables are as long as the specification's formula has them, and the data lies behind them",
    arguments: [
      (8192, 32, 97, 8095), (8289, 32, 97, 8192), (8290, 33, 99, 8191),
      (131_072, 128, 289, 32_695), (1_050_624, 1025, 2082, 131_067),
      (1_050_657, 1025, 2082, 131_071), (1_050_658, 1026, 2084, 131_071),
    ] as [(UInt32, UInt32, UInt32, UInt32)])
  func tables(
    blockCount: UInt32, tableSize: UInt32, firstData: UInt32, clusterCount: UInt32
  ) throws {
    let layout = try FATLayout(blockCount: blockCount)
    #expect(layout.tableSize == tableSize)
    #expect(layout.firstData == firstData)
    #expect(layout.clusterCount == clusterCount)
  }

  /// Returns a block with bytes at some offsets, and zeros elsewhere.
  private static func block(_ parts: [Int: [UInt8]]) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: 512)
    for (offset, bytes) in parts {
      block.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
    return block
  }

  /// Checks the blocks written by formatting, on a device that had other content before.
  private static func checkFormat(
    blockCount: UInt32, end: UInt32, blocks expected: [UInt32: [UInt8]]
  ) throws {
    var blocks = SparseBlocks(blockCount: blockCount, filling: 0xEE)
    try FATLayout(blockCount: blockCount).format(&blocks, serial: 0x0403_0201)
    let zeros = [UInt8](repeating: 0, count: 512)
    for number in 0..<end {
      #expect(blocks[number] == expected[number] ?? zeros, "block \(number)")
    }
    #expect(blocks.written.keys.max() == end - 1)
  }

  @Test("FAT16's first block, tables and root are as the specification has them")
  func fat16() throws {
    let table = Self.block([0: [0xF8, 0xFF, 0xFF, 0xFF]])
    var first: [Int: [UInt8]] = [
      0: [0xEB, 0x3C, 0x90], 3: Array("BOARDSIM".utf8), 11: [0, 2, 1, 1, 0, 2, 0, 2, 0, 0x20],
      21: [0xF8, 32, 0, 32, 0, 64, 0], 36: [0x80, 0, 0x29, 1, 2, 3, 4],
      43: Array("NO NAME    FAT16   ".utf8), 510: [0x55, 0xAA],
    ]
    try Self.checkFormat(
      blockCount: 8192, end: 97, blocks: [0: Self.block(first), 1: table, 33: table])
    // The largest number of blocks that fits two bytes, and the next one.
    for (blockCount, short, long) in [
      (65_535, [0xFF, 0xFF], [0, 0, 0, 0]), (65_536, [0, 0], [0, 0, 1, 0]),
    ] as [(UInt32, [UInt8], [UInt8])] {
      first[11] = [0, 2, 4, 1, 0, 2, 0, 2] + short
      first[32] = long
      first[21] = [0xF8, 64, 0, 32, 0, 64, 0]
      try Self.checkFormat(
        blockCount: blockCount, end: 161, blocks: [0: Self.block(first), 1: table, 65: table])
    }
  }

  @Test("FAT32's first block, its copy, the count of clusters, and the tables are as well")
  func fat32() throws {
    let table = Self.block([
      0: [0xF8, 0xFF, 0xFF, 0x0F, 0xFF, 0xFF, 0xFF, 0x0F, 0xFF, 0xFF, 0xFF, 0x0F]
    ])
    let first = Self.block([
      0: [0xEB, 0x58, 0x90], 3: Array("BOARDSIM".utf8), 11: [0, 2, 8, 32, 0, 2],
      21: [0xF8, 0, 0, 32, 0, 64, 0], 32: [0x00, 0x08, 0x10, 0x00, 0x01, 0x04, 0, 0],
      44: [2, 0, 0, 0, 1, 0, 6, 0], 64: [0x80, 0, 0x29, 1, 2, 3, 4],
      71: Array("NO NAME    FAT32   ".utf8), 510: [0x55, 0xAA],
    ])
    // The free count is 131,066, and the first free cluster is 3.
    let information = Self.block([
      0: Array("RRaA".utf8), 484: Array("rrAa".utf8) + [0xFA, 0xFF, 0x01, 0, 3, 0, 0, 0],
      510: [0x55, 0xAA],
    ])
    try Self.checkFormat(
      blockCount: 1_050_624, end: 2090,
      blocks: [
        0: first, 6: first, 1: information, 7: information, 32: table, 1057: table,
      ])
  }

  @Test("blocks in memory are read and written as a card's, and no others than there are")
  func memory() throws {
    let bytes = (0..<1300).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    var blocks = MemoryBlocks(bytes)
    #expect(blocks.bytes == Array(bytes[..<1024]))
    #expect(MemoryBlocks(Array(bytes[..<1024])).blockCount == 2)
    #expect(MemoryBlocks(Array(bytes[..<511])).blockCount == 0)
    #expect(MemoryBlocks(blockCount: 2).bytes == [UInt8](repeating: 0, count: 1024))
    var block = [UInt8](repeating: 9, count: 512)
    let zeros = [UInt8](repeating: 0, count: 512)
    try blocks.write(zeros.span, at: 0)
    #expect(blocks[0] == zeros && blocks[1] == Array(bytes[512..<1024]))
    for (number, expected) in [(0, zeros), (1, Array(bytes[512..<1024]))] as [(UInt32, [UInt8])] {
      var span = block.mutableSpan
      try blocks.read(number, into: &span)
      #expect(block == expected)
    }
    for number: UInt32 in [2, 3] {
      #expect(throws: BlockError.failed("there is no such block")) {
        try blocks.write(zeros.span, at: number)
      }
      #expect(throws: BlockError.failed("there is no such block")) {
        var span = block.mutableSpan
        try blocks.read(number, into: &span)
      }
    }
  }

  @Test("days are as the specification has them: years since 1980 before months and days")
  func dates() {
    #expect(FATDate(year: 2026, month: 6, day: 1)?.rawValue == 0x5CC1)
    #expect(FATDate(year: 1980, month: 1, day: 1)?.rawValue == 0x0021)
    #expect(FATDate(year: 2107, month: 12, day: 31)?.rawValue == 0xFF9F)
    #expect(FATDate.unknown.rawValue == 0x0021)
    for (year, month, day) in [
      (1979, 6, 15), (2108, 6, 15), (2026, 0, 15), (2026, 13, 15), (2026, 6, 0), (2026, 6, 32),
    ] {
      #expect(FATDate(year: year, month: month, day: day) == nil)
    }
  }
}
