/// A caster's reason for turning a request down.
public enum CasterRefusal: Hashable, Sendable {
  /// The request head is malformed.
  case malformed
  /// The request head is longer than ``CasterConnection/longestHead``.
  case headTooLong
  /// The request was not complete within ``CasterConnection/headTimeout``.
  case timedOut
  /// The mountpoint requires a user name and password; the request has none or wrong ones.
  case unauthorized(mountpoint: String)
  /// The caster has no mountpoint of this name.
  case unknownMountpoint(String)
  /// No source is pushing the mountpoint now.
  case withoutSource(mountpoint: String)
  /// The mountpoint named by a source does not exist or does not accept sources.
  case noSources(mountpoint: String)
  /// Another source is pushing the mountpoint.
  case busy(mountpoint: String)
  /// The limit of readers, or of the address's connections, is reached.
  case tooMany
  /// The method is not GET, SOURCE or POST.
  case unknownMethod
}

extension CasterRefusal {
  /// The HTTP status code and reason phrase.
  var status: String {
    switch self {
    case .malformed: "400 Bad Request"
    case .headTooLong: "431 Request Header Fields Too Large"
    case .timedOut: "408 Request Timeout"
    case .unauthorized: "401 Unauthorized"
    case .unknownMountpoint, .noSources: "404 Not Found"
    case .busy: "409 Conflict"
    case .tooMany, .withoutSource: "503 Service Unavailable"
    case .unknownMethod: "501 Not Implemented"
    }
  }

  /// The text of an NTRIP 1 `ERROR` line to a source, in the wording that such sources expect.
  var phrase: String {
    switch self {
    case .unauthorized: "Bad Password"
    case .noSources, .busy, .unknownMountpoint: "Mount Point Taken or Invalid"
    default: "\(self)"
    }
  }
}

extension CasterRefusal: CustomStringConvertible {
  /// The reason for the refusal and its remedy.
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
    case .withoutSource(let mountpoint):
      "no source is pushing mountpoint \"\(mountpoint)\" now; come back when it does"
    case .noSources(let mountpoint):
      "mountpoint \"\(mountpoint)\" takes no source; ask the caster's operator for one that does"
    case .busy(let mountpoint):
      "another source is pushing mountpoint \"\(mountpoint)\"; stop it first"
    case .tooMany: "too many connections; close others, or come back later"
    case .unknownMethod: "unknown method; a caster answers GET, SOURCE and POST"
    }
  }
}
