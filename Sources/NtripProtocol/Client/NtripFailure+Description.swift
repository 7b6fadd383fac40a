internal import GNSSBasics
internal import TextOutput

extension NtripFailure: CustomStringConvertible {
  /// The failure in one sentence: the caster, what happened, and the remedy.
  ///
  /// Control characters are escaped, so that the text is safe on a terminal.
  public var description: String {
    "caster \(caster) \(sentence)".withControlsEscaped
  }

  /// The name of the requested mountpoint or sourcetable, for a sentence.
  private var subject: String {
    mountpoint.isEmpty ? "its sourcetable" : "mountpoint \"\(mountpoint)\""
  }

  /// The caster's own words, as a continuation of a sentence.
  private var quoted: String { words.isEmpty ? "" : ", and says \"\(words)\"" }

  private var sentence: String {
    switch cause {
    case .noSuchMountpoint(let offered, let nearest):
      "has no \(subject)\(quoted); \(Self.offer(offered))\(Self.list(nearest, of: offered))"
    case .mountpointNotServed:
      "lists \(subject) but does not serve it now\(quoted); wait for its station, or check your access to it"
    case .wrongCredentials:
      "refused user name and password for \(subject)\(quoted); check both in the URL"
    case .denied(let status):
      words.isEmpty
        ? "refused \(subject) to this login (status \(status)); ask its operator for access to it"
        : "refused \(subject) (status \(status)): \"\(words)\"; ask its operator"
    case .credentialsNeeded:
      "wants a user name and password for \(subject)\(quoted); put them into the URL before the host, user:password@"
    case .unsupportedAuthentication:
      "wants a login other than Basic and Digest for \(subject)\(quoted); ask its operator to allow one of them"
    case .banned: "has banned this address\(quoted); stop, and ask its operator to lift the ban"
    case .busy: "says that \(subject) is in use\(quoted); stop its other user, or wait"
    case .unavailable(let status, let retryAfter):
      "cannot serve \(subject) now (status \(status))\(quoted); \(Self.comeBack(retryAfter))"
    case .refused(let words): "refused \(subject): \"\(words)\"; check mountpoint and login"
    case .moved(let status, let target):
      "redirects requests for \(subject) to \(target) (status \(status))\(quoted); check that, and put it into the URL"
    case .unexpectedStatus(let status, let words):
      "answered \(status) \"\(words)\" for \(subject)\(quoted); check host, port and mountpoint"
    case .notATable(let line):
      "sent a sourcetable without a record of STR, CAS or NET, which begins \"\(line)\"; check host and port, or ask its operator"
    case .notACaster(let words):
      "is no NTRIP caster, it answered \"\(words)\"\(quoted); check host and port"
    default: connectionSentence
    }
  }

  private var connectionSentence: String {
    switch cause {
    case .transport(let error): error.sentence
    case .closedWithoutAnswer: "closed without an answer; check host, port and user agent"
    case .closed: "ended the stream of \(subject)\(quoted)"
    case .closedWithoutData(let positionSent):
      positionSent
        ? "ended the stream of \(subject) before anything came, though it had a position; check that it covers that place"
        : "ended the stream of \(subject) before anything came; \(Self.positionRemedy)"
    case .positionNeeded:
      "wants a position for \(subject), as its sourcetable says, and sends nothing without; send GGA (--gga LAT,LON)"
    case .cutOff: "closed in the middle of \(subject)\(quoted)"
    case .noAnswer(let time): "did not answer within \(Self.seconds(time)); check host and port"
    case .noData(let time, let positionSent):
      positionSent
        ? "sent nothing on \(subject) for \(Self.seconds(time)) after the position; check that it covers that place"
        : "sent nothing on \(subject) for \(Self.seconds(time)); \(Self.positionRemedy)"
    case .noFrames(let bytes, let kind):
      "sent \(bytes) bytes on \(subject) and no RTCM 3 frame\(named(kind)); check which mountpoint carries RTCM 3"
    case .stalled(let time): "sent nothing on \(subject) for \(Self.seconds(time))\(quoted)"
    case .malformed(let rule): "broke the protocol on \(subject): \(rule)"
    case .cancelled: "was not waited for: the task that asked for \(subject) was cancelled"
    default: ""
    }
  }

  private static var positionRemedy: String {
    "it may wait for a position, so send GGA (--gga LAT,LON)"
  }

  /// Returns the detected format of the bytes, as a continuation of a sentence.
  private func named(_ kind: ForeignStream?) -> String {
    guard words.isEmpty else { return ", but \"\(words)\"" }
    return kind.map { ", but \($0.name)" } ?? ""
  }

  private static func offer(_ count: Int?) -> String {
    switch count {
    case nil: "read its sourcetable for those it has"
    case 0: "its sourcetable lists none"
    case 1: "its sourcetable lists 1 other"
    case let count?: "its sourcetable lists \(count) others"
    }
  }

  /// Returns the names of the nearest mountpoints, as a continuation of a sentence.
  private static func list(_ names: [String], of count: Int?) -> String {
    guard let last = names.last else { return "" }
    let quoted = names.dropLast().map { "\"\($0)\"" }.joined(separator: ", ")
    let words = names.count == count ? ":" : ", the nearest"
    return quoted.isEmpty ? "\(words) \"\(last)\"" : "\(words) \(quoted) and \"\(last)\""
  }

  private static func comeBack(_ retryAfter: Duration?) -> String {
    retryAfter.map { "it asks to come back in \(seconds($0))" } ?? "wait"
  }

  fileprivate static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    return seconds > 0 ? "\(seconds) s" : "\(attoseconds / 1_000_000_000_000_000) ms"
  }
}

extension NtripTransportError: CustomStringConvertible {
  /// The failure and its remedy, as a sentence.
  public var description: String { "the caster \(sentence)".withControlsEscaped }

  /// The failure and its remedy, as a continuation of the caster's name.
  fileprivate var sentence: String {
    switch self {
    case .nameNotFound: "has no address; check the host's name and the network"
    case .connectionRefused: "is not running: the connection was refused; check the port"
    case .unreachable(let words): "cannot be reached (\(words)); check host, port and network"
    case .timedOut(let time):
      "cannot be reached within \(NtripFailure.seconds(time)); check host, port and network"
    case .tls(let words):
      "offers no trusted TLS (\(words)); check the host's name and certificate, or use ntrip://"
    case .broken(let words): "lost the connection (\(words))"
    }
  }
}
