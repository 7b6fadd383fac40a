/// Why a caster turns a request down.
public enum CasterRefusal: Hashable, Sendable {
  /// The request head cannot be understood.
  case malformed
  /// The request head is longer than ``CasterConnection/longestHead``.
  case headTooLong
  /// No complete request came within ``CasterConnection/headTimeout``.
  case timedOut
  /// The mountpoint wants a user name and password, and these are not they.
  case unauthorized(mountpoint: String)
  /// The caster has no such mountpoint.
  case unknownMountpoint(String)
  /// A source wants to push a stream, and this caster only plays captures.
  case noSources
  /// The method is none that a caster knows.
  case unknownMethod
}

extension CasterRefusal {
  /// The status code and its phrase.
  var status: String {
    switch self {
    case .malformed: "400 Bad Request"
    case .headTooLong: "431 Request Header Fields Too Large"
    case .timedOut: "408 Request Timeout"
    case .unauthorized: "401 Unauthorized"
    case .unknownMountpoint: "404 Not Found"
    case .noSources, .unknownMethod: "501 Not Implemented"
    }
  }
}

extension CasterRefusal: CustomStringConvertible {
  /// What is wrong and what to do about it.
  public var description: String {
    switch self {
    case .malformed: "malformed request; send GET /MOUNTPOINT HTTP/1.1, header lines, a blank line"
    case .headTooLong:
      "the request head is longer than \(CasterConnection.longestHead) bytes; send fewer headers"
    case .timedOut: "no complete request within 10 s; end the request head with a blank line"
    case .unauthorized(let mountpoint):
      "mountpoint \"\(mountpoint)\" wants a user name and password; send Authorization: Basic"
    case .unknownMountpoint(let mountpoint):
      "no mountpoint \"\(mountpoint)\"; GET / lists those there are"
    case .noSources: "this caster plays captures and takes no sources; push to another caster"
    case .unknownMethod: "unknown method; a caster answers GET"
    }
  }
}
