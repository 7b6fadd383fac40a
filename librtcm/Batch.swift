public import CRTCM
internal import RTCMParser

/// Collects the numbers of a message of any type, column by column.
struct BatchVisitor: FieldVisitor {
  var columns: Columns

  mutating func visit(_ field: DataField, bits: UInt64) { columns.append(field, bits: bits) }
  mutating func visit(_ field: DataField, text: DescriptorText) { columns.hasText = true }
  mutating func visit(trailing bits: TrailingBits) { columns.hasBytes = true }
  mutating func visit(undecodedPayload payload: [UInt8]) { columns.hasBytes = true }

  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?, signalID: UInt8?) {
    columns.beginGroup(name)
  }
  mutating func endGroup() { columns.endGroup() }
}

/// What a `rtcm_batch` points to: what C sees of it first, then what owns that.
struct BatchState {
  var seen = rtcm_batch()
  var messages: Growing<rtcm_batch_message>
  var columns: Columns
  var payload = PaddedPayload()

  mutating func take(_ frame: borrowing FrameView) {
    var entry = rtcm_batch_message()
    entry.offset = UInt64(frame.offset)
    entry.byte_count = UInt16(frame.bytes.count)
    entry.type = frame.messageType ?? 0
    let first = columns.count
    entry.first_item = UInt32(truncatingIfNeeded: first)
    columns.begin()
    entry.status = UInt8(read(frame.payload, of: entry.type))
    if entry.status != 0 { columns.abandon() }
    entry.item_count = UInt32(columns.count - first)
    entry.layout = columns.layout
    entry.has_bytes = (columns.hasBytes ? 1 : 0) | (columns.hasText ? 2 : 0)
    messages.append(entry)
  }

  /// Puts a message's numbers into the columns.
  private mutating func read(_ payload: Span<UInt8>, of type: UInt16) -> Int {
    self.payload.copy(payload)
    var coder = ColumnCoder(self.payload, into: columns)
    defer { columns = coder.columns }
    do throws(ColumnCoder.Failure) {
      if try coder.read(type, in: payload) { return RTCM_OK }
    } catch { return error.status }
    var visitor = BatchVisitor(columns: coder.columns)
    defer { coder.columns = visitor.columns }
    do throws(RTCMDecodingError) {
      let message = try RTCMMessage(decoding: payload)
      do throws(RTCMEncodingError) {
        try message.describe(to: &visitor)
      } catch { return Failure(error).status }
    } catch { return Failure(error).status }
    return RTCM_OK
  }
}

/// As rtcm.h says.
@c @implementation public func rtcm_batch_create(
  _ bytes: UnsafePointer<UInt8>?, _ count: Int
) -> UnsafeMutablePointer<rtcm_batch>? {
  guard count >= 0, count <= Int(UInt32.max) else { return nil }
  var state = BatchState(
    messages: Growing(capacity: count / 128), columns: Columns(byteCount: count))
  var scanner = FrameScanner()
  scanner.consume(bytes.span(count)) { state.take($0) }
  scanner.finish { state.take($0) }
  state.seen.messages = UnsafePointer(state.messages.start)
  state.payload.deallocate()
  state.seen.values = UnsafePointer(state.columns.values.start)
  state.seen.integers = UnsafePointer(state.columns.integers.start)
  state.seen.message_count = state.messages.count
  state.seen.item_count = state.columns.count
  let batch = UnsafeMutablePointer<BatchState>.allocate(capacity: 1)
  batch.initialize(to: state)
  // Sound: what C sees is the first member.
  return UnsafeMutableRawPointer(batch).assumingMemoryBound(to: rtcm_batch.self)
}

/// As rtcm.h says.
@c @implementation public func rtcm_batch_destroy(_ batch: UnsafeMutablePointer<rtcm_batch>?) {
  guard let batch else { return }
  // Sound: it was made by `rtcm_batch_create`.
  let state = UnsafeMutableRawPointer(batch).assumingMemoryBound(to: BatchState.self)
  state.pointee.messages.start.deallocate()
  state.pointee.columns.deallocate()
  state.deinitialize(count: 1)
  state.deallocate()
}
