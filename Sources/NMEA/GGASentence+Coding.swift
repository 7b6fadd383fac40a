internal import Bytes
internal import GNSSBasics

extension GGASentence {
  /// The talker and the number of decimals of an encoded GGA sentence.
  public struct Style: Hashable, Sendable {
    /// Whether the talker is `GN` (several satellite systems) instead of `GP`.
    public var isOfSeveralSystems: Bool
    /// The number of decimals of the minutes of latitude and longitude, `1...9`.
    ///
    /// Seven decimals resolve about 0.2 mm.
    public var minuteDecimals: Int
    /// The number of decimals of altitude and geoid separation in metres, `0...6`.
    public var heightDecimals: Int
    /// The number of decimals of the horizontal dilution of precision, `0...6`.
    public var dilutionDecimals: Int

    /// Creates a style; the default style is the one that is sent to casters.
    public init(
      isOfSeveralSystems: Bool = false, minuteDecimals: Int = 7, heightDecimals: Int = 3,
      dilutionDecimals: Int = 1
    ) {
      self.isOfSeveralSystems = isOfSeveralSystems
      self.minuteDecimals = minuteDecimals
      self.heightDecimals = heightDecimals
      self.dilutionDecimals = dilutionDecimals
    }
  }

  /// Encodes the sentence.
  ///
  /// An invalid position (not a number, or a latitude beyond 90°) is encoded as empty fields with
  /// quality 0. A sentence whose quality is `invalid` is encoded in the same way.
  ///
  /// - Parameters:
  ///   - style: The talker and the numbers of decimals.
  ///   - lineEnd: Whether carriage return and line feed follow the checksum.
  /// - Returns: The bytes from `$` to the checksum or the line end.
  public func encode(as style: Style = Style(), lineEnd: Bool = false) -> [UInt8] {
    let known = isPositionKnown ? position : nil
    var sentence = NMEAWriter(style.isOfSeveralSystems ? "GNGGA" : "GPGGA")
    sentence.field(timeOfDay: timeOfDay)
    sentence.field(latitude: known?.latitude, decimals: style.minuteDecimals)
    sentence.field(longitude: known?.longitude, decimals: style.minuteDecimals)
    sentence.field(known == nil ? 0 : Int(quality.rawValue), width: 1)
    sentence.field(min(satelliteCount, 99), width: 2)
    sentence.field(horizontalDilution, decimals: style.dilutionDecimals)
    sentence.field(
      metres: known.map { $0.height - geoidSeparation }, decimals: style.heightDecimals)
    sentence.field(metres: known.map { _ in geoidSeparation }, decimals: style.heightDecimals)
    sentence.field(correctionAge, decimals: 1)
    sentence.field(stationID.map(Int.init), width: 4)
    return sentence.finished(lineEnd: lineEnd)
  }

  private var isPositionKnown: Bool {
    quality != .invalid && position.latitude.magnitude <= 90 && position.longitude.isFinite
      && position.height.magnitude < 1e9
  }

  /// Decodes a sentence of any talker, with or without surrounding blanks and line end.
  ///
  /// A sentence whose quality is 0 may lack a position; the position then reads as 0°, 0°. Other
  /// fields that cannot be read become `nil` or 0.
  ///
  /// - Returns: `nil` when the bytes are not a GGA sentence, the checksum is missing or wrong, or the
  ///   quality or the position cannot be read.
  public init?(decoding bytes: Span<UInt8>) {
    let line = Array([UInt8](bytes)[...].trimmed)
    guard let sentence = NMEASentence(decoding: line.span), sentence.count >= 12,
      sentence.isOf(type: "GGA"),
      let quality = sentence.integer(at: 6).flatMap({ Quality(rawValue: UInt8(clamping: $0)) })
    else { return nil }
    let position = Self.position(in: sentence)
    guard position != nil || quality == .invalid else { return nil }
    self.init(
      position: position ?? GeodeticPosition(latitude: 0, longitude: 0, height: 0),
      timeOfDay: sentence.timeOfDay(at: 1), quality: quality,
      satelliteCount: sentence.integer(at: 7) ?? 0,
      horizontalDilution: sentence.number(at: 8),
      geoidSeparation: sentence.number(at: 11) ?? 0,
      correctionAge: sentence.number(at: 13),
      stationID: sentence.integer(at: 14).flatMap { UInt16(exactly: $0) })
  }

  private static func position(in sentence: NMEASentence) -> GeodeticPosition? {
    guard let latitude = sentence.latitude(at: 2), let longitude = sentence.longitude(at: 4) else {
      return nil
    }
    let height = (sentence.number(at: 9) ?? 0) + (sentence.number(at: 11) ?? 0)
    return GeodeticPosition(latitude: latitude, longitude: longitude, height: height)
  }
}
