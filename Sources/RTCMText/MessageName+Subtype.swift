public import RTCMParser

extension MessageName {
  /// Returns the name of a message, including its sub-type; `nil` in the same cases as ``of(_:)``.
  public static func of(_ message: RTCMMessage) -> String? {
    switch message {
    case .ssr(let corrections) where corrections.type.format == .igs:
      let type = SSRType(corrections.type.constellation, corrections.type.kind)
      return type.flatMap { of($0.messageType) }.map { "IGS \($0)" }
    case .ssr(let corrections)
    where corrections.hasDraftBeiDouIssue || corrections.hasDraftQZSSCount:
      return of(corrections.type.messageType).map { "\($0), draft" }
    case .ssrIonosphere(let ionosphere) where ionosphere.format == .igs:
      return of(1264).map { "IGS \($0)" }
    case .ublox(let message): return of(4072).map { "\($0), sub-type \(message.subtype)" }
    default: return of(message.type)
    }
  }
}
