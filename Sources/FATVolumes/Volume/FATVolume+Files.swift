/// An open file, for appending.
public struct FATFile: Hashable, Sendable {
  /// The file's directory entry.
  public internal(set) var entry: FATEntry
  /// The cluster with the file's last byte; `nil` for an empty file.
  var tail: UInt32?
}

extension FATVolume where Device: ~Copyable {
  /// Opens a file; a new file is written only when bytes are appended.
  ///
  /// Only one file may be open at a time: open an earlier file again before the next use.
  ///
  /// - Throws: ``FATError``.
  public mutating func open(_ name: FATName) throws(FATError) -> FATFile {
    guard let entry = try find(name) else {
      return FATFile(entry: FATEntry(name: name, size: 0, firstCluster: 0, place: nil))
    }
    guard entry.size > 0 else { return FATFile(entry: entry) }
    let last = Int(entry.size - 1) / layout.clusterSize
    return FATFile(entry: entry, tail: try cluster(last, of: entry))
  }

  /// Returns the cluster of a file at an index, from 0.
  private mutating func cluster(_ index: Int, of entry: FATEntry) throws(FATError) -> UInt32 {
    guard layout.has(entry.firstCluster), index < Int(layout.clusterCount) else {
      throw .damaged("\(entry.name) begins nowhere")
    }
    var cluster = entry.firstCluster
    for _ in 0..<index {
      guard let next = try self.cluster(after: cluster) else {
        throw .damaged("\(entry.name) ends before its size")
      }
      cluster = next
    }
    return cluster
  }

  /// Reads a part of a file; the result ends at the end of the file.
  public mutating func read(
    _ entry: FATEntry, from offset: Int = 0, count: Int = .max
  ) throws(FATError) -> [UInt8] {
    let start = max(offset, 0)
    let end = start + min(max(count, 0), max(Int(entry.size) - start, 0))
    var bytes: [UInt8] = []
    guard start < end else { return bytes }
    var cluster = try self.cluster(start / layout.clusterSize, of: entry)
    var position = start
    while position < end {
      let within = position % layout.clusterSize
      let block = layout.firstBlock(of: cluster) + UInt32(within / blockSize)
      try data.load(block, from: &device)
      let piece = min(blockSize - within % blockSize, end - position)
      bytes += data.bytes[within % blockSize..<within % blockSize + piece]
      position += piece
      guard position < end, position % layout.clusterSize == 0 else { continue }
      guard let next = try self.cluster(after: cluster) else {
        throw .damaged("\(entry.name) ends before its size")
      }
      cluster = next
    }
    return bytes
  }

  /// Appends bytes to a file, and creates the file if it is new.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to append.
  ///   - file: The file, which must be the one opened last.
  ///   - date: The date of the change, for the directory entry.
  /// - Throws: ``FATError``; the file then keeps its old size.
  public mutating func append(
    _ bytes: Span<UInt8>, to file: inout FATFile, on date: FATDate = .unknown
  ) throws(FATError) {
    let end = UInt64(file.entry.size) + UInt64(bytes.count)
    guard end <= 0xFFFF_FFFF else { throw .fileTooLong }
    // Checked before the first write: data of a file without a directory entry would be lost.
    if file.entry.place == nil { _ = try freePlace() }
    let size = layout.clusterSize
    let have = (Int(file.entry.size) + size - 1) / size
    let needed = (Int(end) + size - 1) / size - have
    let leftover = try clusters(behind: file, upTo: needed)
    let new = try findFree(needed - leftover.count)
    try write(bytes, at: Int(file.entry.size), tail: file.tail, then: leftover + new)
    try chain(new, behind: leftover.last ?? file.tail)
    var entry = file.entry
    entry.size = UInt32(end)
    if entry.firstCluster == 0, let first = new.first { entry.firstCluster = first }
    try write(&entry, on: date)
    file.entry = entry
    file.tail = new.last ?? leftover.last ?? file.tail
  }

  /// Returns clusters already chained to a file beyond its size.
  ///
  /// Clusters beyond the size come from an append that was stopped before the size was written.
  private mutating func clusters(
    behind file: FATFile, upTo count: Int
  ) throws(FATError) -> [UInt32] {
    var found: [UInt32] = []
    var last = file.tail
    while found.count < count {
      let next: UInt32?
      if let last {
        next = try cluster(after: last)
      } else {
        next = layout.has(file.entry.firstCluster) ? file.entry.firstCluster : nil
      }
      guard let next else { break }
      found.append(next)
      last = next
    }
    return found
  }

  private mutating func write(
    _ bytes: Span<UInt8>, at start: Int, tail: UInt32?, then clusters: [UInt32]
  ) throws(FATError) {
    var (position, index) = (start, 0)
    var cluster = tail ?? 0
    var rest = clusters[...]
    while index < bytes.count {
      let within = position % layout.clusterSize
      if within == 0, let next = rest.popFirst() { cluster = next }
      let block = layout.firstBlock(of: cluster) + UInt32(within / blockSize)
      let offset = within % blockSize
      if offset == 0 { data.begin(block) } else { try data.load(block, from: &device) }
      let piece = min(blockSize - offset, bytes.count - index)
      for step in 0..<piece { data.bytes[offset + step] = bytes[index + step] }
      try data.store(to: &device)
      position += piece
      index += piece
    }
  }
}
