package import BoardSimulation
internal import NtripProtocol
internal import Platform

/// The place of the program that models a part from outside.
package enum PartPlace: Hashable, Sendable {
  /// A program that listens on a port, which each board connects to.
  case socket(host: String, port: UInt16)
  /// A program with its arguments, which each board starts.
  case command([String])

  /// Parses `HOST:PORT`; the result is `nil` for any other text.
  package init?(socket text: String) {
    guard let (host, port) = try? NtripURL.hostAndPort(Array(text.utf8)[...]), let port,
      let number = UInt16(exactly: port)
    else { return nil }
    self = .socket(host: host, port: number)
  }

  /// Parses a program and its arguments, separated by spaces; the result is `nil` for an empty text.
  package init?(command text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard !words.isEmpty else { return nil }
    self = .command(words)
  }

  /// The place as users write it.
  package var text: String {
    switch self {
    case .socket(let host, let port): ListenAddress.authority(host, port: port)
    case .command(let words): words.joined(separator: " ")
    }
  }

  /// Opens a connection to the program.
  ///
  /// - Parameter limit: The real time that the program has for each line of an answer.
  /// - Returns: The connection, on which nothing has been said.
  /// - Throws: `PartFailure` when the program cannot be reached or started.
  package func connect(limit: Duration) throws(PartFailure) -> any PartChannel {
    switch self {
    case .socket(let host, let port): try PartConnection(to: host, port: port, limit: limit)
    case .command(let words): try PartConnection(starting: words, limit: limit)
    }
  }
}
