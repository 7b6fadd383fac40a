/// A caster's reason for turning a request down.
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
  /// No source is pushing the mountpoint now.
  case withoutSource(mountpoint: String)
  /// A source wants to push what is none of its mountpoints.
  case noSources(mountpoint: String)
  /// Another source is pushing the mountpoint.
  case busy(mountpoint: String)
  /// There are as many readers as the caster, or the client's address, may have.
  case tooMany
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
    case .unknownMountpoint, .noSources: "404 Not Found"
    case .busy: "409 Conflict"
    case .tooMany, .withoutSource: "503 Service Unavailable"
    case .unknownMethod: "501 Not Implemented"
    }
  }

  /// The refusal of a source of NTRIP 1, in the words that such sources know.
  var phrase: String {
    switch self {
    case .unauthorized: "Bad Password"
    case .noSources, .busy, .unknownMountpoint: "Mount Point Taken or Invalid"
    default: "\(self)"
    }
  }
}

extension CasterRefusal: CustomStringConvertible {
  /// The fault and its remedy.
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
