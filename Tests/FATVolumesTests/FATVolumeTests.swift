import FATVolumes
import Testing

@Suite("FAT volumes")
struct FATVolumeTests {
  /// 4 MiB with one block per cluster, 64 MiB with four, and the smallest FAT32 volume.
  private static let sizes: [UInt32] = [8192, 131_072, 1_050_624]

  private static func volume(
    blockCount: UInt32 = 8192
  ) throws -> FATVolume<MemoryBlocks> {
    var blocks = MemoryBlocks(blockCount: blockCount)
    try FATLayout(blockCount: blockCount).format(&blocks)
    return try FATVolume(mounting: blocks)
  }

  private static func name(_ text: String) throws -> FATName { try #require(FATName(text)) }

  private static func line(_ number: Int) -> [UInt8] {
    Array("\(number),23.41,45.23,100653.27,56.07,12,412,1.70,4.00,5.10\n".utf8)
  }

  @Test("a new volume is what it was laid out as", arguments: sizes)
  func format(blockCount: UInt32) throws {
    var volume = try Self.volume(blockCount: blockCount)
    let layout = try FATLayout(blockCount: blockCount)
    #expect(volume.layout == layout)
    #expect(layout.kind == (blockCount <= 1_048_576 ? .fat16 : .fat32))
    #expect(try volume.files().isEmpty)
  }

  @Test("sizes from 4 MiB to 32 GiB have a layout, and the table is long enough for each")
  func layouts() throws {
    for shift: UInt32 in 13...26 {
      let power = UInt32(1) << shift
      for blockCount in [power, power + 2048] where blockCount <= 67_108_864 {
        let layout = try FATLayout(blockCount: blockCount)
        let isFAT16 = layout.clusterCount < 65_525
        #expect(isFAT16 == (layout.kind == .fat16), "\(blockCount) blocks")
        #expect(layout.clusterCount >= 4085, "\(blockCount) blocks")
      }
    }
    for blockCount: UInt32 in [0, 1, 8191, 67_108_865, .max] {
      #expect(throws: FATError.size(blocks: blockCount)) {
        _ = try FATLayout(blockCount: blockCount)
      }
    }
  }

  @Test("what is appended is read, from any place, and by who mounts it later", arguments: sizes)
  func appends(blockCount: UInt32) throws {
    var volume = try Self.volume(blockCount: blockCount)
    var file = try volume.open(try Self.name("20260601.CSV"))
    var expected: [UInt8] = []
    for number in 0..<500 {
      try volume.append(Self.line(number).span, to: &file)
      expected += Self.line(number)
    }
    var later = try FATVolume(mounting: volume.device)
    let entry = try #require(try later.files().first)
    #expect(entry.name.description == "20260601.CSV")
    #expect(Int(entry.size) == expected.count)
    #expect(try later.read(entry) == expected)
    for offset in [0, 1, 511, 512, 513, 2047, 2048, expected.count - 1, expected.count] {
      #expect(
        try later.read(entry, from: offset, count: 700)
          == Array(expected.dropFirst(offset).prefix(700)), "from \(offset)")
    }
    var again = try later.open(try Self.name("20260601.csv"))
    try later.append(Array("more\n".utf8).span, to: &again)
    let whole = try #require(try later.files().first)
    #expect(try later.read(whole) == expected + Array("more\n".utf8))
  }

  @Test("files grow beside each other, and each has its own bytes")
  func severalFiles() throws {
    var volume = try Self.volume()
    var expected: [String: [UInt8]] = [:]
    for round in 0..<20 {
      for name in ["A.CSV", "B.TXT", "LONGNAME.X"] {
        var file = try volume.open(try Self.name(name))
        let text = Array("\(name) \(round) \(String(repeating: "x", count: 90))\n".utf8)
        try volume.append(text.span, to: &file)
        expected[name, default: []] += text
      }
    }
    for entry in try volume.files() {
      #expect(try volume.read(entry) == expected[entry.name.description])
    }
  }

  @Test("a full volume takes what fits and keeps what it has")
  func full() throws {
    var volume = try Self.volume()
    var file = try volume.open(try Self.name("A.BIN"))
    let piece = [UInt8](repeating: 7, count: 100_000)
    var count = 0
    while (try? volume.append(piece.span, to: &file)) != nil { count += 1 }
    #expect(throws: FATError.full) { try volume.append(piece.span, to: &file) }
    #expect(count * 100_000 > 4_000_000)
    var other = try volume.open(try Self.name("B.BIN"))
    let rest = [UInt8](repeating: 8, count: 512)
    while (try? volume.append(rest.span, to: &other)) != nil {}
    #expect(throws: FATError.full) { try volume.append(rest.span, to: &other) }
    let entries = try volume.files()
    #expect(entries.map { Int($0.size) }.first == count * 100_000)
    #expect(try volume.read(entries[0]) == [UInt8](repeating: 7, count: count * 100_000))
    let clusters = entries.reduce(0) { $0 + (Int($1.size) + 511) / 512 }
    #expect(clusters == Int(volume.layout.clusterCount))
  }

  @Test("FAT16's root takes 512 files, FAT32's grows")
  func manyFiles() throws {
    for (blockCount, count) in [(8192 as UInt32, 512), (1_050_624, 700)] {
      var volume = try Self.volume(blockCount: blockCount)
      for number in 0..<count {
        var file = try volume.open(try Self.name("F\(number).CSV"))
        try volume.append(Self.line(number).span, to: &file)
      }
      let files = try volume.files()
      #expect(files.count == count)
      #expect(try volume.read(files[count - 1]) == Self.line(count - 1))
      guard volume.layout.kind == .fat16 else { continue }
      var file = try volume.open(try Self.name("ONE.MOR"))
      #expect(throws: FATError.rootFull) { try volume.append([1].span, to: &file) }
    }
  }

  @Test("names are those of FAT, and no others")
  func names() {
    for name in ["A", "20260601.CSV", "A.B", "BASELINE.CSV", "a_b-c.x!"] {
      #expect(FATName(name)?.description == name.uppercased())
    }
    for name in ["", ".", "A.", ".A", "NINELETTE", "A.LONG", "A B", "A/B", "Ä", "A.B.C", "A\0"] {
      #expect(FATName(name) == nil, "\(name)")
    }
    #expect(FATDate(year: 1979, month: 1, day: 1) == nil)
    #expect(FATDate(year: 2026, month: 13, day: 1) == nil)
    #expect(FATDate(year: 1980, month: 1, day: 1) == .unknown)
  }

  @Test("a volume in a partition is found")
  func partition() throws {
    var volume = try Self.volume()
    var file = try volume.open(try Self.name("A.CSV"))
    try volume.append(Self.line(1).span, to: &file)
    var image = [UInt8](repeating: 0, count: 2048 * 512)
    image.replaceSubrange(446..<462, with: [0, 0, 0, 0, 6, 0, 0, 0, 0, 8, 0, 0, 0, 32, 0, 0])
    image.replaceSubrange(510..<512, with: [0x55, 0xAA])
    var moved = try FATVolume(mounting: MemoryBlocks(image + volume.device.bytes))
    var again = try moved.open(try Self.name("A.CSV"))
    try moved.append(Self.line(2).span, to: &again)
    #expect(try moved.read(again.entry) == Self.line(1) + Self.line(2))
  }
}

