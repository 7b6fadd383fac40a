/// A device of 512-byte blocks, such as a memory card.
///
/// A block is written as a whole. A program that stops between two writes leaves each block either unchanged
/// or fully written.
public protocol BlockDevice: ~Copyable {
  /// The number of blocks.
  var blockCount: UInt32 { get }

  /// Reads a block.
  ///
  /// - Parameters:
  ///   - number: The block number, from 0 to below ``blockCount``.
  ///   - block: The buffer for the block's 512 bytes.
  /// - Throws: ``BlockError``.
  mutating func read(_ number: UInt32, into block: inout MutableSpan<UInt8>) throws(BlockError)

  /// Writes a block.
  ///
  /// - Parameters:
  ///   - block: The block's 512 bytes.
  ///   - number: The block number, from 0 to below ``blockCount``.
  /// - Throws: ``BlockError``; the block is then unchanged or fully written.
  mutating func write(_ block: Span<UInt8>, at number: UInt32) throws(BlockError)
}

/// A failure to read or write a block.
public enum BlockError: Error, Hashable, Sendable {
  /// The device was removed.
  case absent
  /// The storage behind the blocks is full.
  case full
  /// The device is write-protected.
  case writeProtected
  /// Any other failure, with its text.
  case failed(String)
}

extension BlockError: CustomStringConvertible {
  /// The failure and its remedy.
  public var description: String {
    switch self {
    case .absent: "the device is gone; put it back"
    case .full: "there is no room for the device's blocks; make room"
    case .writeProtected: "the device may not be written; change its permissions"
    case .failed(let text): text
    }
  }
}

/// The size of a block, bytes.
var blockSize: Int { 512 }

/// A device of blocks in memory; blocks that were never written take no memory.
public struct MemoryBlocks: BlockDevice, Sendable {
  /// The bytes of each block; empty for a block of zeros.
  private var blocks: [[UInt8]]

  /// Creates a device of zeros.
  public init(blockCount: UInt32) {
    blocks = [[UInt8]](repeating: [], count: Int(blockCount))
  }

  /// Creates a device from an image; bytes that do not fill the last block are ignored.
  public init(_ bytes: [UInt8]) {
    blocks = stride(from: 0, through: bytes.count - blockSize, by: blockSize).map { start in
      Array(bytes[start..<start + blockSize])
    }
  }

  /// The number of blocks.
  public var blockCount: UInt32 { UInt32(clamping: blocks.count) }

  /// The bytes of all blocks, in order.
  public var bytes: [UInt8] { (0..<blockCount).flatMap { self[$0] } }

  /// The 512 bytes of an existing block.
  public subscript(number: UInt32) -> [UInt8] {
    get {
      let block = blocks[Int(number)]
      return block.isEmpty ? [UInt8](repeating: 0, count: blockSize) : block
    }
    set { blocks[Int(number)] = newValue }
  }

  /// Reads a block; throws if the block does not exist.
  public mutating func read(
    _ number: UInt32, into block: inout MutableSpan<UInt8>
  ) throws(BlockError) {
    guard number < blockCount else { throw .failed("there is no such block") }
    let bytes = blocks[Int(number)]
    for index in 0..<blockSize { block[index] = bytes.isEmpty ? 0 : bytes[index] }
  }

  /// Writes a block; throws if the block does not exist.
  public mutating func write(_ block: Span<UInt8>, at number: UInt32) throws(BlockError) {
    guard number < blockCount else { throw .failed("there is no such block") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(blockSize)
    for index in 0..<blockSize { bytes.append(block[index]) }
    blocks[Int(number)] = bytes.allSatisfy { $0 == 0 } ? [] : bytes
  }
}
