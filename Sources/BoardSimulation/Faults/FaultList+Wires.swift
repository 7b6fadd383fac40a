/// The effects of the wires' faults on a transfer with a part; each fault may take a random draw.
extension FaultList {
  /// Returns whether the part does not acknowledge its address.
  mutating func silences(_ part: String, at time: Duration) -> Bool {
    strikes(.brownOut, part, at: time) != nil || strikes(.nack, part, at: time) != nil
  }

  /// Returns the time for which SCL is held low after the part's address.
  mutating func stretch(of part: String, at time: Duration) -> Duration {
    guard let fault = strikes(.stretch, part, at: time) else { return .zero }
    return .microseconds(Int64(fault.value(.us) ?? 0))
  }

  /// Returns the number of clocks after which the first of the parts that hold SDA low releases it; `nil`
  /// while none does.
  mutating func clocksToFreeSDA(of parts: [String], at time: Duration) -> Double? {
    for part in parts {
      if let fault = strikes(.sdaLow, part, at: time) { return fault.value(.clocks) ?? 0 }
    }
    return nil
  }

  /// Returns the index of the byte that the part refuses of so many; `nil` for none.
  mutating func refusedByte(of count: Int, by part: String, at time: Duration) -> Int? {
    guard let byte = strikes(.nackData, part, at: time)?.value(.byte), Int(byte) < count else {
      return nil
    }
    return Int(byte)
  }

  /// Spoils the bytes read from a part: stale ones, a wrong bit, an early end, in this order.
  mutating func spoil(
    _ buffer: inout MutableSpan<UInt8>, of part: String, _ memory: inout AnswerMemory,
    at time: Duration
  ) {
    let count = buffer.count
    guard count > 0 else { return }
    if strikes(.stale, part, at: time) == nil {
      memory.remember(read: buffer)
    } else if let last = memory.answer(of: count), last.count == count {
      for position in 0..<count { buffer[position] = last[position] }
    }
    if let fault = strikes(.flip, part, at: time) {
      let byte = fault.value(.byte).map { Int($0) } ?? pick(below: count)
      let bit = fault.value(.bit).map { Int($0) } ?? pick(below: 8)
      if byte < count { buffer[byte] ^= 1 << UInt8(bit) }
    }
    if let kept = strikes(.shortRead, part, at: time)?.value(.bytes) {
      for position in 0..<count where position >= Int(kept) { buffer[position] = 0xFF }
    }
  }

  /// Spoils one byte of a read whose length is not known: a wrong bit, an early end, in this order.
  ///
  /// A wrong bit without a given byte strikes the first one.
  mutating func spoil(_ value: UInt8, at index: Int, of part: String, at time: Duration) -> UInt8 {
    var value = value
    if let fault = strikes(.flip, part, at: time), Int(fault.value(.byte) ?? 0) == index {
      value ^= 1 << UInt8(fault.value(.bit).map { Int($0) } ?? pick(below: 8))
    }
    let kept = strikes(.shortRead, part, at: time)?.value(.bytes)
    return kept.map { index >= Int($0) } == true ? 0xFF : value
  }
}
