import Testing

@testable import FATVolumes

@Suite("Files and their clusters")
struct ChainTests {
  private static func name(_ text: String = "A.CSV") throws -> FATName {
    try #require(FATName(text))
  }

  private static func bytes(_ count: Int, from start: Int = 0) -> [UInt8] {
    (start..<start + count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
  }

  /// A volume of 8192 blocks with an entry of `A.CSV`, and with table entries from a cluster on.
  private static func fat16(
    cluster: UInt32, size: UInt32, table: [Int: [UInt16]] = [:]
  ) throws -> SparseBlocks {
    var blocks = try SparseBlocks.made(blockCount: 8192)
    blocks.put(SparseBlocks.entry("A       CSV", cluster: cluster, size: size), at: 0, of: 65)
    for (first, entries) in table {
      for (cluster, next) in zip(first..., entries) {
        for start: UInt32 in [1, 33] {
          blocks.put(
            [UInt8(next & 255), UInt8(next >> 8)], at: cluster * 2 % 512,
            of: start + UInt32(cluster / 256))
        }
      }
    }
    return blocks
  }

  /// The entry of a cluster, two or four bytes wide, in the table that begins at a block.
  private static func entry(
    _ cluster: Int, in blocks: SparseBlocks, width: Int, table: UInt32
  ) -> UInt32 {
    let offset = cluster * width
    let bytes = blocks[table + UInt32(offset / 512)].dropFirst(offset % 512).prefix(width)
    return bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  // MARK: The tables

  @Test("FAT16's clusters are chained in both tables, over the end of a block")
  func fat16Tables() throws {
    var volume = try FATVolume(mounting: SparseBlocks.made(blockCount: 8192))
    volume.nextFree = 254
    var file = try volume.open(try Self.name())
    try volume.append(Self.bytes(1500).span, to: &file)
    try volume.append(Self.bytes(500, from: 1500).span, to: &file)
    for table: UInt32 in [1, 33] {
      let chain = (253...258).map { Self.entry($0, in: volume.device, width: 2, table: table) }
      #expect(chain == [0, 255, 256, 257, 0xFFFF, 0])
    }
    #expect(try volume.read(file.entry) == Self.bytes(2000))
  }

  @Test("FAT32's clusters are, too, and four bits of each entry are somebody else's")
  func fat32Tables() throws {
    var blocks = SparseBlocks.fat32()
    for table: UInt32 in [32, 544] {
      blocks.put([0, 0, 0, 0xA0, 0, 0, 0, 0x50], at: 12, of: table)
    }
    var volume = try FATVolume(mounting: blocks)
    var file = try volume.open(try Self.name())
    try volume.append(Self.bytes(1024).span, to: &file)
    try volume.append(Self.bytes(100, from: 1024).span, to: &file)
    for table: UInt32 in [32, 544] {
      let chain = (2...6).map { Self.entry($0, in: volume.device, width: 4, table: table) }
      #expect(chain == [0x0FFF_FFFF, 0xA000_0004, 0x5000_0005, 0x0FFF_FFFF, 0])
    }
    var later = try FATVolume(mounting: volume.device)
    file = try later.open(try Self.name())
    #expect(try later.read(file.entry) == Self.bytes(1124))
  }

  @Test("the search for clusters goes round, and what is left is counted")
  func goesRound() throws {
    // The last cluster, and the first two clusters after the root directory's.
    var volume = try FATVolume(mounting: SparseBlocks.fat32(free: 100, next: 65_526))
    var file = try volume.open(try Self.name())
    try volume.append(Self.bytes(1500).span, to: &file)
    let chain = [65_526, 3, 4].map { Self.entry($0, in: volume.device, width: 4, table: 32) }
    #expect(chain == [3, 4, 0x0FFF_FFFF])
    #expect(Array(volume.device[1][488..<496]) == SparseBlocks.bytes(97) + SparseBlocks.bytes(5))
    #expect(volume.freeCount == 97 && volume.nextFree == 5)
    // Only the last cluster is free: the next search begins with the first one.
    volume = try FATVolume(mounting: SparseBlocks.fat32(free: 1, next: 65_526))
    file = try volume.open(try Self.name())
    try volume.append([1].span, to: &file)
    #expect(Array(volume.device[1][488..<496]) == SparseBlocks.bytes(0) + SparseBlocks.bytes(2))
    // More clusters than the free count says.
    try volume.append(Self.bytes(1024).span, to: &file)
    #expect(Array(volume.device[1][488..<496]) == SparseBlocks.bytes(0) + SparseBlocks.bytes(5))
    #expect(volume.device[1].starts(with: "RRaA".utf8))
  }

  @Test("where clusters are not counted, nothing is said of them")
  func uncounted() throws {
    let blocks = SparseBlocks.fat32(free: .max, next: 7)
    var volume = try FATVolume(mounting: blocks)
    var file = try volume.open(try Self.name())
    try volume.append([1].span, to: &file)
    #expect(file.entry.firstCluster == 7)
    #expect(volume.device[1] == blocks[1])
  }

  @Test("a volume without a free cluster takes what fits into a file's last one")
  func full() throws {
    // All clusters but one are used, and the file has cluster 8.
    var blocks = try Self.fat16(cluster: 8, size: 500)
    for number: UInt32 in 1..<65 { blocks[number] = [UInt8](repeating: 0xFF, count: 512) }
    for table: UInt32 in [1, 33] { blocks.put([0, 0], at: 200, of: table) }
    var volume = try FATVolume(mounting: blocks)
    #expect(throws: FATError.full) { _ = try volume.findFree(2) }
    #expect(volume.isFull == false)
    // The search reaches the free cluster last, after a whole round.
    volume.nextFree = 101
    #expect(try volume.findFree(1) == [100])
    var file = try volume.open(try Self.name())
    try volume.append(Self.bytes(512, from: 500).span, to: &file)
    #expect(throws: FATError.full) { _ = try volume.findFree(1) }
    #expect(volume.isFull == true)
    try volume.append([1, 2].span, to: &file)
    #expect(throws: FATError.full) { try volume.append(Self.bytes(600).span, to: &file) }
    #expect(file.entry.size == 1014)
    #expect(try volume.read(file.entry, from: 500) == Self.bytes(512, from: 500) + [1, 2])
    // A full volume does not search the table again.
    volume.device.readsLeft = 0
    #expect(throws: FATError.full) { _ = try volume.findFree(1) }
    #expect(try volume.findFree(0) == [])
  }

  @Test(
    "a chain ends with any of its marks, and a bad cluster is none",
    arguments: [(0xFFF8, true), (0xFFFF, true), (0xFFF7, false)] as [(UInt16, Bool)])
  func ends(mark: UInt16, isEnd: Bool) throws {
    let blocks = try Self.fat16(cluster: 5, size: 512, table: [5: [mark]])
    var volume = try FATVolume(mounting: blocks)
    let wrong = FATError.damaged("a chain leads to cluster 65527")
    #expect(try Self.errorAppending(to: &volume) == (isEnd ? nil : wrong))
    var large = SparseBlocks.fat32()
    large.put(SparseBlocks.entry("A       CSV", cluster: 5, size: 512), at: 0, of: 1056)
    large.put(SparseBlocks.bytes(0xCFFF_0000 | UInt32(mark)), at: 20, of: 32)
    var largeVolume = try FATVolume(mounting: large)
    let largeWrong = FATError.damaged("a chain leads to cluster 268435447")
    #expect(try Self.errorAppending(to: &largeVolume) == (isEnd ? nil : largeWrong))
  }

  private static func errorAppending(
    to volume: inout FATVolume<SparseBlocks>
  ) throws -> FATError? {
    var file = try volume.open(try name())
    do throws(FATError) {
      try volume.append([1].span, to: &file)
      return nil
    } catch {
      return error
    }
  }

  @Test("chains that cannot be are refused, each in its words")
  func damaged() throws {
    let nowhere = "A.CSV begins nowhere"
    let short = "A.CSV ends before its size"
    for (cluster, size, table, words) in [
      (0, 1, [:], nowhere), (1, 1, [:], nowhere), (8097, 1, [:], nowhere),
      (2, 513, [2: [0xFFFF]], short), (2, 513, [2: [0]], "a chain leads to cluster 0"),
      (2, 513, [2: [1]], "a chain leads to cluster 1"),
      (2, 513, [2: [8097]], "a chain leads to cluster 8097"),
      // A circular chain: as many clusters as the volume has, and more.
      (2, 8095 * 512 + 1, [2: [2]], nowhere),
    ] as [(UInt32, UInt32, [Int: [UInt16]], String)] {
      var volume = try FATVolume(mounting: Self.fat16(cluster: cluster, size: size, table: table))
      let entry = try #require(try volume.files().first)
      #expect(throws: FATError.damaged(words)) { _ = try volume.read(entry, from: Int(size) - 1) }
      #expect(throws: FATError.damaged(words)) { _ = try volume.open(entry.name) }
      guard size == 513 else { continue }
      #expect(throws: FATError.damaged(words)) { _ = try volume.read(entry) }
    }
    for (cluster, size, table) in [
      (8096, 512, [:]), (2, 8095 * 512, [2: [2]]), (2, 513, [2: [8096], 8096: [0xFFFF]]),
    ] as [(UInt32, UInt32, [Int: [UInt16]])] {
      var volume = try FATVolume(mounting: Self.fat16(cluster: cluster, size: size, table: table))
      let entry = try #require(try volume.files().first)
      #expect(try volume.read(entry, from: Int(size) - 1) == [0])
      #expect(try volume.open(entry.name).entry == entry)
    }
  }

  // MARK: Files

  @Test("a part of a file is what there is of it")
  func parts() throws {
    var volume = try FATVolume(mounting: SparseBlocks.made(blockCount: 131_072))
    var file = try volume.open(try Self.name())
    try volume.append(Self.bytes(5000).span, to: &file)
    for (offset, count, expected) in [
      (-5, 3, 0..<3), (0, -1, 0..<0), (10, 0, 0..<0), (5000, 5, 0..<0), (5100, 5, 0..<0),
      (4999, 5, 4999..<5000), (2047, 2, 2047..<2049), (2048, 1, 2048..<2049),
      (1, 2048, 1..<2049), (0, 4096, 0..<4096), (513, .max, 513..<5000),
    ] as [(Int, Int, Range<Int>)] {
      let part = try volume.read(file.entry, from: offset, count: count)
      #expect(part == Array(Self.bytes(5000)[expected]), "\(count) from \(offset)")
    }
    let empty = try volume.open(try Self.name("B.CSV"))
    #expect(try volume.read(empty.entry) == [])
  }

  @Test(
    "a file goes on from any length",
    arguments: [0, 1, 2, 511, 512, 513, 1024, 1025, 2047, 2048, 2049, 4096, 4097])
  func lengths(length: Int) throws {
    for blockCount: UInt32 in [8192, 131_072] {
      var volume = try FATVolume(mounting: SparseBlocks.made(blockCount: blockCount))
      for name in ["A.CSV", "B.CSV"] {
        var file = try volume.open(try Self.name(name))
        try volume.append(Self.bytes(length).span, to: &file)
      }
      var later = try FATVolume(mounting: volume.device)
      var file = try later.open(try Self.name())
      try later.append(Self.bytes(700, from: length).span, to: &file)
      try later.append(Self.bytes(1, from: length + 700).span, to: &file)
      #expect(try later.read(file.entry) == Self.bytes(length + 701))
      let other = try later.open(try Self.name("B.CSV"))
      #expect(try later.read(other.entry) == Self.bytes(length))
      // The files use no more clusters than their bytes need.
      let size = later.layout.clusterSize
      let clusters = [length + 701, length].reduce(0) { $0 + ($1 + size - 1) / size }
      let table = later.device[1] + later.device[2]
      let taken = (2..<512).filter { table[$0 * 2] != 0 || table[$0 * 2 + 1] != 0 }
      #expect(taken.count == clusters)
    }
  }

  @Test("clusters that a file has beyond its size are its next ones")
  func leftovers() throws {
    let blocks = try Self.fat16(cluster: 5, size: 0, table: [5: [6, 0xFFFF]])
    var volume = try FATVolume(mounting: blocks)
    var file = try volume.open(try Self.name())
    try volume.append(Self.bytes(100).span, to: &file)
    try volume.append(Self.bytes(400, from: 100).span, to: &file)
    #expect(volume.device[1] == blocks[1] && volume.device[33] == blocks[33])
    try volume.append(Self.bytes(1500, from: 500).span, to: &file)
    let chain = [5, 6, 2, 3].map { Self.entry($0, in: volume.device, width: 2, table: 1) }
    #expect(chain == [6, 2, 3, 0xFFFF])
    #expect(file.entry.firstCluster == 5)
    #expect(try volume.read(file.entry) == Self.bytes(2000))
  }

  @Test("a file has less than 4 GiB")
  func longest() throws {
    let blocks = try Self.fat16(cluster: 2, size: 0, table: [2: [0xFFFF]])
    var volume = try FATVolume(mounting: blocks)
    var file = try volume.open(try Self.name())
    file.entry.size = 0xFFFF_FFF0
    file.tail = 2
    #expect(throws: FATError.fileTooLong) { try volume.append(Self.bytes(16).span, to: &file) }
    try volume.append(Self.bytes(15).span, to: &file)
    #expect(file.entry.size == 0xFFFF_FFFF)
    #expect(Array(volume.device[97][496..<511]) == Self.bytes(15))
    #expect(throws: FATError.fileTooLong) { try volume.append([1].span, to: &file) }
  }

  @Test("a block that could not be read is read anew, and so is the one before it")
  func failedRead() throws {
    var volume = try FATVolume(mounting: SparseBlocks.made(blockCount: 8192))
    var file = try volume.open(try Self.name())
    try volume.append(Self.bytes(1024).span, to: &file)
    #expect(try volume.read(file.entry, from: 0, count: 5) == Self.bytes(5))
    _ = try volume.read(file.entry)
    volume.device.readsLeft = 0
    #expect(throws: FATError.device(.absent)) { _ = try volume.read(file.entry, count: 512) }
    volume.device.readsLeft = .max
    #expect(try volume.read(file.entry, from: 512) == Self.bytes(512, from: 512))
    #expect(try volume.read(file.entry) == Self.bytes(1024))
  }

  @Test("a name has eight bytes and three, filled with spaces")
  func names() throws {
    #expect(FATName("AZaz09_~")?.bytes == Array("AZAZ09_~   ".utf8))
    #expect(FATName("a.b")?.bytes == Array("A       B  ".utf8))
    #expect(FATName("12345678.123")?.bytes == Array("12345678123".utf8))
    for text in ["A.BC", "ABCDEFGH.I", "ABCDEFGH", "A.BCD"] {
      #expect(FATName(text)?.description == text)
    }
    for text in ["ABCDEFGHI", "A.BCDE", ".", "A.B.C", "A:", "[", "A@\u{7F}", "/"] {
      #expect(FATName(text) == nil, "\(text)")
    }
  }
}
