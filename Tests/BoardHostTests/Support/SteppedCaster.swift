import RTCMParser
import Locks
import TestSupport

/// A caster that sends given bytes on demand, to one reader at a time.
final class SteppedCaster: Sendable {
  private final class Line: Sendable {
    let state = Lock((isAlive: true, reader: LocalConnection?.none))
  }

  private let line: Line
  private let listener: LocalListener
  var port: Int { listener.port }

  init() throws {
    let line = Line()
    self.line = line
    listener = try LocalListener { connection in
      let request = connection.receiveRequest()
      // A request for the sourcetable is no reader.
      guard !request.hasPrefix("GET / ") else { return connection.close() }
      let isAlive = line.state.withLock { state in
        if state.isAlive { state.reader = connection }
        return state.isAlive
      }
      guard isAlive, connection.send(Array("ICY 200 OK\r\n\r\n".utf8)) else {
        return connection.close()
      }
      connection.waitForEnd()
    }
  }

  deinit { listener.close() }

  /// Sends bytes to the reader.
  func send(_ bytes: [UInt8]) { line.state.withLock { _ = $0.reader?.send(bytes) } }

  /// Breaks the connection, and refuses all others until ``revive()``.
  func die() {
    line.state.withLock { state in
      state.isAlive = false
      state.reader?.close()
      state.reader = nil
    }
  }

  /// Accepts readers again.
  func revive() { line.state.withLock { $0.isAlive = true } }
}

/// Returns a capture in pieces that begin with 1077: each is what a base sends in one second.
func epochs(of capture: [UInt8]) -> [[UInt8]] {
  var epochs: [[UInt8]] = [[]]
  var scanner = FrameScanner()
  scanner.consume(capture.span) { frame in
    if frame.messageType == 1077 { epochs.append([]) }
    epochs[epochs.count - 1] += capture[frame.offset..<frame.offset + frame.payload.count + 6]
  }
  // Bytes before the first 1077 belong to its piece.
  return epochs.count < 2 ? epochs : [epochs[0] + epochs[1]] + epochs[2...]
}
