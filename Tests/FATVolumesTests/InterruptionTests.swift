import Testing

@testable import FATVolumes

@Suite("A volume whose writer is stopped")
struct InterruptionTests {
  /// A device whose writes fail after a number of writes.
  private struct BrittleBlocks: BlockDevice {
    var blocks: MemoryBlocks
    var writesLeft: Int

    var blockCount: UInt32 { blocks.blockCount }
    mutating func read(
      _ number: UInt32, into block: inout MutableSpan<UInt8>
    ) throws(BlockError) {
      try blocks.read(number, into: &block)
    }
    mutating func write(_ block: Span<UInt8>, at number: UInt32) throws(BlockError) {
      guard writesLeft > 0 else { throw .absent }
      writesLeft -= 1
      try blocks.write(block, at: number)
    }
  }

  private static func empty(_ blockCount: UInt32) throws -> MemoryBlocks {
    var blocks = MemoryBlocks(blockCount: blockCount)
    try FATLayout(blockCount: blockCount).format(&blocks)
    return blocks
  }

  private static func line(_ number: Int) -> [UInt8] {
    Array("\(number),\(String(repeating: "7", count: 150))\n".utf8)
  }

  @Test(
    "after any write has what was counted, and goes on", arguments: [8192 as UInt32, 1_050_624])
  func anyWrite(blockCount: UInt32) throws {
    let name = try #require(FATName("20260601.CSV"))
    let empty = try Self.empty(blockCount)
    for writes in 0..<90 {
      var volume = try FATVolume(mounting: BrittleBlocks(blocks: empty, writesLeft: writes))
      var counted: [UInt8] = []
      var number = 0
      do throws(FATError) {
        var file = try volume.open(name)
        while true {
          try volume.append(Self.line(number).span, to: &file)
          counted += Self.line(number)
          number += 1
        }
      } catch {
        #expect(error == .device(.absent))
      }
      var later = try FATVolume(mounting: volume.device.blocks)
      var file = try later.open(name)
      let found = try later.read(file.entry)
      #expect(found.starts(with: counted), "after \(writes) writes")
      #expect(found.count - counted.count <= Self.line(number).count, "after \(writes) writes")
      try later.append(Array("on\n".utf8).span, to: &file)
      #expect(try later.read(file.entry) == found + Array("on\n".utf8), "after \(writes) writes")
      if blockCount > 8192, writes > 60 { break }
    }
  }

  @Test("a format that is stopped leaves nothing that is taken for a volume")
  func format() throws {
    for writes in [0, 1, 40, 90] {
      var blocks = BrittleBlocks(blocks: MemoryBlocks(blockCount: 8192), writesLeft: writes)
      #expect(throws: FATError.device(.absent)) { try FATLayout(blockCount: 8192).format(&blocks) }
      #expect(throws: FATError.foreign(.unknown)) { _ = try FATVolume(mounting: blocks.blocks) }
    }
  }

  @Test("a device that fails and comes back loses the line that failed alone")
  func comesBack() throws {
    let name = try #require(FATName("A.CSV"))
    var volume = try FATVolume(
      mounting: BrittleBlocks(blocks: try Self.empty(8192), writesLeft: 1000))
    var file = try volume.open(name)
    try volume.append(Self.line(0).span, to: &file)
    volume.device.writesLeft = 0
    #expect(throws: FATError.device(.absent)) {
      try volume.append(Self.line(1).span, to: &file)
    }
    volume.device.writesLeft = 1000
    try volume.append(Self.line(2).span, to: &file)
    #expect(try volume.read(file.entry) == Self.line(0) + Self.line(2))
  }
}
