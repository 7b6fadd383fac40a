/// An unusable volume, or a fault of a file on it.
public enum FATError: Error, Hashable, Sendable {
  /// The content of a device without a FAT16 or FAT32 volume.
  public enum Foreign: Hashable, Sendable {
    /// Unrecognised content.
    case unknown
    /// A FAT12 volume, as on diskettes.
    case fat12
    /// An exFAT volume.
    case exFAT
    /// A volume with another block size, bytes.
    case blockSize(Int)
  }

  /// A failure to read or write a block.
  case device(BlockError)
  /// A device without a usable volume.
  case foreign(Foreign)
  /// A volume with more blocks than its device.
  case cut(blocks: UInt32, available: UInt32)
  /// A number of blocks too small or too large for a volume.
  case size(blocks: UInt32)
  /// A volume whose description of itself is impossible.
  case damaged(String)
  /// A volume without a free cluster.
  case full
  /// A root directory without room for more files.
  case rootFull
  /// A folder with the name of the file.
  case isFolder(FATName)
  /// A file that would be longer than 4 GiB.
  case fileTooLong
}

extension FATError: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    switch self {
    case .device(let error): error.description
    case .foreign(let other): "\(other.name), and not FAT16 or FAT32; format it as such"
    case .cut(let blocks, let available):
      "the volume has \(blocks) blocks of 512 bytes, and \(available) are there; copy it again whole"
    case .size(let blocks):
      "\(blocks) blocks of 512 bytes are no size for FAT16 or FAT32; take 4 MiB to 32 GiB"
    case .damaged(let what): "\(what); let 'fsck.fat -a' mend it"
    case .full: "the volume is full; make room, or take a larger one"
    case .rootFull: "the root directory has no room for another file; take files away"
    case .isFolder(let name): "\(name) is a folder; take it away"
    case .fileTooLong: "a file can have 4 GiB at most; begin another one"
    }
  }
}

extension FATError.Foreign {
  fileprivate var name: String {
    switch self {
    case .unknown: "this is no volume that is known"
    case .fat12: "this is FAT12"
    case .exFAT: "this is exFAT"
    case .blockSize(let size): "this is a volume of blocks of \(size) bytes"
    }
  }
}
