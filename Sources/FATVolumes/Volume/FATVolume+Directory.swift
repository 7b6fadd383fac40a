/// The directory entry of a file in the root directory.
public struct FATEntry: Hashable, Sendable {
  /// The file's name.
  public var name: FATName
  /// The file's size, bytes.
  public var size: UInt32
  /// The file's first cluster; 0 if it has none.
  var firstCluster: UInt32
  /// The position of the entry; `nil` if it is not written yet.
  var place: DirectoryPlace?
}

/// A position in the root directory.
struct DirectoryPlace: Hashable, Sendable {
  var block: UInt32
  var offset = 0
  /// The cluster of the position, for FAT32's root directory; `nil` for FAT16.
  var cluster: UInt32?
  /// The number of entries before the position.
  var index = 0
}

extension FATVolume where Device: ~Copyable {
  /// Returns the files in the root directory, in the order of their entries.
  ///
  /// Folders and the entries of long names are left out.
  public mutating func files() throws(FATError) -> [FATEntry] {
    var files: [FATEntry] = []
    var place: DirectoryPlace? = firstPlace
    while let here = place, let first = try firstByte(at: here), first != 0 {
      if first != 0xE5, directory.bytes[here.offset + 11] & 0x18 == 0 {
        files.append(entry(at: here))
      }
      place = try self.place(after: here)
    }
    return files
  }

  /// Finds a file; returns `nil` if there is no file of the name, and throws if it is a folder.
  mutating func find(_ name: FATName) throws(FATError) -> FATEntry? {
    var place: DirectoryPlace? = firstPlace
    while let here = place, let first = try firstByte(at: here), first != 0 {
      let attributes = directory.bytes[here.offset + 11]
      if first != 0xE5, attributes & 0x08 == 0, entry(at: here).name == name {
        guard attributes & 0x10 == 0 else { throw .isFolder(name) }
        return entry(at: here)
      }
      place = try self.place(after: here)
    }
    return nil
  }

  private var firstPlace: DirectoryPlace {
    layout.kind == .fat16
      ? DirectoryPlace(block: layout.firstRoot)
      : DirectoryPlace(
        block: layout.firstBlock(of: layout.rootCluster), cluster: layout.rootCluster)
  }

  /// Loads a position's block and returns the entry's first byte: 0 after the last entry, 0xE5 for a free
  /// entry.
  private mutating func firstByte(at place: DirectoryPlace) throws(FATError) -> UInt8? {
    try directory.load(place.block, from: &device)
    return directory.bytes[place.offset]
  }

  private func entry(at place: DirectoryPlace) -> FATEntry {
    let bytes = directory.bytes[place.offset..<place.offset + 32]
    let high = UInt32(directory.bytes.uint16(at: place.offset + 20))
    let low = UInt32(directory.bytes.uint16(at: place.offset + 26))
    return FATEntry(
      name: FATName(entry: bytes), size: directory.bytes.uint32(at: place.offset + 28),
      firstCluster: layout.kind == .fat16 ? low : (high << 16 | low) & 0x0FFF_FFFF, place: place)
  }

  /// Returns the next position; `nil` after the last one.
  private mutating func place(after place: DirectoryPlace) throws(FATError) -> DirectoryPlace? {
    var next = place
    next.index += 1
    next.offset += 32
    guard next.offset == blockSize else { return next }
    (next.offset, next.block) = (0, next.block + 1)
    guard let cluster = place.cluster else {
      return next.block < layout.firstData ? next : nil
    }
    guard next.block == layout.firstBlock(of: cluster) + layout.blocksPerCluster else {
      return next
    }
    guard let following = try self.cluster(after: cluster) else { return nil }
    guard next.index <= 0xFFFF else { throw .damaged("the root directory has no end") }
    (next.cluster, next.block) = (following, layout.firstBlock(of: following))
    return next
  }
}

// MARK: Writing

extension FATVolume where Device: ~Copyable {
  /// Writes a file's size and first cluster into its directory entry, and creates the entry if it is new.
  mutating func write(_ entry: inout FATEntry, on date: FATDate) throws(FATError) {
    let isNew = entry.place == nil
    let place: DirectoryPlace
    if let known = entry.place { place = known } else { place = try freePlace() }
    try directory.load(place.block, from: &device)
    if isNew {
      let endsHere = directory.bytes[place.offset] == 0
      directory.bytes.set([UInt8](repeating: 0, count: 32), at: place.offset)
      directory.bytes.set(entry.name.bytes, at: place.offset)
      directory.bytes[place.offset + 11] = 0x20  // archive attribute
      directory.bytes.set(date.rawValue, at: place.offset + 16)
      if endsHere, place.offset + 32 < blockSize { directory.bytes[place.offset + 32] = 0 }
    }
    directory.bytes.set(date.rawValue, at: place.offset + 18)
    directory.bytes.set(date.rawValue, at: place.offset + 24)
    directory.bytes.set(UInt16(entry.firstCluster >> 16), at: place.offset + 20)
    directory.bytes.set(UInt16(truncatingIfNeeded: entry.firstCluster), at: place.offset + 26)
    directory.bytes.set(entry.size, at: place.offset + 28)
    try directory.store(to: &device)
    entry.place = place
  }

  /// Finds a position for a new entry; a FAT32 root directory without one grows by a cluster.
  mutating func freePlace() throws(FATError) -> DirectoryPlace {
    var place = firstPlace
    while let first = try firstByte(at: place), first != 0, first != 0xE5 {
      guard let next = try self.place(after: place) else { return try placeInNewCluster(place) }
      place = next
    }
    return place
  }

  private mutating func placeInNewCluster(
    _ last: DirectoryPlace
  ) throws(FATError) -> DirectoryPlace {
    guard let cluster = last.cluster, last.index < 0xFFFF else { throw .rootFull }
    let new = try findFree(1)
    let first = layout.firstBlock(of: new[0])
    for block in first..<first + layout.blocksPerCluster {
      directory.begin(block)
      try directory.store(to: &device)
    }
    try chain(new, behind: cluster)
    return DirectoryPlace(block: first, cluster: new[0], index: last.index + 1)
  }
}
