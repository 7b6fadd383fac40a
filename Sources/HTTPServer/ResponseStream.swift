internal import CMicroHTTPD
internal import Platform
import Locks

/// A response whose body is sent in pieces, from any thread, while its reader stays connected.
///
/// A sender of events uses ``send(_:)``. A reader that takes nothing while ``limit`` bytes wait is cut off,
/// so that it costs other readers nothing. A sender with many pieces at hand uses
/// ``sendWhenThereIsRoom(_:)``, which follows the reader's pace. A reader that has left is noticed at the
/// next piece; a reader that takes nothing for half a minute counts as having left.
package final class ResponseStream: Sendable {
  /// The largest backlog of a reader, bytes.
  package static let limit = 1 << 20
  /// The backlog from which ``sendWhenThereIsRoom(_:)`` waits, bytes.
  package static let window = 256 << 10

  private struct State {
    /// The queued pieces; the first one is sent from `offset` on.
    var pieces: [[UInt8]] = []
    var offset = 0
    var byteCount = 0
    /// The connection that is suspended until the next piece.
    var waiting: ConnectionHandle?
    /// The senders that wait for room in the backlog.
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
  ///   - first: The first bytes to send.
  ///   - cutOff: Ends the connection of a reader that is too slow.
  init(_ first: [UInt8], cutOff: @escaping @Sendable (ResponseStream) -> Void) {
    self.cutOff = cutOff
    send(first)
  }

  /// Queues bytes for the reader.
  ///
  /// - Returns: Whether the reader is still connected; after `false`, nothing is sent any more.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    guard !bytes.isEmpty else { return state.withLock { !$0.isGone } }
    let outcome: SendOutcome = state.withLock { state in
      guard !state.isGone, !state.isEnded else { return .gone }
      guard state.byteCount + bytes.count <= Self.limit else {
        Self.leave(&state)
        return .tooSlow
      }
      state.pieces.append(bytes)
      state.byteCount += bytes.count
      Self.resume(&state)
      return .queued
    }
    if outcome == .tooSlow {
      goOn()
      cutOff(self)
    }
    return outcome == .queued
  }

  /// The outcome of an attempt to queue bytes.
  private enum SendOutcome {
    case queued
    /// The response has ended, or its reader has left.
    case gone
    /// The backlog has no room; the reader is cut off.
    case tooSlow
  }

  /// Queues bytes once the backlog is below ``window``; for one task at a time.
  ///
  /// - Parameter bytes: A piece; ``limit`` minus ``window`` is the longest that is certain to fit.
  /// - Returns: Whether the reader is still connected; `false` also when the listener stops meanwhile.
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

  /// Ends the response after the queued pieces.
  package func end() {
    let senders = state.withLock { state in
      state.isEnded = true
      Self.resume(&state)
      return state.takeSenders()
    }
    for sender in senders { sender.resume() }
  }

  /// Ends the connection before the end of the response, so that the reader knows that the response is
  /// incomplete.
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

  /// Resumes the senders that wait for room, if the backlog is below ``window``.
  private func goOn() {
    let senders = state.withLock { state in
      state.byteCount < Self.window ? state.takeSenders() : []
    }
    for sender in senders { sender.resume() }
  }

  // MARK: On the listener's thread

  /// The result of reading the next piece.
  enum Piece: Equatable {
    /// The number of bytes copied.
    case bytes(Int)
    /// No bytes yet; the connection is suspended.
    case nothingYet
    /// The end of the response.
    case end
    /// The end of the connection before the end of the response.
    case cut
  }

  /// Copies queued bytes into the buffer, or suspends the connection if there are none.
  func read(into buffer: UnsafeMutableRawBufferPointer, for connection: ConnectionHandle) -> Piece {
    defer { goOn() }
    // Sound: the count is limited by the buffer and by the piece.
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

  /// Records that the reader has left, or has received everything.
  func readerLeft() {
    state.withLock { state in
      state.waiting = nil
      Self.leave(&state)
    }
    goOn()
  }
}

extension ResponseStream {
  /// Queues the stream as the response on a connection, with a status and header fields.
  ///
  /// Sound: libmicrohttpd gets a retained reader, which it releases with the response; its buffer is valid
  /// during each call.
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

/// A stream and the connection of its reader.
private final class StreamReader {
  let stream: ResponseStream
  let connection: ConnectionHandle

  init(stream: ResponseStream, connection: ConnectionHandle) {
    self.stream = stream
    self.connection = connection
  }
}

/// Copies the next piece into libmicrohttpd's buffer.
///
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

/// Releases the reader at the end of the response.
///
/// Sound: as in `send` above.
private let endStream: MHD_ContentReaderFreeCallback = { context in
  guard let context = unsafe context else { return }
  unsafe Unmanaged<StreamReader>.fromOpaque(context).takeRetainedValue().stream.readerLeft()
}
