internal import NtripProtocol
internal import Platform
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What a link's thread does: carries out the machine's actions on a libcurl connection.
///
/// A class only because Swift 6.3.1 does not come to an end over it as a noncopyable structure.
final class LinkLoop {
  /// Blocks read in a row before the machine has a say again.
  private static let blocksInARow = 32

  private let core: LinkCore
  private var connection: CurlConnection?
  private var isConnected = false
  private var outgoing: [UInt8] = []
  private var block = [UInt8](repeating: 0, count: 16_384)
  /// Whether bytes may wait where `poll` does not see them: TLS hands out whole records.
  private var mayHaveMore = false

  init(_ core: LinkCore) { self.core = core }

  /// Runs until the link is over.
  func run() {
    while let deadline = act() {
      core.turnCount.add(1, ordering: .relaxed)
      core.tellNews()
      wait(until: deadline)
      core.pipe.drain()
      if isConnected { exchange() } else { connect() }
    }
    core.tellEnd()
  }

  /// Does what the machine wants until it wants to wait.
  ///
  /// - Returns: How long, `Duration.seconds(3600)` for no time in particular; `nil` when it is over.
  private func act() -> Duration? {
    while true {
      switch core.nextAction() {
      case .connect(let url): begin(url)
      case .send(let bytes): outgoing += bytes
      case .close: end()
      case .wait(let until?): return until
      case .wait(nil): return core.machine.isOver ? nil : core.now + .seconds(3600)
      }
    }
  }

  private func begin(_ url: NtripURL) {
    do throws(NtripTransportError) {
      connection = try CurlConnection(to: url, over: core.transport)
    } catch {
      core.tell { machine, now, _ in machine.connectionFailed(error, at: now) }
    }
  }

  private func end() {
    if isConnected { core.endStream() }
    connection = nil
    isConnected = false
    outgoing = []
    mayHaveMore = false
  }
}

// MARK: Waiting

extension LinkLoop {
  /// Waits for the socket, the wake-up pipe or the time.
  private func wait(until deadline: Duration) {
    let hasRoom = core.hasRoom
    guard !(mayHaveMore && hasRoom) else { return }
    // Without a pipe, which takes a process with no descriptors left, look up often.
    let longest = Duration.milliseconds(core.pipe.descriptor < 0 ? 50 : 3_600_000)
    let milliseconds = Self.milliseconds(min(deadline - core.now, longest))
    if !isConnected {
      let waited: Void? = connection?.waitWhileConnecting(
        orFor: core.pipe.descriptor, milliseconds: milliseconds)
      if waited != nil { return }
    }
    let events = (hasRoom ? POLLIN : 0) | (outgoing.isEmpty ? 0 : POLLOUT)
    // A descriptor of -1 is passed over; without room even a closed socket must not end the wait.
    let socket = isConnected && events != 0 ? connection?.socket ?? -1 : -1
    var polled = [
      pollfd(fd: core.pipe.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: socket, events: Int16(events), revents: 0),
    ]
    // Sound: the array has the elements that it counts.
    _ = unsafe poll(&polled, nfds_t(polled.count), milliseconds)
  }

  /// Whole milliseconds, rounded up so that no wait ends early, and at most an hour.
  static func milliseconds(_ duration: Duration) -> Int32 {
    let (seconds, attoseconds) = min(max(duration, .zero), .seconds(3600)).components
    return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}

// MARK: Connecting and exchanging

extension LinkLoop {
  private func connect() {
    do throws(NtripTransportError) {
      guard try connection?.proceed() == true else { return }
      isConnected = true
      core.tell { machine, now, _ in machine.connected(at: now) }
    } catch {
      end()
      core.tell { machine, now, _ in machine.connectionFailed(error, at: now) }
    }
  }

  /// Sends what waits and reads what is there.
  private func exchange() {
    flush()
    mayHaveMore = false
    for _ in 0..<Self.blocksInARow {
      guard core.hasRoom else { break }
      guard receiveBlock() else { return }
    }
    mayHaveMore = isConnected
  }

  /// Reads a block.
  ///
  /// - Returns: `false` when there is no other one now.
  private func receiveBlock() -> Bool {
    switch connection?.receive(into: &block) ?? .closed {
    case .bytes(let count):
      let received = block
      core.tell { machine, now, take in
        machine.received(received.span.extracting(first: count), at: now, onData: take)
      }
      return true
    case .nothingNow: return false
    case .closed:
      end()
      core.tell { machine, now, take in machine.disconnected(at: now, onData: take) }
      return false
    case .broken(let words):
      end()
      core.tell { machine, now, _ in machine.connectionBroke(words, at: now) }
      return false
    }
  }

  private func flush() {
    guard let words = connection?.send(&outgoing) else { return }
    end()
    core.tell { machine, now, _ in machine.connectionBroke(words, at: now) }
  }
}
