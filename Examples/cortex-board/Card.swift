// The memory card: blocks of an image on the machine that emulates, and the firmware's lines on a FAT volume in them.

import BoardFirmware
import FATVolumes

/// The blocks of the card's image, by semihosting; an SD card's driver takes this place on a board.
struct ImageBlocks: BlockDevice, ~Copyable {
  let blockCount: UInt32

  /// Opens the image of a path that ends with a zero; throws where there is none.
  init(path: [UInt8]) throws(BlockError) {
    // Sound: a path ends with a zero.
    let failure = unsafe path.withUnsafeBytes { bytes in unsafe card_open(bytes.baseAddress) }
    guard failure == 0 else { throw .absent }
    blockCount = card_blocks()
  }

  mutating func read(_ number: UInt32, into block: inout MutableSpan<UInt8>) throws(BlockError) {
    // Sound: a block has 512 bytes, and what is called keeps none of them.
    let failure = unsafe block.withUnsafeMutableBufferPointer { bytes in
      unsafe card_read(number, bytes.baseAddress)
    }
    guard failure == 0 else { throw .failed("a block cannot be read") }
  }

  mutating func write(_ block: Span<UInt8>, at number: UInt32) throws(BlockError) {
    // Sound: a block has 512 bytes, and what is called keeps none of them.
    let failure = unsafe block.withUnsafeBufferPointer { bytes in
      unsafe card_write(number, bytes.baseAddress)
    }
    guard failure == 0 else { throw .failed("a block cannot be written") }
  }
}

/// The firmware's card: its lines in files of a FAT volume, which is made where the card has none.
struct VolumeCard: CardWriter, ~Copyable {
  private var volume: FATVolume<ImageBlocks>
  private var name = ""
  private var file: FATFile?

  /// Formats the image of a path that ends with a zero.
  init(onImage path: [UInt8]) throws(FATError) {
    var blocks: ImageBlocks
    do throws(BlockError) { blocks = try ImageBlocks(path: path) } catch { throw .device(error) }
    try FATLayout(blockCount: blocks.blockCount).format(&blocks)
    volume = try FATVolume(mounting: blocks)
  }

  mutating func append(
    _ line: Span<UInt8>, toFile name: String, startingWith header: Span<UInt8>
  ) throws(CardError) {
    do throws(FATError) {
      if self.name != name { file = nil }
      var file: FATFile
      if let known = self.file {
        file = known
      } else {
        guard let fatName = FATName(name) else { throw .damaged("a file's name") }
        file = try volume.open(fatName)
        (self.name, self.file) = (name, file)
      }
      let date = FATDate(of: name)
      var text: [UInt8] = []
      if file.entry.size == 0 { for index in header.indices { text.append(header[index]) } }
      for index in line.indices { text.append(line[index]) }
      try volume.append(text.span, to: &file, on: date)
      self.file = file
    } catch {
      self.file = nil
      throw CardError(error)
    }
  }

  mutating func end(ofFile name: String, upTo count: Int) throws(CardError) -> [UInt8] {
    do throws(FATError) {
      guard let fatName = FATName(name),
        let entry = try volume.files().first(where: { $0.name == fatName })
      else { return [] }
      return try volume.read(entry, from: max(0, Int(entry.size) - count), count: count)
    } catch {
      throw CardError(error)
    }
  }
}

extension CardError {
  fileprivate init(_ error: FATError) {
    switch error {
    case .full: self = .full
    case .device(.absent): self = .absent
    default: self = .failed(error.description)
    }
  }
}

extension FATDate {
  /// The date of a day's file, `YYYYMMDD.CSV`; unknown for any other file.
  fileprivate init(of name: String) {
    let bytes = Array(name.utf8)
    func number(_ range: Range<Int>) -> Int {
      bytes[range].reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
    guard bytes.count == 12, bytes[..<8].allSatisfy({ (0x30...0x39).contains($0) }),
      let date = FATDate(year: number(0..<4), month: number(4..<6), day: number(6..<8))
    else {
      self = .unknown
      return
    }
    self = date
  }
}
