/// A FAT16 or FAT32 volume whose files in the root directory can be read and appended to.
///
/// Appended bytes are on the device when the call returns. The data is written first, then all tables, then
/// the size in the directory. So a stop between any two blocks leaves the volume intact: bytes within a
/// file's size are there.
///
/// ```swift
/// var blocks = MemoryBlocks(blockCount: 8192)
/// try FATLayout(blockCount: 8192).format(&blocks)
/// var volume = try FATVolume(mounting: blocks)
/// var file = try volume.open(FATName("20260601.CSV")!)
/// try volume.append(Array("12.000,23.41\n".utf8).span, to: &file)
/// ```
public struct FATVolume<Device: BlockDevice & ~Copyable>: ~Copyable {
  /// The layout of the volume's regions.
  public let layout: FATLayout
  /// The device that holds the volume.
  public internal(set) var device: Device
  var table = CachedBlock()
  var directory = CachedBlock()
  var data = CachedBlock()
  /// The cluster where the search for a free one begins.
  var nextFree: UInt32 = 2
  /// The number of free clusters; `nil` if the volume does not count them.
  var freeCount: UInt32?
  /// Whether a search found no free cluster; it stays true, since no other program writes to the volume.
  var isFull = false

  /// Mounts the volume of a device.
  ///
  /// - Throws: ``FATError`` if the device has no usable volume.
  public init(mounting device: consuming Device) throws(FATError) {
    var device = device
    let layout = try FATLayout(of: &device)
    if let block = layout.informationBlock {
      var information = CachedBlock()
      try information.load(block, from: &device)
      let (free, next) = information.bytes.information
      freeCount = free.flatMap { $0 <= layout.clusterCount ? $0 : nil }
      nextFree = next.flatMap { layout.has($0) ? $0 : nil } ?? 2
    }
    self.layout = layout
    self.device = device
  }
}

// MARK: The table

extension FATVolume where Device: ~Copyable {
  /// Returns a cluster's entry in the table.
  mutating func entry(of cluster: UInt32) throws(FATError) -> UInt32 {
    let place = layout.entry(of: cluster)
    try table.load(place.block, from: &device)
    return layout.kind == .fat16
      ? UInt32(table.bytes.uint16(at: place.offset))
      : table.bytes.uint32(at: place.offset) & 0x0FFF_FFFF
  }

  /// Returns the next cluster of a chain; `nil` at the chain's end.
  mutating func cluster(after cluster: UInt32) throws(FATError) -> UInt32? {
    let next = try entry(of: cluster)
    if next >= (layout.kind == .fat16 ? 0xFFF8 : 0x0FFF_FFF8) { return nil }
    guard layout.has(next) else { throw .damaged("a chain leads to cluster \(next)") }
    return next
  }

  /// Writes the next cluster of a chain, or `nil` for the chain's end, into all tables.
  mutating func set(_ next: UInt32?, after cluster: UInt32) throws(FATError) {
    let place = layout.entry(of: cluster)
    try table.load(place.block, from: &device)
    if layout.kind == .fat16 {
      table.bytes.set(UInt16(next ?? 0xFFFF), at: place.offset)
    } else {
      // The upper four bits are reserved and stay unchanged.
      let kept = table.bytes.uint32(at: place.offset) & 0xF000_0000
      table.bytes.set(kept | (next ?? 0x0FFF_FFFF), at: place.offset)
    }
    for copy in 0..<layout.tableCount {
      try table.store(copy: copy * layout.tableSize, to: &device)
    }
  }

  /// Finds free clusters, which stay free until they are chained.
  mutating func findFree(_ count: Int) throws(FATError) -> [UInt32] {
    var found: [UInt32] = []
    guard count > 0 else { return found }
    guard !isFull else { throw .full }
    var candidate = nextFree
    for _ in 0..<layout.clusterCount {
      if try entry(of: candidate) == 0 { found.append(candidate) }
      if found.count == count { return found }
      candidate = layout.has(candidate + 1) ? candidate + 1 : 2
    }
    isFull = found.isEmpty
    throw .full
  }

  /// Chains clusters in order, and the first of them after `previous`; the chain's end is written first.
  mutating func chain(_ clusters: [UInt32], behind previous: UInt32?) throws(FATError) {
    guard let first = clusters.first, let last = clusters.last else { return }
    var next: UInt32?
    for cluster in clusters.reversed() {
      try set(next, after: cluster)
      next = cluster
    }
    if let previous { try set(first, after: previous) }
    nextFree = layout.has(last + 1) ? last + 1 : 2
    guard let free = freeCount, let block = layout.informationBlock else { return }
    let left = free >= UInt32(clusters.count) ? free - UInt32(clusters.count) : 0
    freeCount = left
    var information = CachedBlock()
    try information.load(block, from: &device)
    information.bytes.setInformation(free: left, next: nextFree)
    try information.store(to: &device)
  }
}
