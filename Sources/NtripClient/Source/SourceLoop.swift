internal import NtripProtocol
internal import Platform

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What a source's thread does: carries out the machine's actions on a libcurl connection.
///
/// A class for the reason that ``LinkLoop`` is one.
final class SourceLoop {
  /// How long the last bytes may take to leave, and the caster to take notice of the end.
  private static let farewell = Duration.seconds(5)
  /// How long the caster may take nothing.
  private static let stallTimeout = Duration.seconds(30)

  private let core: SourceCore
  private var connection: CurlConnection?
  private var isConnected = false
  private var outgoing: [UInt8] = []
  /// Whether a part of the stream is in `outgoing`, or has just left it.
  private var isOnItsWay = false
  private var block = [UInt8](repeating: 0, count: 4096)
  /// When bytes have left last.
  private var lastProgress = Duration.zero

  init(_ core: SourceCore) { self.core = core }

  /// Runs until the link is over.
  func run() {
    while let deadline = act() {
      core.tellNews()
      wait(until: deadline)
      core.pipe.drain()
      if isConnected { exchange() } else { connect() }
    }
    core.tellEnd()
  }

  /// Does what the machine wants until it wants to wait.
  ///
  /// - Returns: How long; `nil` when it is over.
  private func act() -> Duration? {
    while true {
      switch core.nextAction() {
      case .connect(let url): begin(url)
      case .send(let bytes):
        outgoing += bytes
        flush()
      case .close:
        if core.machine.isFinished { leave() }
        end()
      case .wait(let until):
        if feed() { continue }
        if until == nil, core.machine.isOver { return nil }
        return until ?? core.now + .seconds(3600)
      }
    }
  }

  /// Gives the machine more of the stream when all that it had has left.
  ///
  /// - Returns: Whether it has something to do now.
  private func feed() -> Bool {
    guard isConnected, outgoing.isEmpty else { return false }
    let wasOnItsWay = isOnItsWay
    isOnItsWay = core.feed(isLastSent: wasOnItsWay)
    return isOnItsWay || core.machine.isFinished
  }

  private func begin(_ url: NtripURL) {
    do throws(NtripTransportError) {
      connection = try CurlConnection(to: url, over: core.transport)
    } catch {
      core.tell { machine, now in machine.connectionFailed(error, at: now) }
    }
  }

  /// Forgets the connection; a part that was on its way goes again on the next one.
  private func end() {
    connection = nil
    isConnected = false
    outgoing = []
    isOnItsWay = false
  }
}

// MARK: Waiting

extension SourceLoop {
  /// Waits for the socket, the wake-up pipe or the time.
  private func wait(until deadline: Duration) {
    // Without a pipe, which takes a process with no descriptors left, look up often.
    let isBusy = !outgoing.isEmpty
    let longest = Duration.milliseconds(
      core.pipe.descriptor < 0 ? 50 : isBusy ? 1000 : 3_600_000)
    let milliseconds = LinkLoop.milliseconds(min(deadline - core.now, longest))
    if !isConnected {
      let waited: Void? = connection?.waitWhileConnecting(
        orFor: core.pipe.descriptor, milliseconds: milliseconds)
      if waited != nil { return }
    }
    waitForSocket(milliseconds: milliseconds)
  }

  private func waitForSocket(milliseconds: Int32) {
    let events = POLLIN | (outgoing.isEmpty ? 0 : POLLOUT)
    let socket = isConnected ? connection?.socket ?? -1 : -1
    var polled = [
      pollfd(fd: core.pipe.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: socket, events: Int16(events), revents: 0),
    ]
    // Sound: the array has the elements that it counts.
    _ = unsafe poll(&polled, nfds_t(polled.count), milliseconds)
  }

  /// Sends what is left, and waits until the caster has closed: a connection that is closed on bytes nobody
  /// has read takes those with it that are on their way.
  private func leave() {
    let deadline = core.now + Self.farewell
    var isTold = false
    while isConnected, core.now < deadline {
      if !outgoing.isEmpty { flush() }
      if outgoing.isEmpty, !isTold, let socket = connection?.socket {
        shutdown(socket, Int32(SHUT_WR))
        isTold = true
      }
      guard isConnected, !isOver() else { return }
      waitForSocket(milliseconds: LinkLoop.milliseconds(min(deadline - core.now, .seconds(1))))
      core.pipe.drain()
    }
  }

  /// Reads over what the caster says; whether it has closed.
  private func isOver() -> Bool {
    while true {
      switch connection?.receive(into: &block) ?? .closed {
      case .bytes: continue
      case .nothingNow: return false
      case .closed, .broken: return true
      }
    }
  }
}

// MARK: Connecting and exchanging

extension SourceLoop {
  private func connect() {
    do throws(NtripTransportError) {
      guard try connection?.proceed() == true else { return }
      isConnected = true
      core.tell { machine, now in machine.connected(at: now) }
    } catch {
      end()
      core.tell { machine, now in machine.connectionFailed(error, at: now) }
    }
  }

  /// Sends what waits and reads what is there.
  private func exchange() {
    flush()
    if isConnected, !outgoing.isEmpty, core.now - lastProgress > Self.stallTimeout {
      end()
      core.tell { machine, now in machine.connectionBroke("it takes nothing any more", at: now) }
    }
    while isConnected, receiveBlock() {}
  }

  /// Reads a block.
  ///
  /// - Returns: `false` when there is no other one now.
  private func receiveBlock() -> Bool {
    switch connection?.receive(into: &block) ?? .closed {
    case .bytes(let count):
      let received = block
      core.tell { machine, now in
        machine.received(received.span.extracting(first: count), at: now)
      }
      return true
    case .nothingNow: return false
    case .closed:
      end()
      core.tell { machine, now in machine.disconnected(at: now) }
      return false
    case .broken(let words):
      end()
      core.tell { machine, now in machine.connectionBroke(words, at: now) }
      return false
    }
  }

  private func flush() {
    guard isConnected else { return }
    let count = outgoing.count
    let problem = connection?.send(&outgoing)
    if outgoing.isEmpty || outgoing.count < count { lastProgress = core.now }
    guard let words = problem else { return }
    end()
    core.tell { machine, now in machine.connectionBroke(words, at: now) }
  }
}
