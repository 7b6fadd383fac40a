/// The layout of a volume: the places of its regions.
///
/// Source: Microsoft Extensible Firmware Initiative FAT32 File System Specification, version 1.03.
public struct FATLayout: Hashable, Sendable {
  /// The width of the table's entries.
  public enum Kind: Hashable, Sendable {
    /// 16 bits.
    case fat16
    /// 28 of 32 bits.
    case fat32
  }

  /// The width of the table's entries.
  public internal(set) var kind: Kind
  /// The device's block with which the volume begins: 0 unless there is a partition.
  public internal(set) var start: UInt32 = 0
  /// The number of blocks of the volume.
  public internal(set) var blockCount: UInt32
  /// The number of blocks of a cluster: a power of two up to 128.
  public internal(set) var blocksPerCluster: UInt32
  /// Blocks before the first table.
  var reservedCount: UInt32
  /// The number of copies of the table.
  var tableCount: UInt32 = 2
  /// Blocks of one table.
  var tableSize: UInt32
  /// Blocks of the root directory where it has a place of its own (FAT16).
  var rootSize: UInt32
  /// The root directory's first cluster where it is a file (FAT32); 0 otherwise.
  var rootCluster: UInt32
  /// The device's block that counts free clusters (FAT32).
  var informationBlock: UInt32?

  /// The device's block with which the first table begins.
  var firstTable: UInt32 { start + reservedCount }
  /// The device's block with which the root directory begins, where it has a place of its own.
  var firstRoot: UInt32 { firstTable + tableCount * tableSize }
  /// The device's block with which cluster 2 begins.
  var firstData: UInt32 { firstRoot + rootSize }
  /// The number of clusters; they count from 2.
  public var clusterCount: UInt32 { (start + blockCount - firstData) / blocksPerCluster }
  /// Bytes of a cluster.
  public var clusterSize: Int { Int(blocksPerCluster) * blockSize }
  /// Bytes of an entry of the table.
  var entrySize: Int { kind == .fat16 ? 2 : 4 }

  /// Whether there is a cluster of that number.
  func has(_ cluster: UInt32) -> Bool { cluster >= 2 && cluster - 2 < clusterCount }

  /// The device's block with which a cluster begins.
  func firstBlock(of cluster: UInt32) -> UInt32 {
    firstData + (cluster - 2) * blocksPerCluster
  }

  /// The block of the first table with a cluster's entry, and the entry's place in it.
  func entry(of cluster: UInt32) -> (block: UInt32, offset: Int) {
    let offset = Int(cluster) * entrySize
    return (firstTable + UInt32(offset / blockSize), offset % blockSize)
  }
}

// MARK: What is made here

extension FATLayout {
  /// Lays out a new volume: FAT16 up to 512 MiB, FAT32 above, with clusters as Microsoft's tables
  /// have them (section 3.5).
  ///
  /// - Parameter blockCount: How many blocks it has, of 4 MiB to 32 GiB.
  /// - Throws: ``FATError/size(blocks:)`` for any other count.
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
    // The specification's own formula (section 3.5): some blocks too many at most, never too few.
    let rest = blockCount - reservedCount - rootSize
    let divisor = (256 * blocksPerCluster + 2) / (kind == .fat16 ? 1 : 2)
    tableSize = (rest + divisor - 1) / divisor
  }
}
