#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
internal import Platform

/// The URL at which a board is polled, as a user types it into an app.
public struct BoardURL: Hashable, Sendable {
  /// The host name or numeric address, without the brackets of IPv6.
  public var host: String
  /// The port; 80 when the URL has none.
  public var port: UInt16
  /// The path with its query, percent-encoded, beginning with `/`.
  public var path: String
  /// Whether the URL has a port.
  public var namesPort: Bool

  /// Reads a URL; `http://` may be missing, as in `192.168.1.20:3000`.
  ///
  /// - Throws: ``BoardURLError`` when the text is no plain HTTP URL.
  public init(_ text: String) throws(BoardURLError) {
    let full = text.contains("://") ? text : "http://" + text
    guard let parts = URLComponents(string: full), let host = parts.host, !host.isEmpty else {
      throw .malformed
    }
    switch parts.scheme?.lowercased() {
    case "http": break
    case "https": throw .encrypted
    default: throw .unknownScheme
    }
    guard let port = UInt16(exactly: parts.port ?? 80), port > 0 else { throw .malformed }
    self.host = host.trimmingBrackets
    self.port = port
    namesPort = parts.port != nil
    path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    if let query = parts.percentEncodedQuery { path += "?" + query }
  }
}

extension BoardURL: CustomStringConvertible {
  /// The URL as text: `http://127.0.0.1:3000/`.
  public var description: String { "http://\(authority)\(path)" }

  /// Host and port as in the `Host` header field; port 80 is left out.
  var authority: String {
    let name = ListenAddress.bracketed(host)
    return port == 80 ? name : "\(name):\(port)"
  }

  /// Returns the URL of the same board with another path.
  func asking(for path: String) -> BoardURL {
    var url = self
    url.path = path
    return url
  }

  /// Whether the URL refers to this machine.
  var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}

/// An invalid URL of a board.
public enum BoardURLError: Error, Hashable, Sendable {
  /// Host, port or path is invalid.
  case malformed
  /// The URL begins with `https://`.
  case encrypted
  /// The text begins with neither `http://` nor a host.
  case unknownScheme
}

extension BoardURLError: CustomStringConvertible {
  /// A description of the error and the correct form.
  public var description: String {
    switch self {
    case .malformed: "not the URL of a board; write http://192.168.1.20:3000"
    case .encrypted:
      "boards speak plain HTTP, and only that is asked here; write http:// and a board's address"
    case .unknownScheme: "a board's URL begins with http://, such as http://192.168.1.20:3000"
    }
  }
}

extension String {
  fileprivate var trimmingBrackets: String {
    hasPrefix("[") ? String(dropFirst().dropLast()) : self
  }
}
