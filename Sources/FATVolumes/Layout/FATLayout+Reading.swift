extension FATLayout {
  /// Finds the volume of a device: the whole device, or the first FAT16 or FAT32 partition in its table.
  ///
  /// - Throws: ``FATError`` if the device has no usable volume.
  init(of device: inout some BlockDevice & ~Copyable) throws(FATError) {
    var block = CachedBlock()
    guard device.blockCount > 0 else { throw .foreign(.unknown) }
    try block.load(0, from: &device)
    var start: UInt32 = 0
    if !Self.isVolume(block.bytes), let partition = Self.partition(in: block.bytes) {
      guard partition < device.blockCount else {
        throw .cut(blocks: partition, available: device.blockCount)
      }
      start = partition
      try block.load(start, from: &device)
    }
    try self.init(reading: block.bytes, at: start, of: device.blockCount)
  }

  /// Whether a block begins a volume: it has a jump instruction and a media byte, or the name of exFAT.
  private static func isVolume(_ block: [UInt8]) -> Bool {
    (block[0] == 0xEB || block[0] == 0xE9) && block[21] >= 0xF0
      || Array(block[3..<11]) == Array("EXFAT   ".utf8)
  }

  /// Returns the first block of the first FAT16 or FAT32 partition; `nil` if there is none.
  private static func partition(in block: [UInt8]) -> UInt32? {
    guard block.uint16(at: 510) == 0xAA55 else { return nil }
    for entry in stride(from: 446, to: 510, by: 16) {
      let types: [UInt8] = [0x04, 0x06, 0x0B, 0x0C, 0x0E]
      if types.contains(block[entry + 4]), block.uint32(at: entry + 8) > 0 {
        return block.uint32(at: entry + 8)
      }
    }
    return nil
  }

  /// Reads a volume's first block (section 3.1).
  private init(
    reading block: [UInt8], at start: UInt32, of available: UInt32
  ) throws(FATError) {
    guard Array(block[3..<11]) != Array("EXFAT   ".utf8) else { throw .foreign(.exFAT) }
    guard Self.isVolume(block), block.uint16(at: 510) == 0xAA55 else { throw .foreign(.unknown) }
    let size = Int(block.uint16(at: 11))
    guard size == blockSize else {
      throw .foreign([1024, 2048, 4096].contains(size) ? .blockSize(size) : .unknown)
    }
    self.start = start
    blocksPerCluster = UInt32(block[13])
    reservedCount = UInt32(block.uint16(at: 14))
    tableCount = UInt32(block[16])
    rootSize = (UInt32(block.uint16(at: 17)) * 32 + 511) / 512
    let (short, long) = (UInt32(block.uint16(at: 19)), block.uint32(at: 32))
    blockCount = short != 0 ? short : long
    let (shortSize, longSize) = (UInt32(block.uint16(at: 22)), block.uint32(at: 36))
    tableSize = shortSize != 0 ? shortSize : longSize
    (kind, rootCluster) = (.fat16, 0)
    guard blockCount <= available - start else {
      throw .cut(blocks: blockCount, available: available - start)
    }
    try checkPlaces()
    if clusterCount < 4085 { throw .foreign(.fat12) }
    if clusterCount >= 65_525 { try becomeFAT32(block) }
    guard UInt64(tableSize) * 512 >= (UInt64(clusterCount) + 2) * UInt64(entrySize) else {
      throw .damaged("the table is too short for the volume's clusters")
    }
  }

  /// Rejects impossible numbers before the layout is computed from them.
  private func checkPlaces() throws(FATError) {
    guard blocksPerCluster.nonzeroBitCount == 1, blocksPerCluster <= 128, reservedCount > 0,
      (1...4).contains(tableCount), tableSize > 0
    else { throw .damaged("the first block has numbers that no volume has") }
    let before =
      UInt64(reservedCount) + UInt64(tableCount) * UInt64(tableSize) + UInt64(rootSize)
    guard before < UInt64(blockCount) else {
      throw .damaged("the tables are larger than the volume")
    }
  }

  private mutating func becomeFAT32(_ block: [UInt8]) throws(FATError) {
    kind = .fat32
    rootCluster = block.uint32(at: 44) & 0x0FFF_FFFF
    guard clusterCount <= 0x0FFF_FFF5, rootSize == 0, has(rootCluster),
      block.uint16(at: 40) & 0x80 == 0, block.uint16(at: 42) == 0
    else { throw .damaged("the first block is of no FAT32 that is known") }
    let information = UInt32(block.uint16(at: 48))
    informationBlock =
      information > 0 && information < reservedCount ? start + information : nil
  }
}
