/// Blocks of 512 bytes, as a memory card has them.
///
/// A block is written as a whole: who is stopped between two writes leaves each block as it was before
/// or as it was to be.
public protocol BlockDevice: ~Copyable {
  /// The number of blocks.
  var blockCount: UInt32 { get }

  /// Reads a block.
  ///
  /// - Parameters:
  ///   - number: Which one, from 0 to below ``blockCount``.
  ///   - block: Where its 512 bytes go.
  /// - Throws: ``BlockError``.
  mutating func read(_ number: UInt32, into block: inout MutableSpan<UInt8>) throws(BlockError)

  /// Writes a block.
  ///
  /// - Parameters:
  ///   - block: Its 512 bytes.
  ///   - number: Which one, from 0 to below ``blockCount``.
  /// - Throws: ``BlockError``; the block is then as it was, or as it was to be.
  mutating func write(_ block: Span<UInt8>, at number: UInt32) throws(BlockError)
}

/// A failure to read or write a block.
public enum BlockError: Error, Hashable, Sendable {
  /// There is no device any more.
  case absent
  /// The storage behind the blocks has no room left.
  case full
  /// The device may not be written.
  case writeProtected
  /// Anything else, in the words of whatever failed.
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

/// Blocks in memory; those that were never written take none.
public struct MemoryBlocks: BlockDevice, Sendable {
  /// Each of them, and nothing for one of zeros.
  private var blocks: [[UInt8]]

  /// Creates blocks of zeros.
  public init(blockCount: UInt32) {
    blocks = [[UInt8]](repeating: [], count: Int(blockCount))
  }

  /// Takes an image; what does not fill its last block is left out.
  public init(_ bytes: [UInt8]) {
    blocks = stride(from: 0, through: bytes.count - blockSize, by: blockSize).map { start in
      Array(bytes[start..<start + blockSize])
    }
  }

  /// The number of blocks.
  public var blockCount: UInt32 { UInt32(clamping: blocks.count) }

  /// All bytes, one block behind the other.
  public var bytes: [UInt8] { (0..<blockCount).flatMap { self[$0] } }

  /// The 512 bytes of a block that there is.
  public subscript(number: UInt32) -> [UInt8] {
    get {
      let block = blocks[Int(number)]
      return block.isEmpty ? [UInt8](repeating: 0, count: blockSize) : block
    }
    set { blocks[Int(number)] = newValue }
  }

  /// Reads a block.
  public mutating func read(
    _ number: UInt32, into block: inout MutableSpan<UInt8>
  ) throws(BlockError) {
    guard number < blockCount else { throw .failed("there is no such block") }
    let bytes = blocks[Int(number)]
    for index in 0..<blockSize { block[index] = bytes.isEmpty ? 0 : bytes[index] }
  }

  /// Writes a block.
  public mutating func write(_ block: Span<UInt8>, at number: UInt32) throws(BlockError) {
    guard number < blockCount else { throw .failed("there is no such block") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(blockSize)
    for index in 0..<blockSize { bytes.append(block[index]) }
    blocks[Int(number)] = bytes.allSatisfy { $0 == 0 } ? [] : bytes
  }
}
