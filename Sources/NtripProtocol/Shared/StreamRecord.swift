import Bytes

/// The authentication that a mountpoint wants of its readers.
public enum NtripAuthentication: String, Hashable, Sendable {
  /// Not at all.
  case none = "N"
  /// User name and password, HTTP's Basic scheme.
  case basic = "B"
  /// HTTP's Digest scheme.
  case digest = "D"
}

/// A mountpoint of a caster: an `STR` record of its sourcetable.
public struct StreamRecord: Hashable, Sendable {
  /// Field 2, the name under which the stream is asked for.
  public var mountpoint: String
  /// Field 3, where the station is: a town, usually.
  public var identifier: String
  /// Field 4, the format: `RTCM 3.3`.
  public var format: String
  /// Field 5, message types with their intervals in seconds: `1006(10),1077(1)`.
  public var formatDetails: String
  /// Field 6, carrier phases: 0 none, 1 L1, 2 L1 and L2; `nil` when not told.
  public var carrier: Int?
  /// Field 7, constellations: `GPS+GAL`.
  public var navigationSystem: String
  /// Field 8, the network the station belongs to.
  public var network: String
  /// Field 9, the country, ISO 3166 alpha-3.
  public var country: String
  /// Field 10, latitude in degrees, north positive; `nil` when not told.
  public var latitude: Double?
  /// Field 11, longitude in degrees, -180...180, east positive; `nil` when not told.
  public var longitude: Double?
  /// Field 12, whether a reader must send its position as GGA sentences.
  public var needsPosition: Bool
  /// Field 13, whether the stream is computed from a network instead of one base.
  public var isNetworkSolution: Bool
  /// Field 14, hardware or software that makes the stream.
  public var generator: String
  /// Field 15, compression or encryption: `none`.
  public var compression: String
  /// Field 16, how readers log in.
  public var authentication: NtripAuthentication
  /// Field 17, whether the stream costs money.
  public var hasFee: Bool
  /// Field 18, bits a second; `nil` when not told.
  public var bitrate: Int?
  /// Field 19, anything else; may hold `;`.
  public var miscellaneous: String

  /// Creates a record; what is not given is not told.
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
  init(decoding line: ArraySlice<UInt8>) {
    let columns = SourcetableFields(line, count: Self.fieldCount)
    let shift = columns.shift(ofPlaceAt: 10, flagsAt: [12, 13])
    self.init(
      shift == 0 ? columns : SourcetableFields(line, count: Self.fieldCount + shift), shift: shift)
  }

  /// Reads fields of which so many separators are too many, somewhere in front of the place.
  private init(_ fields: SourcetableFields, shift: Int) {
    let format = (4...(4 + shift)).first { Self.isFormat(fields.text($0)) } ?? 4
    // Behind the carrier, the system has them, as in `GPS;GLO`.
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

  /// Whether a field names a format.
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
