import Testing

@testable import FATVolumes

@Suite("The root directory")
struct DirectoryTests {
  /// The first block of the root directory of a volume of 8192 blocks, and the first block of its clusters.
  private static let root: UInt32 = 65
  private static let data: UInt32 = 97

  private static func name(_ text: String) throws -> FATName { try #require(FATName(text)) }

  private static func date(_ day: Int) throws -> FATDate {
    try #require(FATDate(year: 2026, month: 6, day: day))
  }

  /// Returns a volume of 8192 blocks with entries in its root directory.
  private static func volume(
    _ entries: [UInt8]...
  ) throws -> FATVolume<SparseBlocks> {
    var blocks = try SparseBlocks.made(blockCount: 8192)
    blocks.put(Array(entries.joined()), at: 0, of: root)
    return try FATVolume(mounting: blocks)
  }

  @Test("an entry is as the specification has it, and keeps what is not ours")
  func entry() throws {
    let root: UInt32 = 2082
    var volume = try FATVolume(mounting: SparseBlocks.made(blockCount: 1_050_624))
    volume.nextFree = 0x1_2345
    var file = try volume.open(try Self.name("A.CSV"))
    try volume.append([1, 2, 3].span, to: &file, on: try Self.date(1))
    var expected = Array("A       CSV".utf8) + [0x20, 0, 0, 0, 0]
    expected += [0xC1, 0x5C, 0xC1, 0x5C, 1, 0, 0, 0, 0xC1, 0x5C, 0x45, 0x23, 3, 0, 0, 0]
    #expect(volume.device[root] == expected + [UInt8](repeating: 0, count: 480))
    #expect(try volume.files() == [file.entry])
    // Another system hides the file and writes times of day; four bits of the cluster are unused.
    volume.device.put([0x22, 0, 1, 2, 3], at: 11, of: root)
    volume.device.put([4, 5], at: 22, of: root)
    volume.device.put([0xF0], at: 21, of: root)
    var later = try FATVolume(mounting: volume.device)
    file = try later.open(try Self.name("A.CSV"))
    #expect(file.entry.firstCluster == 0x1_2345)
    try later.append([4, 5].span, to: &file, on: try Self.date(2))
    expected = Array("A       CSV".utf8) + [0x22, 0, 1, 2, 3]
    expected += [0xC1, 0x5C, 0xC2, 0x5C, 1, 0, 4, 5, 0xC2, 0x5C, 0x45, 0x23, 5, 0, 0, 0]
    #expect(later.device[root] == expected + [UInt8](repeating: 0, count: 480))
    #expect(try later.read(file.entry) == [1, 2, 3, 4, 5])
  }

  @Test("FAT16 has no upper half of a cluster's number")
  func lowHalf() throws {
    var volume = try Self.volume(SparseBlocks.entry("A       CSV", cluster: 0x7_0002, size: 3))
    let entry = try #require(try volume.files().first)
    #expect(entry.firstCluster == 2)
    #expect(try volume.read(entry) == [0, 0, 0])
  }

  @Test("an entry behind the last one ends the directory, whatever was there")
  func staleEntries() throws {
    var volume = try Self.volume(
      [UInt8](repeating: 0, count: 32), SparseBlocks.entry("STALE   TXT"))
    #expect(try volume.files().isEmpty)
    var file = try volume.open(try Self.name("A.CSV"))
    try volume.append([1].span, to: &file)
    #expect(try volume.files() == [file.entry])
  }

  @Test("an entry that was freed is taken as a whole, and the next one stays")
  func freedEntry() throws {
    var volume = try Self.volume(
      [0xE5] + [UInt8](repeating: 0xEE, count: 31), SparseBlocks.entry("B       TXT"))
    #expect(try volume.files().map(\.name.description) == ["B.TXT"])
    var file = try volume.open(try Self.name("A.CSV"))
    try volume.append([1].span, to: &file)
    #expect(try volume.files().map(\.name.description) == ["A.CSV", "B.TXT"])
    let written = volume.device[Self.root][..<32]
    #expect(Array(written[12..<16]) == [0, 0, 0, 0] && Array(written[22..<24]) == [0, 0])
  }

  @Test("files grow into the next block of the root, and are found where they were put")
  func severalBlocks() throws {
    var volume = try Self.volume()
    var entries: [FATEntry] = []
    for number in 0..<40 {
      var file = try volume.open(try Self.name("F\(number)"))
      try volume.append([UInt8(number)].span, to: &file)
      entries.append(file.entry)
    }
    #expect(try volume.files() == entries)
    for entry in entries { #expect(try volume.open(entry.name).entry == entry) }
  }

  @Test("what is no file is passed over, and a folder cannot be written")
  func otherEntries() throws {
    var volume = try Self.volume(
      SparseBlocks.entry("A       CSV", attributes: 0x08),
      SparseBlocks.entry("A       CSV", attributes: 0x0F),
      [0xE5] + SparseBlocks.entry("A       CSV").dropFirst(),
      SparseBlocks.entry("B          ", attributes: 0x10),
      SparseBlocks.entry("A       CSV", attributes: 0x27, cluster: 9, size: 3))
    let files = try volume.files()
    #expect(files.map(\.firstCluster) == [9])
    #expect(try volume.open(try Self.name("A.CSV")).entry == files[0])
    let folder = try Self.name("B")
    #expect(throws: FATError.isFolder(folder)) { _ = try volume.open(folder) }
  }

  @Test("where the root takes no more files, nothing is written")
  func full() throws {
    let label = SparseBlocks.entry("LABEL      ", attributes: 0x08)
    var blocks = try SparseBlocks.made(blockCount: 8192)
    for number in Self.root..<Self.data {
      blocks.put(Array(repeatElement(label, count: 16).joined()), at: 0, of: number)
    }
    var volume = try FATVolume(mounting: blocks)
    var file = try volume.open(try Self.name("A.CSV"))
    #expect(throws: FATError.rootFull) { try volume.append([1].span, to: &file) }
    #expect(volume.device.written == blocks.written)
  }

  // MARK: A root that is a file

  /// Returns a FAT32 volume whose root directory has `count` full clusters without files, chained to `last`.
  private static func longRoot(_ count: UInt32, last: UInt32 = 0x0FFF_FFFF) -> SparseBlocks {
    let label = SparseBlocks.entry("LABEL      ", attributes: 0x08)
    let full = Array(repeatElement(label, count: 16).joined())
    var blocks = SparseBlocks.fat32(next: count + 2)
    var table = Array(blocks[32][..<8])
    for cluster in 2..<count + 2 {
      blocks[1056 + cluster - 2] = full
      table += SparseBlocks.bytes(cluster == count + 1 ? last : cluster + 1)
    }
    for start in stride(from: 0, to: table.count, by: 512) {
      let piece = Array(table[start..<min(start + 512, table.count)])
      blocks.put(piece, at: 0, of: 32 + UInt32(start / 512))
    }
    return blocks
  }

  @Test("grows by a cluster, of which nothing stays as it was")
  func grows() throws {
    let label = SparseBlocks.entry("LABEL      ", attributes: 0x08)
    var blocks = try SparseBlocks.made(blockCount: 1_050_624)
    blocks.filling = [UInt8](repeating: 0xEE, count: 512)
    for number: UInt32 in 2082..<2090 {
      blocks[number] = Array(repeatElement(label, count: 16).joined())
    }
    var volume = try FATVolume(mounting: blocks)
    var file = try volume.open(try Self.name("A.CSV"))
    try volume.append([1].span, to: &file)
    // Cluster 3 belongs to the root directory, cluster 4 to the file.
    #expect(try volume.files() == [file.entry])
    #expect(file.entry.firstCluster == 4)
    #expect(file.entry.place?.block == 2090 && file.entry.place?.index == 128)
    for number: UInt32 in 2091..<2098 {
      #expect(volume.device[number] == [UInt8](repeating: 0, count: 512), "block \(number)")
    }
    let end: [UInt8] = [0xFF, 0xFF, 0xFF, 0x0F]
    #expect(Array(volume.device[32][8..<20]) == [3, 0, 0, 0] + end + end)
  }

  @Test("takes 65,536 entries, and no more")
  func longest() throws {
    var volume = try FATVolume(mounting: Self.longRoot(4095))
    var file = try volume.open(try Self.name("A.CSV"))
    try volume.append([1].span, to: &file)
    #expect(file.entry.place?.index == 65_520)
    #expect(try volume.files() == [file.entry])
    let blocks = Self.longRoot(4096)
    var fullVolume = try FATVolume(mounting: blocks)
    #expect(try fullVolume.files().isEmpty)
    file = try fullVolume.open(try Self.name("A.CSV"))
    #expect(throws: FATError.rootFull) { try fullVolume.append([1].span, to: &file) }
    #expect(fullVolume.device.written == blocks.written)
  }

  @Test("that has no end is refused")
  func endless() throws {
    var blocks = Self.longRoot(3, last: 3)
    blocks.readsLeft = 20_000
    var volume = try FATVolume(mounting: blocks)
    let endless = FATError.damaged("the root directory has no end")
    #expect(throws: endless) { _ = try volume.files() }
    #expect(throws: endless) { _ = try volume.open(try Self.name("A.CSV")) }
  }
}
