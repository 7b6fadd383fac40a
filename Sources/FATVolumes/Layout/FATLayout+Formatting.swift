extension FATLayout {
  /// Creates an empty volume: tables and root directory first, the volume's first block last.
  ///
  /// - Parameters:
  ///   - device: The device, with at least ``blockCount`` blocks.
  ///   - serial: The volume's serial number.
  /// - Throws: ``FATError/device(_:)``.
  public func format(
    _ device: inout some BlockDevice & ~Copyable, serial: UInt32 = 0xB0A2_D517
  ) throws(FATError) {
    var block = CachedBlock()
    let end = kind == .fat16 ? firstData : firstBlock(of: rootCluster) + blocksPerCluster
    for number in 1..<end {
      block.begin(number)
      try block.store(to: &device)
    }
    for copy in 0..<tableCount {
      block.begin(firstTable + copy * tableSize)
      block.bytes.set(beginningOfTable, at: 0)
      try block.store(to: &device)
    }
    if let informationBlock {
      block.begin(informationBlock)
      block.bytes.setInformation(free: clusterCount - 1, next: rootCluster + 1)
      try block.store(to: &device)
      try block.store(copy: Self.backup, to: &device)
    }
    block.begin(0)
    describe(in: &block.bytes, serial: serial)
    if kind == .fat32 { try block.store(copy: Self.backup, to: &device) }
    try block.store(to: &device)
  }

  /// The block that holds a copy of the volume's first block (FAT32).
  private static var backup: UInt32 { 6 }

  /// The entries of clusters 0 and 1, and of FAT32's root directory, which has one cluster.
  private var beginningOfTable: [UInt8] {
    kind == .fat16
      ? [0xF8, 0xFF, 0xFF, 0xFF]
      : [0xF8, 0xFF, 0xFF, 0x0F, 0xFF, 0xFF, 0xFF, 0x0F, 0xFF, 0xFF, 0xFF, 0x0F]
  }

  /// Writes the volume's first block (section 3.1).
  private func describe(in block: inout [UInt8], serial: UInt32) {
    block.set(kind == .fat16 ? [0xEB, 0x3C, 0x90] : [0xEB, 0x58, 0x90], at: 0)
    block.set("BOARDSIM".utf8, at: 3)
    block.set(UInt16(blockSize), at: 11)
    block[13] = UInt8(blocksPerCluster)
    block.set(UInt16(reservedCount), at: 14)
    block[16] = UInt8(tableCount)
    block.set(UInt16(rootSize * 16), at: 17)  // entries of 32 bytes
    let isShort = kind == .fat16 && blockCount < 0x10000
    block.set(isShort ? UInt16(blockCount) : 0, at: 19)
    block[21] = 0xF8  // media byte of a fixed disk
    block.set(kind == .fat16 ? UInt16(tableSize) : 0, at: 22)
    block.set(32 as UInt16, at: 24)  // blocks of a track, for software that counts tracks
    block.set(64 as UInt16, at: 26)  // heads
    block.set(isShort ? 0 : blockCount, at: 32)
    if kind == .fat32 {
      block.set(tableSize, at: 36)
      block.set(rootCluster, at: 44)
      block.set(UInt16(informationBlock ?? 0), at: 48)
      block.set(UInt16(Self.backup), at: 50)
    }
    let extended = kind == .fat16 ? 36 : 64
    block[extended] = 0x80
    block[extended + 2] = 0x29
    block.set(serial, at: extended + 3)
    block.set("NO NAME    ".utf8, at: extended + 7)
    block.set((kind == .fat16 ? "FAT16   " : "FAT32   ").utf8, at: extended + 18)
    block.set(0xAA55 as UInt16, at: 510)
  }
}

extension [UInt8] {
  /// The number of free clusters and the next cluster to try (section 5).
  ///
  /// A value is `nil` if the volume does not store it.
  var information: (free: UInt32?, next: UInt32?) {
    guard uint32(at: 0) == 0x4161_5252, uint32(at: 484) == 0x6141_7272 else { return (nil, nil) }
    let (free, next) = (uint32(at: 488), uint32(at: 492))
    return (free == .max ? nil : free, next == .max ? nil : next)
  }

  /// Writes the number of free clusters, and the next cluster to try.
  mutating func setInformation(free: UInt32, next: UInt32) {
    set(0x4161_5252 as UInt32, at: 0)
    set(0x6141_7272 as UInt32, at: 484)
    set(free, at: 488)
    set(next, at: 492)
    set(0xAA55_0000 as UInt32, at: 508)
  }
}
