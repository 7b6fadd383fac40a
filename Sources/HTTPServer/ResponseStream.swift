internal import CMicroHTTPD
internal import Platform
import Locks

/// A response whose body is sent in pieces, from any thread, for as long as its reader stays.
///
/// Who makes pieces when something happens sends them with ``send(_:)``: a reader that takes nothing while
/// ``limit`` bytes wait for it is cut off, so that it costs the others nothing. Who has any number of them
/// at hand sends with ``sendWhenThereIsRoom(_:)``, which goes at the reader's pace. A reader that has gone is
/// noticed when something is sent to it, and one that takes nothing for half a minute has gone.
package final class ResponseStream: Sendable {
  /// The greatest number of bytes that may wait for a reader.
  package static let limit = 1 << 20
  /// While so many bytes wait, there is no room for more of those that can wait themselves.
  package static let window = 256 << 10

  private struct State {
    /// The pieces to be sent, the first one from `offset` on.
    var pieces: [[UInt8]] = []
    var offset = 0
    var byteCount = 0
    /// The connection that is set aside until there is something to send.
    var waiting: ConnectionHandle?
    /// The senders that wait for room.
    var senders: [CheckedContinuation<Void, Never>] = []
    var isEnded = false
    var isGone = false

    mutating func takeSenders() -> [CheckedContinuation<Void, Never>] {
      defer { senders = [] }
      return senders
    }
  }

  private let state = Lock(State())
  private let cutOff: @Sendable (ResponseStream) -> Void

  /// Creates a stream.
  ///
  /// - Parameters:
  ///   - first: The bytes to send first.
  ///   - cutOff: Ends the connection of a reader that is too slow.
  init(_ first: [UInt8], cutOff: @escaping @Sendable (ResponseStream) -> Void) {
    self.cutOff = cutOff
    send(first)
  }

  /// Sends bytes.
  ///
  /// - Returns: Whether there still is a reader; once it is `false`, nothing is sent any more.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    guard !bytes.isEmpty else { return state.withLock { !$0.isGone } }
    let isTooSlow: Bool? = state.withLock { state in
      guard !state.isGone, !state.isEnded else { return nil }
      guard state.byteCount + bytes.count <= Self.limit else {
        Self.leave(&state)
        return true
      }
      state.pieces.append(bytes)
      state.byteCount += bytes.count
      Self.resume(&state)
      return false
    }
    if isTooSlow == true {
      goOn()
      cutOff(self)
    }
    return isTooSlow == false
  }

  /// Sends bytes once less than ``window`` of those before them wait; for one task at a time.
  ///
  /// - Parameter bytes: A piece; ``limit`` less ``window`` is the longest that is certain to have room.
  /// - Returns: Whether there still is a reader; `false` also when the listener stops meanwhile.
  package func sendWhenThereIsRoom(_ bytes: [UInt8]) async -> Bool {
    await withCheckedContinuation { continuation in
      let mustWait = state.withLock { state in
        guard state.byteCount >= Self.window, !state.isGone, !state.isEnded else { return false }
        state.senders.append(continuation)
        return true
      }
      if !mustWait { continuation.resume() }
    }
    return send(bytes)
  }

  /// Ends the response after what has been sent.
  package func end() {
    let senders = state.withLock { state in
      state.isEnded = true
      Self.resume(&state)
      return state.takeSenders()
    }
    for sender in senders { sender.resume() }
  }

  /// Ends the connection before the response's end, which tells the reader that it has not all of it.
  package func cut() {
    state.withLock { Self.leave(&$0) }
    goOn()
  }

  private static func resume(_ state: inout State) {
    state.waiting.take()?.resume()
  }

  private static func leave(_ state: inout State) {
    state.isGone = true
    (state.pieces, state.byteCount) = ([], 0)
    resume(&state)
  }

  /// Lets go on whoever waits for room, if there is some now.
  private func goOn() {
    let senders = state.withLock { state in
      state.byteCount < Self.window ? state.takeSenders() : []
    }
    for sender in senders { sender.resume() }
  }

  // MARK: On the listener's thread

  /// The next piece to be sent.
  enum Piece: Equatable {
    /// The number of bytes that were copied.
    case bytes(Int)
    /// Nothing yet; the connection is set aside.
    case nothingYet
    /// Nothing any more.
    case end
    /// Nothing any more, although it is not the end.
    case cut
  }

  /// Copies what there is, or sets the connection aside.
  func read(into buffer: UnsafeMutableRawBufferPointer, for connection: ConnectionHandle) -> Piece {
    defer { goOn() }
    // Sound: no more is copied than the buffer and the piece have.
    return state.withLock { state in
      if state.isGone { return .cut }
      guard let piece = state.pieces.first else {
        guard !state.isEnded else { return .end }
        connection.suspend()
        state.waiting = connection
        return .nothingYet
      }
      let count = min(buffer.count, piece.count - state.offset)
      unsafe buffer.copyBytes(from: piece[state.offset..<(state.offset + count)])
      state.offset += count
      state.byteCount -= count
      if state.offset == piece.count {
        state.pieces.removeFirst()
        state.offset = 0
      }
      return .bytes(count)
    }
  }

  /// The reader has left, or been served.
  func readerLeft() {
    state.withLock { state in
      state.waiting = nil
      Self.leave(&state)
    }
    goOn()
  }
}

extension ResponseStream {
  /// Queues the stream as the response on a connection, with the fields of a head.
  ///
  /// Sound: libmicrohttpd is given a retained reader, which it releases with the response; it calls
  /// with a buffer that is good during the call.
  func send(
    _ status: Int, _ fields: [(name: String, value: String)], on connection: ConnectionHandle
  )
    -> MHD_Result
  {
    let reader = StreamReader(stream: self, connection: connection)
    let context = unsafe Unmanaged.passRetained(reader).toOpaque()
    guard
      let response = unsafe MHD_create_response_from_callback(
        UInt64.max, 16 * 1024, readStream, context, endStream)
    else {
      unsafe Unmanaged<StreamReader>.fromOpaque(context).release()
      return .NO
    }
    for field in fields { unsafe MHD_add_response_header(response, field.name, field.value) }
    defer { unsafe MHD_destroy_response(response) }
    return unsafe MHD_queue_response(connection.pointer, UInt32(status), response)
  }
}

/// A stream and the connection that reads it.
private final class StreamReader {
  let stream: ResponseStream
  let connection: ConnectionHandle

  init(stream: ResponseStream, connection: ConnectionHandle) {
    self.stream = stream
    self.connection = connection
  }
}

/// Sound: as in `send` above.
private let readStream: MHD_ContentReaderCallback = { context, _, buffer, size in
  guard let context = unsafe context, let buffer = unsafe buffer else { return -2 }
  let reader = unsafe Unmanaged<StreamReader>.fromOpaque(context).takeUnretainedValue()
  let room = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: Int(size))
  switch unsafe reader.stream.read(into: room, for: reader.connection) {
  case .bytes(let count): return count
  case .nothingYet: return 0
  case .end: return -1  // MHD_CONTENT_READER_END_OF_STREAM
  case .cut: return -2  // MHD_CONTENT_READER_END_WITH_ERROR
  }
}

/// Sound: as in `send` above.
private let endStream: MHD_ContentReaderFreeCallback = { context in
  guard let context = unsafe context else { return }
  unsafe Unmanaged<StreamReader>.fromOpaque(context).takeRetainedValue().stream.readerLeft()
}