@Suite("What is no FAT volume, or a spoilt one")
struct SpoiltVolumeTests {
  private static func image() throws -> MemoryBlocks {
    var blocks = MemoryBlocks(blockCount: 8192)
    try FATLayout(blockCount: 8192).format(&blocks)
    var volume = try FATVolume(mounting: blocks)
    var file = try volume.open(try #require(FATName("A.CSV")))
    try volume.append([UInt8](repeating: 65, count: 3000).span, to: &file)
    return volume.device
  }

  private static func error(
    mounting blocks: MemoryBlocks
  ) -> FATError? {
    do throws(FATError) {
      _ = try FATVolume(mounting: blocks)
      return nil
    } catch {
      return error
    }
  }

  @Test("is told by what it is")
  func foreign() throws {
    #expect(Self.error(mounting: MemoryBlocks([])) == .foreign(.unknown))
    #expect(Self.error(mounting: MemoryBlocks(blockCount: 8192)) == .foreign(.unknown))
    var image = try Self.image()
    image[0].replaceSubrange(3..<11, with: "EXFAT   ".utf8)
    #expect(Self.error(mounting: image) == .foreign(.exFAT))
    image = try Self.image()
    image[0][12] = 16
    #expect(Self.error(mounting: image) == .foreign(.blockSize(4096)))
    image = try Self.image()
    image[0][13] = 64
    #expect(Self.error(mounting: image) == .foreign(.fat12))
    image = try Self.image()
    #expect(
      Self.error(mounting: MemoryBlocks(Array(image.bytes.dropLast(512))))
        == .cut(blocks: 8192, available: 8191))
  }

  @Test(
    "numbers that cannot be are refused",
    arguments: [
      (13, 0), (13, 3), (14, 0), (16, 0), (16, 9), (22, 0), (23, 255), (22, 1),
    ])
  func damaged(offset: Int, value: Int) throws {
    var image = try Self.image()
    image[0][offset] = UInt8(value)
    let error = Self.error(mounting: image)
    guard case .damaged? = error else {
      Issue.record("byte \(offset) as \(value): \(error.map { "\($0)" } ?? "mounted")")
      return
    }
  }

  @Test("a chain that is cut, or leads out of the volume, ends a read and no more")
  func chains() throws {
    for next: UInt16 in [0, 1, 0xFFF7, 0xFFFF, 0xFFF0] {
      var image = try Self.image()
      // The entry of cluster 3, the file's second cluster, in the first table.
      image[1][6] = UInt8(next & 255)
      image[1][7] = UInt8(next >> 8)
      var volume = try FATVolume(mounting: image)
      let entry = try #require(try volume.files().first)
      #expect(throws: FATError.self) { try volume.read(entry) }
      #expect(throws: FATError.self) { _ = try volume.open(entry.name) }
    }
    var image = try Self.image()
    image[1][6] = 2  // a circular chain: the size decides the number of bytes
    image[1][7] = 0
    var volume = try FATVolume(mounting: image)
    let entry = try #require(try volume.files().first)
    #expect(try volume.read(entry).count == 3000)
  }
}
