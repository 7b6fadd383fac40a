internal import BoardFirmware
internal import FATVolumes
internal import Platform

/// A card image as the medium of a card's files.
struct ImageFiles: CardMedium, ~Copyable {
  private let path: String
  private let purpose: BlockFile.Use
  private var mounted: MountedImage?
  private var file: FATFile?

  init(path: String, for purpose: BlockFile.Use = .writing) {
    self.path = path
    self.purpose = purpose
  }

  mutating func holds(_ name: String) -> Bool {
    file?.entry.name == FATName(name) && mounted?.isAt(path) == true
  }

  mutating func open(_ name: String, readingUpTo count: Int) throws(CardError) -> [UInt8] {
    file = nil
    guard let fatName = FATName(name) else { throw .failed("'\(name)' is no name of a file") }
    let (opened, end) = try withVolume { volume throws(FATError) in
      let opened = try volume.open(fatName)
      return (opened, try volume.end(of: opened.entry, upTo: count))
    }
    file = opened
    return end
  }

  mutating func append(_ bytes: Span<UInt8>) throws(CardError) {
    guard let image = mounted, var file else { throw .absent }
    do throws(FATError) {
      try image.volume.append(bytes, to: &file, on: FATDate(of: file.entry.name))
      self.file = file
    } catch {
      throw failure(error)
    }
  }

  mutating func end(ofFile name: String, upTo count: Int) throws(CardError) -> [UInt8] {
    try withVolume { volume throws(FATError) in
      guard let entry = try volume.files().first(where: { $0.name == FATName(name) }) else {
        return []
      }
      return try volume.end(of: entry, upTo: count)
    }
  }

  mutating func part(
    ofFile name: String, from offset: Int, upTo count: Int
  ) throws(CardError) -> [UInt8] {
    try withVolume { volume throws(FATError) in
      guard let entry = try volume.files().first(where: { $0.name == FATName(name) }) else {
        return []
      }
      return try volume.read(entry, from: offset, count: count)
    }
  }

  mutating func names() throws(CardError) -> [String] {
    try withVolume { volume throws(FATError) in try volume.files().map { $0.name.description } }
  }

  private mutating func withVolume<Result>(
    _ body: (inout FATVolume<ImageBlocks>) throws(FATError) -> Result
  ) throws(CardError) -> Result {
    let image = try image()
    do throws(FATError) {
      return try body(&image.volume)
    } catch {
      throw failure(error)
    }
  }

  /// Returns the mounted image; mounts it again when its file was missing or has been replaced.
  private mutating func image() throws(CardError) -> MountedImage {
    if let mounted, mounted.isAt(path) { return mounted }
    mounted = nil
    file = nil
    let blocks: ImageBlocks
    do throws(SystemError) {
      blocks = ImageBlocks(try BlockFile(path: path, for: purpose))
    } catch {
      throw error.isBusy
        ? .failed("'\(path)' is another board's card already; name another file")
        : CardError(error)
    }
    do throws(FATError) {
      let image = try MountedImage(blocks)
      mounted = image
      return image
    } catch {
      throw failure(error)
    }
  }

  /// Returns the card error for an error of the volume; after a device error the volume is unmounted.
  private mutating func failure(_ error: FATError) -> CardError {
    guard case .device(let cause) = error else {
      return error == .full ? .full : .failed("'\(path)': \(error)")
    }
    mounted = nil
    switch cause {
    case .absent: return .absent
    case .full: return .full
    case .writeProtected: return .writeProtected
    case .failed(let text): return .failed("'\(path)': \(text)")
    }
  }
}

extension FATVolume where Device: ~Copyable {
  /// Returns the last bytes of a file, at most `count`.
  fileprivate mutating func end(
    of entry: FATEntry, upTo count: Int
  ) throws(FATError) -> [UInt8] {
    try read(entry, from: max(0, Int(entry.size) - count), count: count)
  }
}

extension FATDate {
  /// Creates the date of a daily file from its name; unknown for any other file.
  fileprivate init(of name: FATName) {
    let digits = Array(name.description.utf8.prefix(8)).map { Int($0) - 0x30 }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
    guard name.description.isDailyFile,
      let date = FATDate(year: number(0..<4), month: number(4..<6), day: number(6..<8))
    else {
      self = .unknown
      return
    }
    self = date
  }
}
