import HTTPMessages
import Locks
import Testing

@testable import HTTPServer

/// Tests of a stream's backlog, read directly without a connection.
@Suite("What waits in a response that is sent in pieces")
struct StreamBufferTests {
  private let cuts = Counter()

  private final class Counter: Sendable {
    private let count = Lock(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
  }

  private func stream(_ first: [UInt8] = []) -> ResponseStream {
    ResponseStream(first) { [cuts] _ in cuts.add() }
  }

  /// Reads from a stream that has a piece or has ended.
  private func read(_ count: Int, from stream: ResponseStream) -> (ResponseStream.Piece, [UInt8]) {
    // The handle is never used: only an empty stream suspends its connection.
    guard let nobody = OpaquePointer(bitPattern: 8) else { return (.cut, []) }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { room.deallocate() }
    let piece = stream.read(into: room, for: ConnectionHandle(pointer: nobody))
    guard case .bytes(let length) = piece else { return (piece, []) }
    return (piece, Array(room.prefix(length)))
  }

  private func piece(_ count: Int) -> [UInt8] { [UInt8](repeating: 120, count: count) }

  @Test("goes out piece by piece, as much as there is room for, and then the end")
  func reading() {
    let stream = stream([1, 2, 3])
    #expect(stream.send([4, 5]) && stream.send([]))
    stream.end()
    #expect(read(2, from: stream) == (.bytes(2), [1, 2]))
    #expect(read(2, from: stream) == (.bytes(1), [3]))
    #expect(read(2, from: stream) == (.bytes(2), [4, 5]))
    #expect(read(2, from: stream) == (.end, []))
    #expect(cuts.value == 0)
  }

  @Test("is taken no more after the end, although the reader is still there")
  func ended() {
    let stream = stream()
    stream.end()
    #expect(!stream.send([1]) && stream.send([]))
    #expect(read(2, from: stream) == (.end, []))
    stream.readerLeft()
    #expect(!stream.send([]))
  }

  @Test("is dropped where it is cut, or its reader leaves", arguments: [true, false])
  func dropped(isCut: Bool) {
    let stream = stream([1])
    if isCut { stream.cut() } else { stream.readerLeft() }
    #expect(read(2, from: stream) == (.cut, []))
    #expect(!stream.send([1]) && !stream.send([]))
    #expect(cuts.value == 0)
  }

  @Test("is a megabyte at most; one byte more cuts the reader off, once")
  func limit() {
    let stream = stream(piece(1000))
    #expect(stream.send(piece((1 << 20) - 1000)))
    #expect(read(10, from: stream).0 == .bytes(10))
    #expect(stream.send(piece(10)))
    #expect(cuts.value == 0)
    #expect(!stream.send([1]))
    #expect(cuts.value == 1)
    #expect(!stream.send([1]) && cuts.value == 1)
    #expect(read(10, from: stream) == (.cut, []))
    let whole = self.stream()
    #expect(!whole.send(piece((1 << 20) + 1)))
  }

  @Test("leaves room for what can wait up to a quarter of a megabyte")
  func window() async {
    for (count, hasRoom) in [(256 << 10, false), ((256 << 10) - 1, true)] {
      let stream = stream(piece(count))
      let sending = Task.immediate { await stream.sendWhenThereIsRoom([1]) }
      stream.end()
      #expect(await sending.value == hasRoom, "\(count)")
    }
  }

  @Test("lets go on who waits for room as soon as there is some")
  func goingOn() async {
    let stream = stream(piece(256 << 10))
    let sending = Task.immediate { await stream.sendWhenThereIsRoom([7, 8]) }
    #expect(read(1, from: stream).0 == .bytes(1))
    #expect(await sending.value)
    #expect(read(1 << 20, from: stream).0 == .bytes((256 << 10) - 1))
    #expect(read(10, from: stream) == (.bytes(2), [7, 8]))
  }

  @Test("lets go on who waits for room where the reader leaves, is cut off, or is too slow")
  func giving() async {
    for end in [
      { $0.readerLeft() }, { $0.cut() }, { $0.send([UInt8](repeating: 1, count: 1 << 20)) },
    ]
      as [(ResponseStream) -> Void]
    {
      let stream = stream(piece(256 << 10))
      let sending = Task.immediate { await stream.sendWhenThereIsRoom([1]) }
      end(stream)
      #expect(await !sending.value)
    }
  }

  @Test("has the beginning of what is compressed at once, and the rest when there is enough of it")
  func compressed() async {
    let stream = stream()
    var body = CodedStream(stream, as: .gzip)
    #expect(await body.send(Array("first".utf8)))
    let (_, first) = read(1 << 20, from: stream)
    #expect(first.count > 15)
    #expect(await body.send(Array("second".utf8)))
    await body.end()
    let (_, rest) = read(1 << 20, from: stream)
    #expect(Gzip.decode(first + rest) == Array("firstsecond".utf8))
    #expect(read(1, from: stream) == (.end, []))
  }
}
