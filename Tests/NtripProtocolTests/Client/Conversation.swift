import NtripProtocol

/// The result of one session in which the caster's bytes arrived in given pieces.
struct Conversation: Equatable {
  var data: [UInt8] = []
  var version: NtripVersion?
  var streamBytes: Int64 = 0
  /// The state after the last piece, before the connection was closed.
  var stateBeforeClose: NtripClientSession.State
  var state: NtripClientSession.State

  /// Passes `answer` to a session in pieces that end at these offsets, then closes the connection.
  init(
    with answer: [UInt8], cutAt cuts: [Int], url: NtripURL, options: NtripSessionOptions = .init()
  ) {
    var session = NtripClientSession(to: url, options: options, at: .zero)
    var (data, version): ([UInt8], NtripVersion?) = ([], nil)
    var start = 0
    for end in cuts + [answer.count] {
      let piece = Array(answer[start..<end])
      session.receive(piece.span, at: .seconds(1)) { for i in $0.indices { data.append($0[i]) } }
      if case .streaming(let now) = session.state { version = now }
      start = end
    }
    stateBeforeClose = session.state
    session.finish(at: .seconds(2)) { for i in $0.indices { data.append($0[i]) } }
    (self.data, self.version, streamBytes, state) = (
      data, version, session.streamBytes, session.state
    )
  }

  /// The cause of the failure; `nil` when the session did not end with a failure.
  var cause: NtripFailure.Cause? {
    switch state {
    case .ended(.failure(let failure)), .ended(.again(_, let failure)): failure.cause
    default: nil
    }
  }

  /// The lesson of the session; `nil` when another request cannot help.
  var lesson: NtripLesson? {
    if case .ended(.again(let lesson, _)) = state { lesson } else { nil }
  }

  /// The sourcetable with which the session ended; `nil` for another outcome.
  var sourcetable: Sourcetable? {
    if case .ended(.sourcetable(let table)) = state { table } else { nil }
  }
}

extension Array where Element == UInt8 {
  init(_ text: String, _ more: [UInt8] = []) { self = Array(text.utf8) + more }
}
