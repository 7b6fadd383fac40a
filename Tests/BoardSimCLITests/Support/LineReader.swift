import Foundation
import Locks

/// A reader of a pipe, line by line or to its end.
final class LineReader: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var hasEnded = false
    var waiter: CheckedContinuation<Void, Never>?

    mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
      defer { waiter = nil }
      return waiter
    }
  }

  private let state = Lock(State())

  /// Starts to read a pipe, which is closed at its end.
  init(_ descriptor: Int32) {
    Thread.detachNewThread { [self] in
      var piece = [UInt8](repeating: 0, count: 65_536)
      while case let count = read(descriptor, &piece, piece.count), count > 0 {
        wake { $0.bytes += piece[..<count] }
      }
      close(descriptor)
      wake { $0.hasEnded = true }
    }
  }

  /// Returns the next line without its line feed; `nil` at the end.
  func nextLine() async -> String? {
    while true {
      let (line, known, hasEnded) = state.withLock { state in
        let line = state.bytes.firstIndex(of: UInt8(ascii: "\n")).map { end in
          defer { state.bytes.removeFirst(end + 1) }
          return String(decoding: state.bytes[..<end], as: UTF8.self)
        }
        return (line, state.bytes.count, state.hasEnded)
      }
      if line != nil || hasEnded { return line }
      await news(after: known)
    }
  }

  /// Returns the unread bytes, as soon as at least `count` bytes have arrived or the pipe has ended.
  func nextBytes(_ count: Int) async -> [UInt8] {
    while true {
      let (known, hasEnded) = state.withLock { ($0.bytes.count, $0.hasEnded) }
      if known >= count || hasEnded { break }
      await news(after: known)
    }
    return state.withLock { state in
      defer { state.bytes = [] }
      return state.bytes
    }
  }

  /// Returns everything from here to the end.
  func rest() async -> [UInt8] {
    var known = -1
    while !state.withLock({ $0.hasEnded }) {
      await news(after: known)
      known = state.withLock { $0.bytes.count }
    }
    return state.withLock { state in
      defer { state.bytes = [] }
      return state.bytes
    }
  }

  /// Returns when the number of bytes differs from `known`, or at the end; for one caller at a time.
  private func news(after known: Int) async {
    await withCheckedContinuation { continuation in
      let isNew = state.withLock { state in
        let isNew = state.hasEnded || state.bytes.count != known
        if !isNew { state.waiter = continuation }
        return isNew
      }
      if isNew { continuation.resume() }
    }
  }

  private func wake(_ change: (inout State) -> Void) {
    let waiter = state.withLock { state in
      change(&state)
      return state.takeWaiter()
    }
    waiter?.resume()
  }
}
