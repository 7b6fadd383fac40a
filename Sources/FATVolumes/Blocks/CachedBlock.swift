/// A cache of a device's last used block; changes are written through.
struct CachedBlock {
  /// The block's number; `nil` for no block, or for a block whose content on the device is not known.
  private(set) var number: UInt32?
  /// The block's bytes.
  var bytes = [UInt8](repeating: 0, count: blockSize)

  /// Reads a block, unless it is cached already.
  mutating func load(
    _ wanted: UInt32, from device: inout some BlockDevice & ~Copyable
  ) throws(FATError) {
    guard number != wanted else { return }
    number = nil
    do throws(BlockError) {
      var span = bytes.mutableSpan
      try device.read(wanted, into: &span)
    } catch {
      throw .device(error)
    }
    number = wanted
  }

  /// Begins a block of zeros without reading it from the device.
  mutating func begin(_ wanted: UInt32) {
    number = wanted
    for index in bytes.indices { bytes[index] = 0 }
  }

  /// Writes the block to its place on the device, or to a copy `distance` blocks later.
  mutating func store(
    copy distance: UInt32 = 0, to device: inout some BlockDevice & ~Copyable
  ) throws(FATError) {
    guard let number else { return }
    do throws(BlockError) {
      try device.write(bytes.span, at: number + distance)
    } catch {
      self.number = nil
      throw .device(error)
    }
  }
}

extension [UInt8] {
  /// Returns the little-endian number of two bytes at an offset.
  func uint16(at offset: Int) -> UInt16 {
    UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
  }

  /// Returns the little-endian number of four bytes at an offset.
  func uint32(at offset: Int) -> UInt32 {
    UInt32(uint16(at: offset)) | UInt32(uint16(at: offset + 2)) << 16
  }

  /// Writes a number as two little-endian bytes at an offset.
  mutating func set(_ value: UInt16, at offset: Int) {
    self[offset] = UInt8(truncatingIfNeeded: value)
    self[offset + 1] = UInt8(truncatingIfNeeded: value >> 8)
  }

  /// Writes a number as four little-endian bytes at an offset.
  mutating func set(_ value: UInt32, at offset: Int) {
    set(UInt16(truncatingIfNeeded: value), at: offset)
    set(UInt16(truncatingIfNeeded: value >> 16), at: offset + 2)
  }

  /// Overwrites the bytes at an offset with other bytes.
  mutating func set(_ other: some Collection<UInt8>, at offset: Int) {
    var index = offset
    for byte in other {
      self[index] = byte
      index += 1
    }
  }
}
