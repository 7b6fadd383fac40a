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

  /// Makes room for so many more.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if capacity - count < more { grow(to: max(capacity * 2, count + more)) }
  }

  @inline(never)
  private mutating func grow(to capacity: Int) {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    UnsafeMutableRawPointer(larger).copyMemory(
      from: start, byteCount: count * MemoryLayout<Element>.stride)
    start.deallocate()
    (start, self.capacity) = (larger, capacity)
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    reserve(1)
    // Sound: there is room for one more.
    start[count] = element
    count += 1
  }

  /// Makes the count another one; what is new is to be set.
  @inline(__always)
  mutating func setCount(_ count: Int) {
    reserve(count - self.count)
    self.count = count
  }
}

/// The numbers of all messages, and what there is to tell of the one that is read.
struct Columns {
  private(set) var values: Growing<Double>
  private(set) var integers: Growing<Int64>
  private(set) var layout: UInt64 = 0
  var hasBytes = false
  var hasText = false
  private var first = 0

  init(byteCount: Int) {
    // Few streams have more numbers for a byte, and what is not used costs nothing but addresses.
    let capacity = min(byteCount / 4 * 3, 1 << 26)
    values = Growing(capacity: capacity)
    integers = Growing(capacity: capacity)
  }

  /// How many numbers there are.
  var count: Int { values.count }

  /// Begins a message.
  mutating func begin() {
    (first, hasBytes, hasText, layout) = (count, false, false, 0xCBF2_9CE4_8422_2325)
  }

  /// Takes back what was read of the message.
  mutating func abandon() {
    values.setCount(first)
    integers.setCount(first)
  }

  /// Mixes what makes messages differ that have not the same fields.
  @inline(__always)
  mutating func mix(_ number: UInt64) {
    layout = (layout ^ number) &* 0x9E37_79B9_7F4A_7C15
    layout ^= layout >> 29
  }

  @inline(__always)
  mutating func append(_ field: DataField, bits: UInt64) {
    integers.append(field.integer(of: bits))
    values.append(field.value(of: bits) ?? .nan)
    mix(UInt64(field.number) << 8 | UInt64(truncatingIfNeeded: field.bitCount))
  }

  /// Makes room for numbers that are set in another order.
  ///
  /// - Returns: Where the first of them goes.
  @inline(__always)
  mutating func extend(by count: Int) -> (UnsafeMutablePointer<Double>, UnsafeMutablePointer<Int64>)
  {
    let first = values.count
    values.setCount(first + count)
    integers.setCount(first + count)
    return (values.start + first, integers.start + first)
  }

  func deallocate() {
    values.start.deallocate()
    integers.start.deallocate()
  }
}

extension Columns {
  mutating func beginGroup(_ name: StaticString) { mix(UInt64(UInt(bitPattern: name.utf8Start))) }
  mutating func endGroup() { mix(1 << 40) }
}
