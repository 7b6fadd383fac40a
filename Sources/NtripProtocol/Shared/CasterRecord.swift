import Bytes

/// A caster: a `CAS` record of a sourcetable.
public struct CasterRecord: Hashable, Sendable {
  /// Field 2, the host's name or address.
  public var host: String
  /// Field 3, the port; `nil` when not stated.
  public var port: Int?
  /// Field 4, the name of the caster or its provider.
  public var identifier: String
  /// Field 5, the name of the caster's operator.
  public var operatorName: String
  /// Field 6, whether the caster accepts positions as GGA sentences.
  public var takesPosition: Bool
  /// Field 7, the country, ISO 3166 alpha-3.
  public var country: String
  /// Field 8, the latitude in degrees, north positive; `nil` when not stated.
  public var latitude: Double?
  /// Field 9, the longitude in degrees, -180...180, east positive; `nil` when not stated.
  public var longitude: Double?
  /// Field 10, the fallback caster for when this caster is down; `0.0.0.0` for none.
  public var fallbackHost: String
  /// Field 11, the fallback caster's port.
  public var fallbackPort: Int?
  /// Field 12, miscellaneous text; may contain `;`.
  public var miscellaneous: String

  /// Creates a record; omitted values are not stated.
  public init(
    host: String, port: Int?, identifier: String = "", operatorName: String = "",
    takesPosition: Bool = false, country: String = "", latitude: Double? = nil,
    longitude: Double? = nil, fallbackHost: String = "0.0.0.0", fallbackPort: Int? = 0,
    miscellaneous: String = ""
  ) {
    self.host = host
    self.port = port
    self.identifier = identifier
    self.operatorName = operatorName
    self.takesPosition = takesPosition
    self.country = country
    self.latitude = latitude
    self.longitude = longitude
    self.fallbackHost = fallbackHost
    self.fallbackPort = fallbackPort
    self.miscellaneous = miscellaneous
  }
}

extension CasterRecord {
  init(decoding line: ArraySlice<UInt8>) {
    let columns = SourcetableFields(line, count: Self.fieldCount)
    let shift = columns.shift(ofPlaceAt: 8, flagsAt: [6])
    self.init(
      shift == 0 ? columns : SourcetableFields(line, count: Self.fieldCount + shift), shift: shift)
  }

  /// Creates a record from fields, of which the names contain `shift` surplus separators.
  private init(_ fields: SourcetableFields, shift: Int) {
    self.init(
      host: fields.text(2), port: fields.integer(3), identifier: fields.text(4),
      operatorName: fields.text(5...(5 + shift)), takesPosition: fields.isOne(6 + shift),
      country: fields.text(7 + shift), latitude: fields.latitude(8 + shift),
      longitude: fields.longitude(9 + shift), fallbackHost: fields.text(10 + shift),
      fallbackPort: fields.integer(11 + shift),
      miscellaneous: fields.rest(Self.fieldCount + shift))
  }

  /// The number of fields of a record.
  static let fieldCount = 12

  func encode() -> [UInt8] {
    var line = SourcetableLine("CAS")
    line.append(host)
    line.append(port)
    line.append(identifier)
    line.append(operatorName)
    line.append(takesPosition)
    line.append(country)
    line.append(degrees: latitude)
    line.append(degrees: longitude)
    line.append(fallbackHost)
    line.append(fallbackPort)
    line.append(rest: miscellaneous)
    return line.bytes
  }
}
