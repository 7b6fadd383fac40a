public import CRTCM
internal import RTCMParser

/// Memory that grows, and that C may look into.
struct Growing<Element: BitwiseCopyable> {
  private(set) var start: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = max(capacity, 16)
    start = .allocate(capacity: self.capacity)
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    // Sound: there is room for one more.
    start[count] = element
    count += 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.update(from: start, count: count)
    start.deallocate()
    (start, capacity) = (larger, capacity * 2)
  }

  mutating func removeLast(to count: Int) { self.count = count }
}

/// Collects the numbers of all messages, column by column.
struct BatchVisitor: FieldVisitor {
  var values: Growing<Double>
  var integers: Growing<Int64>
  var layout: UInt64 = 0
  var hasBytes = false
  private var place: UInt64 = 0

  init(byteCount: Int) {
    values = Growing(capacity: byteCount / 2)
    integers = Growing(capacity: byteCount / 2)
  }

  mutating func begin() { (layout, place, hasBytes) = (0xCBF2_9CE4_8422_2325, 0, false) }

  @inline(__always)
  private mutating func mix(_ number: UInt64) {
    layout = (layout ^ number) &* 0x9E37_79B9_7F4A_7C15
    layout ^= layout >> 29
  }

  @inline(__always)
  mutating func visit(_ field: DataField, bits: UInt64) {
    let integer = field.integer(of: bits)
    integers.append(integer)
    values.append(field.value(of: bits) ?? .nan)
    mix(UInt64(field.number) << 8 | UInt64(truncatingIfNeeded: field.bitCount))
  }

  mutating func visit(_ field: DataField, text: DescriptorText) { hasBytes = true }
  mutating func visit(trailing bits: TrailingBits) { hasBytes = true }
  mutating func visit(undecodedPayload payload: [UInt8]) { hasBytes = true }

  @inline(__always)
  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?, signalID: UInt8?) {
    mix(UInt64(UInt(bitPattern: name.utf8Start)))
  }
  @inline(__always)
  mutating func endGroup() { mix(1 << 40) }
}

/// What a `rtcm_batch` points to: what C sees of it first, then what owns that.
struct BatchState {
  var seen = rtcm_batch()
  var messages: Growing<rtcm_batch_message>
  var fields: BatchVisitor

  mutating func take(_ frame: borrowing FrameView) {
    var entry = rtcm_batch_message()
    entry.offset = UInt64(frame.offset)
    entry.byte_count = UInt16(frame.bytes.count)
    entry.type = frame.messageType ?? 0
    let first = fields.values.count
    entry.first_item = UInt32(truncatingIfNeeded: first)
    fields.begin()
    do throws(RTCMDecodingError) {
      let message = try RTCMMessage(decoding: frame.payload)
      do throws(RTCMEncodingError) {
        try message.describe(to: &fields)
      } catch {
        entry.status = UInt8(Failure(error).status)
      }
    } catch { entry.status = UInt8(Failure(error).status) }
    if entry.status != 0 {
      fields.values.removeLast(to: first)
      fields.integers.removeLast(to: first)
    }
    entry.item_count = UInt32(fields.values.count - first)
    entry.layout = fields.layout
    entry.has_bytes = fields.hasBytes ? 1 : 0
    messages.append(entry)
  }
}

/// As rtcm.h says.
@c @implementation public func rtcm_batch_create(
  _ bytes: UnsafePointer<UInt8>?, _ count: Int
) -> UnsafeMutablePointer<rtcm_batch>? {
  guard count >= 0, count <= Int(UInt32.max) else { return nil }
  var state = BatchState(
    messages: Growing(capacity: count / 128), fields: BatchVisitor(byteCount: count))
  var scanner = FrameScanner()
  scanner.consume(bytes.span(count)) { state.take($0) }
  scanner.finish { state.take($0) }
  state.seen.messages = UnsafePointer(state.messages.start)
  state.seen.values = UnsafePointer(state.fields.values.start)
  state.seen.integers = UnsafePointer(state.fields.integers.start)
  state.seen.message_count = state.messages.count
  state.seen.item_count = state.fields.values.count
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
  state.pointee.fields.values.start.deallocate()
  state.pointee.fields.integers.start.deallocate()
  state.deinitialize(count: 1)
  state.deallocate()
}
