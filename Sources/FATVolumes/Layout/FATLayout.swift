/// The layout of a volume: the positions and sizes of its regions.
///
/// Source: Microsoft Extensible Firmware Initiative FAT32 File System Specification, version 1.03.
public struct FATLayout: Hashable, Sendable {
  /// The variant of FAT, by the width of the table's entries.
  public enum Kind: Hashable, Sendable {
    /// Entries of 16 bits.
    case fat16
    /// Entries of 32 bits, 28 of them used.
    case fat32
  }

  /// The variant of FAT, by the width of the table's entries.
  public internal(set) var kind: Kind
  /// The device's block where the volume begins: 0 unless the volume is in a partition.
  public internal(set) var start: UInt32 = 0
  /// The number of blocks of the volume.
  public internal(set) var blockCount: UInt32
  /// The number of blocks of a cluster: a power of two up to 128.
  public internal(set) var blocksPerCluster: UInt32
  /// The number of blocks before the first table.
  var reservedCount: UInt32
  /// The number of copies of the table.
  var tableCount: UInt32 = 2
  /// The number of blocks of one table.
  var tableSize: UInt32
  /// The number of blocks of FAT16's root directory, which has a region of its own; 0 for FAT32.
  var rootSize: UInt32
  /// The first cluster of FAT32's root directory, which is a chain of clusters; 0 for FAT16.
  var rootCluster: UInt32
  /// The device's block with FAT32's count of free clusters.
  var informationBlock: UInt32?

  /// The device's block where the first table begins.
  var firstTable: UInt32 { start + reservedCount }
  /// The device's block where FAT16's root directory begins.
  var firstRoot: UInt32 { firstTable + tableCount * tableSize }
  /// The device's block where cluster 2 begins.
  var firstData: UInt32 { firstRoot + rootSize }
  /// The number of clusters; their numbers begin at 2.
  public var clusterCount: UInt32 { (start + blockCount - firstData) / blocksPerCluster }
  /// The size of a cluster, bytes.
  public var clusterSize: Int { Int(blocksPerCluster) * blockSize }
  /// The size of a table entry, bytes.
  var entrySize: Int { kind == .fat16 ? 2 : 4 }

  /// Whether a cluster of that number exists.
  func has(_ cluster: UInt32) -> Bool { cluster >= 2 && cluster - 2 < clusterCount }

  /// Returns the device's block where a cluster begins.
  func firstBlock(of cluster: UInt32) -> UInt32 {
    firstData + (cluster - 2) * blocksPerCluster
  }

  /// Returns the block of the first table with a cluster's entry, and the entry's offset in the block.
  func entry(of cluster: UInt32) -> (block: UInt32, offset: Int) {
    let offset = Int(cluster) * entrySize
    return (firstTable + UInt32(offset / blockSize), offset % blockSize)
  }
}

// MARK: What is made here

extension FATLayout {
  /// Creates the layout of a new volume: FAT16 up to 512 MiB, FAT32 above.
  ///
  /// The cluster sizes are those of Microsoft's tables (section 3.5).
  ///
  /// - Parameter blockCount: The number of blocks, for 4 MiB to 32 GiB.
  /// - Throws: ``FATError/size(blocks:)`` for any other number.
  public init(blockCount: UInt32) throws(FATError) {
    guard (8192...67_108_864).contains(blockCount) else { throw .size(blocks: blockCount) }
    self.blockCount = blockCount
    kind = blockCount <= 1_048_576 ? .fat16 : .fat32
    blocksPerCluster =
      switch blockCount {
      case ...8400: 1
      case ...32_680: 2
      case ...262_144: 4
      case ...524_288: 8
      case ...1_048_576: 16
      case ...16_777_216: 8
      case ...33_554_432: 16
      default: 32
      }
    reservedCount = kind == .fat16 ? 1 : 32
    rootSize = kind == .fat16 ? 32 : 0
    rootCluster = kind == .fat16 ? 0 : 2
    informationBlock = kind == .fat16 ? nil : 1
    // The specification's formula (section 3.5), which gives some blocks too many at most, never too few.
    let rest = blockCount - reservedCount - rootSize
    let divisor = (256 * blocksPerCluster + 2) / (kind == .fat16 ? 1 : 2)
    tableSize = (rest + divisor - 1) / divisor
  }
}
