public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension BoardPoller {
  /// Creates a poller that uses HTTP.
  ///
  /// - Parameters:
  ///   - url: The board's URL, such as `http://192.168.1.20:3000`.
  ///   - dialect: The board's dialect; `nil` detects it from the answers.
  ///   - patience: The timeout of an answer; the apps use 5 s.
  ///   - session: The session that sends the requests.
  public init(
    at url: URL, dialect: BoardDialect? = nil, patience: Duration = .seconds(5),
    session: URLSession = .shared
  ) {
    self.init(url.absoluteString, dialect: dialect, patience: patience) {
      try await session.ask(url)
    }
  }
}

extension URLSession {
  fileprivate func ask(_ url: URL) async throws -> BoardAnswer {
    // The cache is bypassed: an earlier measurement is of no use.
    let request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    do {
      let (body, response) = try await data(for: request)
      guard let response = response as? HTTPURLResponse else {
        throw BoardTransportError(
          "what answers does not speak HTTP; a board's URL begins with http://")
      }
      return BoardAnswer(
        status: response.statusCode, body: [UInt8](body),
        valueAge: response.value(forHTTPHeaderField: "X-Value-Age"))
    } catch let error as URLError {
      if error.code == .cancelled { throw CancellationError() }
      throw BoardTransportError(error.words)
    }
  }
}

extension URLError {
  fileprivate var words: String {
    switch code {
    case .cannotFindHost, .dnsLookupFailed:
      "its name has no address; give the address in numbers"
    case .cannotConnectToHost:
      "it refused the connection, or is not there; is it on, and is that its port?"
    case .networkConnectionLost: "the connection broke; is the board in reach?"
    case .notConnectedToInternet: "this device has no network; is its Wi-Fi on?"
    case .timedOut: "no answer in time; is it on, and in this network?"
    case .unsupportedURL, .badURL:
      "a board's URL begins with http://, such as http://192.168.1.20:3000"
    case .appTransportSecurityRequiresSecureConnection:
      "the system refuses plain HTTP; set NSAllowsLocalNetworking in Info.plist"
    default: localizedDescription
    }
  }
}
