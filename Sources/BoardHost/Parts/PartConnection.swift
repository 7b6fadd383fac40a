internal import BoardSimulation
internal import Platform

/// A connection to the program of a part from outside: over a socket, or to a program that this process started.
final class PartConnection: PartChannel {
  private let socket: ClientSocket
  private let program: ChildProgram?
  /// The real time that the program has for each line.
  private let limit: Duration
  /// The real time that the program has for its next line.
  private var patience: Duration
  private var lines = PartLines()

  /// The real time that a started program has for its first line, during which its interpreter starts.
  static let startLimit = Duration.seconds(10)
  /// The real time that a started program has to end by itself once its input has ended.
  private let endLimit: Duration

  /// Connects to a program that listens.
  init(to host: String, port: UInt16, limit: Duration) throws(PartFailure) {
    do throws(ConnectionError) {
      socket = try ClientSocket(host: host, port: port, until: .now + limit)
    } catch {
      throw .unreachable(
        "no connection to \(ListenAddress.authority(host, port: port)): \(error)")
    }
    socket.sendAtOnce()
    (program, self.limit, patience, endLimit) = (nil, limit, limit, .zero)
  }

  /// Starts a program.
  init(
    starting words: [String], limit: Duration, endLimit: Duration = .milliseconds(200)
  ) throws(PartFailure) {
    let program: ChildProgram
    do throws(SystemError) {
      program = try ChildProgram(words)
    } catch {
      throw .unreachable("'\(words[0])' cannot be started: \(error)")
    }
    socket = ClientSocket(taking: program.descriptor)
    (self.program, self.limit, self.endLimit) = (program, limit, endLimit)
    patience = max(limit, Self.startLimit)
  }

  deinit {
    guard let program else { return }
    socket.finish()
    let deadline = ContinuousClock.now + endLimit
    while let bytes = try? socket.receive(until: deadline), !bytes.isEmpty {}
    program.end()
  }

  func send(_ line: String) throws(PartFailure) {
    guard lines.isEmpty else { throw .unasked }
    do throws(ConnectionError) {
      try socket.send(Array("\(line)\n".utf8), until: .now + limit)
    } catch {
      throw failure(for: error)
    }
  }

  func receive() throws(PartFailure) -> [UInt8] {
    defer { patience = limit }
    let deadline = ContinuousClock.now + patience
    while true {
      if let line = lines.next() { return line }
      try lines.append(bytes(until: deadline))
    }
  }

  private func bytes(until deadline: ContinuousClock.Instant) throws(PartFailure) -> [UInt8] {
    do throws(ConnectionError) {
      let bytes = try socket.receive(until: deadline)
      guard bytes.isEmpty else { return bytes }
    } catch {
      throw failure(for: error)
    }
    throw .closed
  }

  private func failure(for error: ConnectionError) -> PartFailure {
    error == .timedOut ? .silent(patience) : .closed
  }
}
