import Bytes

/// The authentication that a mountpoint requires of its readers.
public enum NtripAuthentication: String, Hashable, Sendable {
  /// No authentication.
  case none = "N"
  /// HTTP's Basic scheme, with user name and password.
  case basic = "B"
  /// HTTP's Digest scheme.
  case digest = "D"
}

/// A mountpoint of a caster: an `STR` record of its sourcetable.
public struct StreamRecord: Hashable, Sendable {
  /// Field 2, the name under which clients request the stream.
  public var mountpoint: String
  /// Field 3, the place of the station, usually a town.
  public var identifier: String
  /// Field 4, the data format, such as `RTCM 3.3`.
  public var format: String
  /// Field 5, the message types with their intervals in seconds, such as `1006(10),1077(1)`.
  public var formatDetails: String
  /// Field 6, the carrier phases: 0 none, 1 L1, 2 L1 and L2; `nil` when not stated.
  public var carrier: Int?
  /// Field 7, the satellite systems, such as `GPS+GAL`.
  public var navigationSystem: String
  /// Field 8, the network that the station belongs to.
  public var network: String
  /// Field 9, the country, ISO 3166 alpha-3.
  public var country: String
  /// Field 10, the latitude in degrees, north positive; `nil` when not stated.
  public var latitude: Double?
  /// Field 11, the longitude in degrees, -180...180, east positive; `nil` when not stated.
  public var longitude: Double?
  /// Field 12, whether a reader must send its position as GGA sentences.
  public var needsPosition: Bool
  /// Field 13, whether the stream is computed from a network instead of one base.
  public var isNetworkSolution: Bool
  /// Field 14, the hardware or software that generates the stream.
  public var generator: String
  /// Field 15, the compression or encryption, or `none`.
  public var compression: String
  /// Field 16, the authentication of readers.
  public var authentication: NtripAuthentication
  /// Field 17, whether the stream costs money.
  public var hasFee: Bool
  /// Field 18, the bit rate in bits per second; `nil` when not stated.
  public var bitrate: Int?
  /// Field 19, miscellaneous text; may contain `;`.
  public var miscellaneous: String

  /// Creates a record; omitted values are not stated.
  public init(
    mountpoint: String, identifier: String = "", format: String = "RTCM 3.3",
    formatDetails: String = "", carrier: Int? = nil, navigationSystem: String = "",
    network: String = "", country: String = "", latitude: Double? = nil, longitude: Double? = nil,
    needsPosition: Bool = false, isNetworkSolution: Bool = false, generator: String = "",
    compression: String = "none", authentication: NtripAuthentication = .none,
    hasFee: Bool = false, bitrate: Int? = nil, miscellaneous: String = ""
  ) {
    self.mountpoint = mountpoint
    self.identifier = identifier
    self.format = format
    self.formatDetails = formatDetails
    self.carrier = carrier
    self.navigationSystem = navigationSystem
    self.network = network
    self.country = country
    self.latitude = latitude
    self.longitude = longitude
    self.needsPosition = needsPosition
    self.isNetworkSolution = isNetworkSolution
    self.generator = generator
    self.compression = compression
    self.authentication = authentication
    self.hasFee = hasFee
    self.bitrate = bitrate
    self.miscellaneous = miscellaneous
  }
}

extension StreamRecord {
  /// The record as a line of a sourcetable, without the line's end.
  package var line: String { encode()[...].text }

  /// Parses a line of a sourcetable; `nil` for one of another kind.
  package init?(line: String) {
    let bytes = Array(line.utf8)[...]
    guard bytes.begins(with: "STR;") else { return nil }
    self.init(decoding: bytes)
  }

  init(decoding line: ArraySlice<UInt8>) {
    let columns = SourcetableFields(line, count: Self.fieldCount)
    let shift = columns.shift(ofPlaceAt: 10, flagsAt: [12, 13])
    self.init(
      shift == 0 ? columns : SourcetableFields(line, count: Self.fieldCount + shift), shift: shift)
  }

  /// Creates a record from fields, of which those before the place contain `shift` surplus separators.
  private init(_ fields: SourcetableFields, shift: Int) {
    let format = (4...(4 + shift)).first { Self.isFormat(fields.text($0)) } ?? 4
    // The surplus separators are in the satellite systems, after the carrier, as in `GPS;GLO`.
    let isBehind = shift > 0 && fields.integer(6) != nil && fields.integer(6 + shift) == nil
    let carrier = isBehind ? 6 : 6 + shift
    self.init(
      mountpoint: fields.text(2), identifier: fields.text(3...(format - 1)),
      format: fields.text(format),
      formatDetails: fields.text(format + 1...max(carrier - 1, format + 1)),
      carrier: fields.integer(carrier),
      navigationSystem: fields.text((carrier + 1)...(7 + shift)),
      network: fields.text(8 + shift), country: fields.text(9 + shift),
      latitude: fields.latitude(10 + shift), longitude: fields.longitude(11 + shift),
      needsPosition: fields.isOne(12 + shift), isNetworkSolution: fields.isOne(13 + shift),
      generator: fields.text(14 + shift), compression: fields.text(15 + shift),
      authentication: NtripAuthentication(rawValue: fields.text(16 + shift)) ?? .none,
      hasFee: fields.text(17 + shift) == "Y", bitrate: fields.integer(18 + shift),
      miscellaneous: fields.rest(Self.fieldCount + shift))
  }

  /// The number of fields of a record.
  static let fieldCount = 19

  /// Returns whether a field begins with the name of a known format.
  private static func isFormat(_ text: String) -> Bool {
    let bytes = Array(text.utf8)[...]
    return ["RTCM", "CMR", "RAW", "NMEA", "BINEX", "UBX", "SBF", "RTK"].contains {
      bytes.begins(with: $0)
    }
  }

  func encode() -> [UInt8] {
    var line = SourcetableLine("STR")
    for text in [mountpoint, identifier, format, formatDetails] { line.append(text) }
    line.append(carrier)
    for text in [navigationSystem, network, country] { line.append(text) }
    line.append(degrees: latitude)
    line.append(degrees: longitude)
    line.append(needsPosition)
    line.append(isNetworkSolution)
    for text in [generator, compression, authentication.rawValue] { line.append(text) }
    line.append(hasFee ? "Y" : "N")
    line.append(bitrate)
    line.append(rest: miscellaneous)
    return line.bytes
  }
}
