/// The correction bytes to send: a byte held back from an earlier call, then the bytes of this call.
///
/// Pieces are cut so that none has a length of one byte, unless only one byte is left.
struct CorrectionBytes: ~Escapable {
  private let held: UInt8?
  private let bytes: Span<UInt8>
  private var position = 0

  @_lifetime(copy bytes)
  init(held: UInt8?, bytes: Span<UInt8>) {
    self.held = held
    self.bytes = bytes
  }

  private var heldCount: Int { held == nil ? 0 : 1 }
  private var total: Int { bytes.count + heldCount }

  /// The number of bytes not taken yet.
  var left: Int { total - position }

  /// The single byte that is left; `nil` unless exactly one byte is left.
  var last: UInt8? { left == 1 ? byte(total - 1) : nil }

  private func byte(_ index: Int) -> UInt8 {
    if index == 0, let held { return held }
    return bytes[index - heldCount]
  }

  /// Takes the next piece as a range of this call's bytes; returns `nil` when the held-back byte comes first.
  ///
  /// The piece has at least two bytes while at least two are left.
  @_lifetime(self: copy self)
  mutating func take(atMost size: Int) -> Range<Int>? {
    guard position >= heldCount else { return nil }
    let begin = position - heldCount
    position += length(atMost: size)
    return begin..<position - heldCount
  }

  /// Copies the next piece, including the held-back byte, into `chunk`; returns the piece's length.
  @_lifetime(self: copy self)
  mutating func move<let size: Int>(into chunk: inout InlineArray<size, UInt8>) -> Int {
    let length = length(atMost: size)
    for index in 0..<length { chunk[index] = byte(position + index) }
    position += length
    return length
  }

  private func length(atMost size: Int) -> Int {
    let length = min(left, size)
    return left - length == 1 ? length - 1 : length
  }
}
