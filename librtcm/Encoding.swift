public import CRTCM
internal import RTCMParser

/// Items, in the order in which a message shows them.
struct ItemSource: FieldSource {
  let items: UnsafeBufferPointer<rtcm_item>
  private(set) var next = 0
  private(set) var bitOffset = 0
  private var messageType: UInt16 = 0

  init(_ items: UnsafeBufferPointer<rtcm_item>) { self.items = items }

  mutating func payload() throws(Failure) -> [UInt8]? {
    for index in items.indices.prefix(2) where items[index].kind == UInt8(RTCM_PAYLOAD) {
      next = index + 1
      return items[index].ownBytes
    }
    return nil
  }

  mutating func bits(of field: DataField) throws(Failure) -> UInt64 {
    let item = try take(field, kind: RTCM_NUMBER)
    let bits: UInt64
    do throws(RTCMEncodingError) {
      bits =
        switch Int(item.from) {
        case RTCM_FROM_VALUE: try field.bits(of: item.value.isNaN ? nil : item.value)
        case RTCM_FROM_INTEGER: try field.bits(ofInteger: item.integer)
        default: item.bits
        }
    } catch let error { throw failure(error) }
    guard field.bitCount == 64 || bits >> UInt64(field.bitCount) == 0 else {
      throw found(
        RTCM_OUT_OF_RANGE, field, "has \(field.bitCount) bits, the item more; clear those above")
    }
    if field.number == 2 && bitOffset == 0 { messageType = UInt16(truncatingIfNeeded: bits) }
    bitOffset += field.bitCount
    return bits
  }

  mutating func read(
    _ text: inout DescriptorText, of field: DataField, count: DataField
  ) throws(Failure) {
    // The text itself says how many bytes it has.
    _ = try take(count, kind: RTCM_NUMBER)
    let item = try take(field, kind: RTCM_TEXT)
    let bytes = item.ownBytes
    guard count.bitCount >= 63 || bytes.count < 1 << count.bitCount else {
      throw found(
        RTCM_OUT_OF_RANGE, field,
        "has \(bytes.count) bytes, more than its count can say; shorten it")
    }
    text = item.is_utf8 != 0 ? DescriptorText(utf8: bytes) : DescriptorText(bytes: bytes)
    bitOffset += count.bitCount + bytes.count * field.bitCount
  }

  mutating func trailingBytes() throws(Failure) -> [UInt8] {
    guard next < items.count, items[next].kind == UInt8(RTCM_TRAILING) else { return [] }
    next += 1
    return items[next - 1].ownBytes
  }

  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?, signalID: UInt8?) {}
  mutating func endGroup() {}

  func failure(_ error: RTCMEncodingError) -> Failure {
    var failure = Failure(error, bitOffset: bitOffset)
    if failure.messageType == 0 { failure.messageType = messageType }
    return failure
  }

  /// Checks that there is nothing left.
  func finish() throws(Failure) {
    guard next < items.count else { return }
    throw Failure(
      status: RTCM_LEFTOVER_ITEM, messageType: messageType, field: items[next].number,
      bitOffset: bitOffset,
      text: "message \(messageType): item \(next) is behind its last field; leave it out")
  }

  /// The next item, which has to be the field's.
  private mutating func take(_ field: DataField, kind: Int) throws(Failure) -> rtcm_item {
    guard next < items.count else {
      throw found(RTCM_MISSING_ITEM, field, "comes next, and there is no item; add it")
    }
    let item = items[next]
    guard item.kind == UInt8(kind), item.number == 0 || item.number == field.number,
      item.bit_count == 0 || Int(item.bit_count) == field.bitCount
    else {
      throw found(RTCM_WRONG_ITEM, field, "comes next, and item \(next) is another; give it first")
    }
    next += 1
    return item
  }

  private func found(_ status: Int, _ field: DataField, _ what: String) -> Failure {
    let name = field.number == 0 ? "\(field.name)" : DataField.label(field.number)
    return Failure(
      status: status, messageType: messageType, field: field.number, bitOffset: bitOffset,
      text: "message \(messageType): \(name) \(what)")
  }
}

extension rtcm_item {
  /// A copy of its bytes.
  var ownBytes: [UInt8] {
    // Sound: the caller lends them for the length of the call.
    bytes == nil ? [] : Array(UnsafeBufferPointer(start: bytes, count: Int(byte_count)))
  }
}

/// As rtcm.h says.
@c @implementation public func rtcm_encode(
  _ items: UnsafePointer<rtcm_item>?, _ item_count: Int, _ frame: UnsafeMutablePointer<UInt8>?,
  _ capacity: Int, _ frame_count: UnsafeMutablePointer<Int>?,
  _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  var source = ItemSource(UnsafeBufferPointer(start: items, count: items == nil ? 0 : item_count))
  let payload: [UInt8]
  do throws(Failure) {
    let message = try RTCMMessage(from: &source)
    try source.finish()
    do throws(RTCMEncodingError) {
      payload = try message.encode()
    } catch let failure { throw source.failure(failure) }
  } catch let failure { return failure.report(to: error) }
  return write(payload.span, to: frame, capacity, frame_count, error)
}

/// As rtcm.h says.
@c @implementation public func rtcm_frame_payload(
  _ payload: UnsafePointer<UInt8>?, _ count: Int, _ frame: UnsafeMutablePointer<UInt8>?,
  _ capacity: Int, _ frame_count: UnsafeMutablePointer<Int>?,
  _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  write(payload.span(count), to: frame, capacity, frame_count, error)
}

/// Makes a message's frame where the caller has room.
func encode(
  _ message: some RTCMCodable, to frame: UnsafeMutablePointer<UInt8>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  do throws(RTCMEncodingError) {
    return copy(try message.frame(), to: frame, capacity, count, error)
  } catch let failure { return Failure(failure).report(to: error) }
}

/// Frames a payload where the caller has room.
private func write(
  _ payload: Span<UInt8>, to frame: UnsafeMutablePointer<UInt8>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  do throws(RTCMEncodingError) {
    return copy(try RTCMFrame.encoding(payload: payload), to: frame, capacity, count, error)
  } catch let failure { return Failure(failure).report(to: error) }
}

/// Copies a frame to where the caller has room.
private func copy(
  _ bytes: [UInt8], to frame: UnsafeMutablePointer<UInt8>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<rtcm_error>?
) -> rtcm_status {
  guard let frame, let count else { return Failure.noMemoryGiven.report(to: error) }
  guard bytes.count <= capacity else {
    let text = "the frame has \(bytes.count) bytes, the memory given \(capacity); give more"
    return Failure(status: RTCM_NO_ROOM, text: text).report(to: error)
  }
  for index in bytes.indices { frame[index] = bytes[index] }
  count.pointee = bytes.count
  return rtcm_status(RTCM_OK)
}
