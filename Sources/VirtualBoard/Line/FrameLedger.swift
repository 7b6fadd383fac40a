internal import RTCMParser

/// The frames that a caster has sent and that have not arrived yet, to count those that never do.
struct FrameLedger {
  private var sent = FrameScanner()
  private var arrived = FrameScanner()
  /// The marks of the frames on their way, in their order.
  private var marks: [UInt64] = []
  /// The frames that later ones have overtaken.
  private(set) var lost = 0

  /// The most frames on their way; older ones are lost.
  private static let capacity = 4_096

  /// Takes bytes that the caster sends.
  mutating func send(_ bytes: [UInt8]) {
    var marks = marks
    sent.consume(bytes.span) { frame in marks.append(Self.mark(of: frame.payload)) }
    let surplus = max(marks.count - Self.capacity, 0)
    marks.removeFirst(surplus)
    lost += surplus
    self.marks = marks
  }

  /// Takes bytes that have arrived.
  mutating func arrive(_ bytes: [UInt8]) {
    var (marks, lost) = (marks, lost)
    arrived.consume(bytes.span) { frame in
      guard let index = marks.firstIndex(of: Self.mark(of: frame.payload)) else { return }
      lost += index
      marks.removeFirst(index + 1)
    }
    (self.marks, self.lost) = (marks, lost)
  }

  /// Returns a mark by which a frame is known again: FNV-1a of its payload.
  private static func mark(of payload: Span<UInt8>) -> UInt64 {
    var mark: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in payload.indices { mark = (mark ^ UInt64(payload[index])) &* 0x100_0000_01B3 }
    return mark
  }
}
