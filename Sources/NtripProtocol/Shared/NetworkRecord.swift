import Bytes

/// A network of stations: a `NET` record of a sourcetable.
public struct NetworkRecord: Hashable, Sendable {
  /// Field 2, the network's name.
  public var identifier: String
  /// Field 3, the name of the network's operator.
  public var operatorName: String
  /// Field 4, the authentication of readers.
  public var authentication: NtripAuthentication
  /// Field 5, whether the network's streams cost money.
  public var hasFee: Bool
  /// Field 6, the network's web page.
  public var networkPage: String
  /// Field 7, the web page about the network's streams.
  public var streamPage: String
  /// Field 8, the web or mail address for registration.
  public var registration: String
  /// Field 9, miscellaneous text; may contain `;`.
  public var miscellaneous: String

  /// Creates a record; omitted values are not stated.
  public init(
    identifier: String, operatorName: String = "", authentication: NtripAuthentication = .none,
    hasFee: Bool = false, networkPage: String = "none", streamPage: String = "none",
    registration: String = "none", miscellaneous: String = ""
  ) {
    self.identifier = identifier
    self.operatorName = operatorName
    self.authentication = authentication
    self.hasFee = hasFee
    self.networkPage = networkPage
    self.streamPage = streamPage
    self.registration = registration
    self.miscellaneous = miscellaneous
  }
}

extension NetworkRecord {
  init(decoding line: ArraySlice<UInt8>) {
    let fields = SourcetableFields(line, count: 9)
    self.init(
      identifier: fields.text(2), operatorName: fields.text(3),
      authentication: NtripAuthentication(rawValue: fields.text(4)) ?? .none,
      hasFee: fields.text(5) == "Y", networkPage: fields.text(6), streamPage: fields.text(7),
      registration: fields.text(8), miscellaneous: fields.rest(9))
  }

  func encode() -> [UInt8] {
    var line = SourcetableLine("NET")
    for text in [identifier, operatorName, authentication.rawValue, hasFee ? "Y" : "N"] {
      line.append(text)
    }
    for text in [networkPage, streamPage, registration] { line.append(text) }
    line.append(rest: miscellaneous)
    return line.bytes
  }
}
