internal import FATVolumes
internal import Platform

/// An image file as a block device, with blocks of 512 bytes.
struct ImageBlocks: BlockDevice, ~Copyable {
  let file: BlockFile
  let blockCount: UInt32
  private static let blockSize = 512

  init(_ file: consuming BlockFile) {
    blockCount = UInt32(clamping: file.byteCount / Self.blockSize)
    self.file = file
  }

  mutating func read(
    _ number: UInt32, into block: inout MutableSpan<UInt8>
  ) throws(BlockError) {
    let count: Int
    do throws(SystemError) {
      count = try file.read(at: Int(number) * Self.blockSize, into: &block)
    } catch {
      throw BlockError(error)
    }
    guard count == Self.blockSize else { throw .failed("the image ends before block \(number)") }
  }

  mutating func write(_ block: Span<UInt8>, at number: UInt32) throws(BlockError) {
    do throws(SystemError) {
      try file.write(block, at: Int(number) * Self.blockSize)
    } catch {
      throw BlockError(error)
    }
  }
}

/// A volume mounted on an image, shared by reference.
final class MountedImage {
  var volume: FATVolume<ImageBlocks>

  init(_ blocks: consuming ImageBlocks) throws(FATError) {
    volume = try FATVolume(mounting: blocks)
  }

  /// Whether the path still refers to the mounted image.
  func isAt(_ path: String) -> Bool { volume.device.file.isAt(path) }
}

extension BlockError {
  fileprivate init(_ error: SystemError) {
    switch error.kind {
    case .missing: self = .absent
    case .full: self = .full
    case .writeProtected: self = .writeProtected
    case .other: self = .failed("\(error)")
    }
  }
}
