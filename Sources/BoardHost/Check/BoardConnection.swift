internal import Platform

/// A connection to a board, for consecutive requests.
struct BoardConnection: ~Copyable {
  private let socket: ClientSocket
  private let authority: String

  /// Connects to the board of a URL.
  init(
    to url: BoardURL, until deadline: ContinuousClock.Instant,
    isWanted: @escaping @Sendable () -> Bool
  ) throws(BoardFailure) {
    do throws(ConnectionError) {
      socket = try ClientSocket(
        host: url.host, port: url.port, until: deadline, isWanted: isWanted)
    } catch {
      throw .noConnection(error)
    }
    authority = url.authority
  }

  /// Sends a request before a deadline.
  func send(_ request: BoardRequest, until deadline: ContinuousClock.Instant)
    throws(BoardFailure)
  {
    do throws(ConnectionError) {
      try socket.send(request.bytes(to: authority), until: deadline)
    } catch .reset {
      throw .cutOff(received: 0)
    } catch {
      throw .noConnection(error)
    }
  }

  /// Reads the answer to a request that has been sent.
  func answer(
    to request: BoardRequest, until deadline: ContinuousClock.Instant
  ) throws(BoardFailure) -> BoardReply {
    var reader = ReplyReader(method: request.method)
    while true {
      if let reply = reader.whole { return reply }
      let bytes = try receive(until: deadline, reader)
      do throws(ReplyError) {
        try reader.consume(bytes)
      } catch {
        throw BoardFailure(error)
      }
      guard bytes.isEmpty else { continue }
      reader.finish()
      guard let reply = reader.whole else { throw .cutOff(received: reader.received) }
      return reply
    }
  }

  private func receive(
    until deadline: ContinuousClock.Instant, _ reader: borrowing ReplyReader
  ) throws(BoardFailure) -> [UInt8] {
    do throws(ConnectionError) {
      return try socket.receive(until: deadline)
    } catch .timedOut {
      throw reader.received == 0 ? .silent : .unfinished(received: reader.received)
    } catch .reset {
      return []  // for the answer, an end like any other
    } catch {
      throw .noConnection(error)
    }
  }
}

extension BoardFailure {
  fileprivate init(_ error: ReplyError) {
    self =
      switch error {
      case .notHTTP(let beginning): .notHTTP(beginning)
      case .malformed(let what): .malformed(what)
      case .tooLong: .tooLong
      }
  }
}
