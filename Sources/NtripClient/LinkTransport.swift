internal import NtripProtocol
internal import Platform

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The transport of a link: one connection after another, the bytes that wait to be sent, and waiting.
///
/// A class only because Swift 6.3.1 does not come to an end over it as a noncopyable structure.
final class LinkTransport {
  /// An event for the machine.
  enum Event {
    case connected
    case failed(NtripTransportError)
    case received(ArraySlice<UInt8>)
    /// The other side has closed the connection.
    case closed
    case broken(String)
  }

  /// The connection stands.
  private(set) var isConnected = false
  /// Bytes that are to leave.
  private(set) var outgoing: [UInt8] = []

  private var connection: CurlConnection?
  private var block: [UInt8]

  /// Reads blocks of so many bytes.
  init(blockSize: Int) { block = [UInt8](repeating: 0, count: blockSize) }

  /// Begins to connect.
  func begin(_ url: NtripURL, over options: NtripTransportOptions) -> Event? {
    do throws(NtripTransportError) {
      connection = try CurlConnection(to: url, over: options)
      return nil
    } catch {
      return .failed(error)
    }
  }

  /// Goes on with connecting.
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

  /// Lets bytes leave, now or when there is room.
  func send(_ bytes: [UInt8]) { outgoing += bytes }

  /// Sends what waits, as much as there is room for.
  func flush() -> Event? {
    guard let words = connection?.send(&outgoing) else { return nil }
    close()
    return .broken(words)
  }

  /// Reads a block; `nil` when there is none now.
  func receive() -> Event? { take(connection?.receive(into: &block) ?? .closed) }

  /// Throws away what is there, after ``endSending()``; nothing can be received after that.
  ///
  /// - Returns: How the connection has ended; `nil` while it has not.
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

  /// Says that nothing more will be sent.
  func endSending() {
    guard let socket = connection?.socket else { return }
    shutdown(socket, Int32(SHUT_WR))
  }

  /// Forgets the connection, and what was to be sent over it.
  func close() {
    connection = nil
    isConnected = false
    outgoing = []
  }

  /// Waits for the connection, the wake-up pipe or the time.
  ///
  /// - Parameters:
  ///   - deadline: The time, an hour off at most.
  ///   - now: The time that it is.
  ///   - pipe: What ends the wait as well.
  ///   - isReading: Whether what comes does.
  func wait(
    until deadline: Duration, from now: Duration, orFor pipe: borrowing WakeUpPipe,
    isReading: Bool = true
  ) {
    // Without a pipe, which takes a process with no descriptors left, look up often.
    let longest = Duration.milliseconds(pipe.descriptor < 0 ? 50 : 3_600_000)
    let milliseconds = Self.milliseconds(until: deadline, from: now, atMost: longest)
    if !isConnected {
      let waited: Void? = connection?.waitWhileConnecting(
        orFor: pipe.descriptor, milliseconds: milliseconds)
      if waited != nil { return }
    }
    let events = (isReading ? POLLIN : 0) | (outgoing.isEmpty ? 0 : POLLOUT)
    // A descriptor of -1 is passed over; without room even a closed socket must not end the wait.
    let socket = isConnected && events != 0 ? connection?.socket ?? -1 : -1
    var polled = [
      pollfd(fd: pipe.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: socket, events: Int16(events), revents: 0),
    ]
    // Sound: the array has the elements that it counts.
    _ = unsafe poll(&polled, nfds_t(polled.count), milliseconds)
  }

  /// Whole milliseconds, rounded up so that no wait ends early.
  static func milliseconds(
    until deadline: Duration, from now: Duration, atMost longest: Duration
  ) -> Int32 {
    let (seconds, attoseconds) = min(max(deadline - now, .zero), longest).components
    return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
