internal import NtripProtocol
internal import Platform

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The transport of a link: its current connection, its send buffer, and the wait for events.
///
/// A class only because Swift 6.3.1 does not finish compiling it as a noncopyable structure.
final class LinkTransport {
  /// An event for the state machine.
  enum Event {
    case connected
    case failed(NtripTransportError)
    case received(ArraySlice<UInt8>)
    /// The other side closed the connection.
    case closed
    case broken(String)
  }

  /// Whether the connection is established.
  private(set) var isConnected = false
  /// The send buffer.
  private(set) var outgoing: [UInt8] = []

  private var connection: CurlConnection?
  private var block: [UInt8]

  /// Creates a transport that reads blocks of up to `blockSize` bytes.
  init(blockSize: Int) { block = [UInt8](repeating: 0, count: blockSize) }

  /// Begins to connect; returns the failure, if any.
  func begin(_ url: NtripURL, over options: NtripTransportOptions) -> Event? {
    do throws(NtripTransportError) {
      connection = try CurlConnection(to: url, over: options)
      return nil
    } catch {
      return .failed(error)
    }
  }

  /// Continues to connect; returns an event when the attempt succeeds or fails.
  func connect() -> Event? {
    do throws(NtripTransportError) {
      guard try connection?.proceed() == true else { return nil }
      isConnected = true
      return .connected
    } catch {
      close()
      return .failed(error)
    }
  }

  /// Appends bytes to the send buffer.
  func send(_ bytes: [UInt8]) { outgoing += bytes }

  /// Sends from the send buffer as much as the connection takes; returns an event if the connection broke.
  func flush() -> Event? {
    guard let words = connection?.send(&outgoing) else { return nil }
    close()
    return .broken(words)
  }

  /// Receives a block; returns `nil` if no bytes are available now.
  func receive() -> Event? { take(connection?.receive(into: &block) ?? .closed) }

  /// Reads and discards bytes after ``endSending()``; nothing can be received afterwards.
  ///
  /// - Returns: The end of the connection; `nil` while it is still open.
  func drain() -> Event? { take(connection?.drain(&block) ?? .closed) }

  private func take(_ received: CurlConnection.Received) -> Event? {
    switch received {
    case .bytes(let count): return .received(block[..<count])
    case .nothingNow: return nil
    case .closed:
      close()
      return .closed
    case .broken(let words):
      close()
      return .broken(words)
    }
  }

  /// Tells the other side that nothing more will be sent.
  func endSending() {
    guard let socket = connection?.socket else { return }
    shutdown(socket, Int32(SHUT_WR))
  }

  /// Closes the connection and clears the send buffer.
  func close() {
    connection = nil
    isConnected = false
    outgoing = []
  }

  /// Waits for the connection, the wake-up pipe or the deadline.
  ///
  /// - Parameters:
  ///   - deadline: The end of the wait, at most an hour from now.
  ///   - now: The current time.
  ///   - pipe: The wake-up pipe, which also ends the wait.
  ///   - isReading: Whether incoming bytes end the wait.
  func wait(
    until deadline: Duration, from now: Duration, orFor pipe: borrowing WakeUpPipe,
    isReading: Bool = true
  ) {
    // The pipe is missing if the process has no descriptors left; then the wait is short.
    let longest = Duration.milliseconds(pipe.descriptor < 0 ? 50 : 3_600_000)
    let milliseconds = Self.milliseconds(until: deadline, from: now, atMost: longest)
    if !isConnected {
      let waited: Void? = connection?.waitWhileConnecting(
        orFor: pipe.descriptor, milliseconds: milliseconds)
      if waited != nil { return }
    }
    let events = (isReading ? POLLIN : 0) | (outgoing.isEmpty ? 0 : POLLOUT)
    // `poll` skips a descriptor of -1. While nothing is read or sent, even a closed socket must not end the
    // wait.
    let socket = isConnected && events != 0 ? connection?.socket ?? -1 : -1
    var polled = [
      pollfd(fd: pipe.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: socket, events: Int16(events), revents: 0),
    ]
    // Sound: the array has the elements that it counts.
    _ = unsafe poll(&polled, nfds_t(polled.count), milliseconds)
  }

  /// Returns the time to a deadline in whole milliseconds, rounded up so that no wait ends early.
  static func milliseconds(
    until deadline: Duration, from now: Duration, atMost longest: Duration
  ) -> Int32 {
    let (seconds, attoseconds) = min(max(deadline - now, .zero), longest).components
    return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
