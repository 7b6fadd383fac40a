import FATVolumes

/// Whatever a card's image holds, mounting, reading and appending come to an end, and what the directory
/// counts is read, or told to be damaged.
///
/// The input's first byte chooses FAT16 or FAT32; 90 bytes that follow are the volume's first, 512 begin its
/// table, and the others its root directory.
func fuzzFATImage(_ bytes: [UInt8]) {
  var blocks = templates[Int(bytes.first ?? 0) % templates.count]
  blocks.put(bytes.dropFirst().prefix(90), at: 0)
  if let layout = try? FATVolume(mounting: blocks).layout {
    blocks.put(bytes.dropFirst(91).prefix(512), at: layout.kind == .fat16 ? 1 : 32)
    blocks.put(bytes.dropFirst(603).prefix(512), at: layout.kind == .fat16 ? 65 : 2084)
  }
  guard var volume = try? FATVolume(mounting: blocks), let name = FATName("20260601.CSV") else {
    return
  }
  for entry in ((try? volume.files()) ?? []).prefix(20) {
    let count = min(Int(entry.size), 20_000)
    guard let read = try? volume.read(entry, count: count) else { continue }
    require(read.count == count, "a read gives what the size says, or throws")
    _ = try? volume.read(entry, from: max(0, Int(entry.size) - 10), count: 100)
  }
  append(to: name, on: &volume)
}

private func append(to name: FATName, on volume: inout FATVolume<SparseBlocks>) {
  guard var file = try? volume.open(name) else { return }
  for _ in 0..<20 {
    let size = file.entry.size
    let line = [UInt8](repeating: 65, count: 300)
    guard (try? volume.append(line.span, to: &file)) != nil else { return }
    require(file.entry.size == size + 300, "a file has grown by what was appended")
  }
}

/// An empty volume of each kind.
private let templates = [8192, 1_050_624].map { (count: UInt32) in
  var blocks = SparseBlocks(blockCount: count)
  guard (try? FATLayout(blockCount: count).format(&blocks)) != nil else { fatalError("a layout") }
  return blocks
}

/// Blocks of which those that were never written are zeros.
private struct SparseBlocks: BlockDevice {
  let blockCount: UInt32
  private var blocks: [UInt32: [UInt8]] = [:]

  init(blockCount: UInt32) { self.blockCount = blockCount }

  mutating func read(_ number: UInt32, into block: inout MutableSpan<UInt8>) throws(BlockError) {
    require(number < blockCount, "block \(number) is read, of \(blockCount)")
    let bytes = blocks[number]
    for index in 0..<512 { block[index] = bytes?[index] ?? 0 }
  }

  mutating func write(_ block: Span<UInt8>, at number: UInt32) throws(BlockError) {
    require(number < blockCount, "block \(number) is written, of \(blockCount)")
    var bytes = [UInt8](repeating: 0, count: 512)
    var isEmpty = true
    for index in 0..<512 {
      bytes[index] = block[index]
      isEmpty = isEmpty && block[index] == 0
    }
    blocks[number] = isEmpty ? nil : bytes
  }

  mutating func put(_ bytes: some Collection<UInt8>, at number: UInt32) {
    var block = blocks[number] ?? [UInt8](repeating: 0, count: 512)
    for (index, byte) in bytes.enumerated() { block[index] = byte }
    blocks[number] = block
  }
}
