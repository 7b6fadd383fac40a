public import GNSSBasics
import TextOutput

/// A position report as NTRIP carries it upstream: one NMEA 0183 GGA sentence.
///
/// Network casters choose or compute their corrections by it.
public struct GGASentence: Hashable, Sendable {
  /// How good the position is, field 6.
  public enum Quality: UInt8, Hashable, Sendable {
    /// There is no position.
    case invalid = 0
    /// A position without corrections.
    case autonomous = 1
    /// Code-differential corrections or SBAS.
    case differential = 2
    /// An encrypted military signal.
    case precise = 3
    /// Carrier-phase solution with integer ambiguities.
    case rtkFixed = 4
    /// Carrier-phase solution with real-valued ambiguities.
    case rtkFloat = 5
    /// Dead reckoning.
    case estimated = 6
    /// Entered by hand.
    case manual = 7
    /// Made by a simulator.
    case simulated = 8
  }

  /// Time of the position since midnight UTC, to a hundredth of a second; `nil` when not known.
  public var timeOfDay: Duration?
  /// Where the antenna is, with the height above the ellipsoid.
  public var position: GeodeticPosition
  /// How good the position is.
  public var quality: Quality
  /// Satellites used.
  public var satelliteCount: Int
  /// Horizontal dilution of precision; `nil` when not known.
  public var horizontalDilution: Double?
  /// Height of the geoid above the ellipsoid, metres; the sentence's altitude is that above it.
  public var geoidSeparation: Double
  /// Age of the corrections used, seconds; `nil` when there are none.
  public var correctionAge: Double?
  /// Station ID of the corrections used; `nil` when there are none.
  public var stationID: UInt16?

  /// Creates a report; the defaults are those of a receiver with a plain fix.
  public init(
    position: GeodeticPosition, timeOfDay: Duration? = nil, quality: Quality = .autonomous,
    satelliteCount: Int = 12, horizontalDilution: Double? = 1, geoidSeparation: Double = 0,
    correctionAge: Double? = nil, stationID: UInt16? = nil
  ) {
    self.timeOfDay = timeOfDay
    self.position = position
    self.quality = quality
    self.satelliteCount = satelliteCount
    self.horizontalDilution = horizontalDilution
    self.geoidSeparation = geoidSeparation
    self.correctionAge = correctionAge
    self.stationID = stationID
  }
}

extension GGASentence {
  /// The sentence from `$GPGGA` to its checksum, with no line end.
  ///
  /// A position that no sentence can say (not a number, a latitude beyond 90°) goes out as empty
  /// fields with quality 0.
  public func encode() -> [UInt8] {
    var text: [UInt8] = Array("$GPGGA,".utf8)
    append(timeOfDay: timeOfDay, to: &text)
    text.append(comma)
    let isKnown = appendPosition(to: &text)
    text.append(UInt8(ascii: "0") + (isKnown ? quality.rawValue : 0))
    text.append(comma)
    text.append(integer: min(max(satelliteCount, 0), 99), width: 2)
    text.append(comma)
    append(horizontalDilution, decimals: 1, to: &text)
    append(isKnown ? position.height - geoidSeparation : nil, decimals: 3, unit: true, to: &text)
    append(isKnown ? geoidSeparation : nil, decimals: 3, unit: true, to: &text)
    append(correctionAge, decimals: 1, to: &text)
    if let stationID { text.append(integer: stationID, width: 4) }
    let checksum = nmeaChecksum(of: text[1...])
    text.append(UInt8(ascii: "*"))
    text.append(hexadecimal: checksum)
    return text
  }

  /// Appends both coordinates and their hemispheres, eight fields' worth of commas included.
  private func appendPosition(to text: inout [UInt8]) -> Bool {
    let (latitude, longitude) = (position.latitude, position.longitude.remainder(dividingBy: 360))
    guard latitude.magnitude <= 90, longitude.isFinite, position.height.magnitude < 1e9 else {
      text.append(contentsOf: ",,,,".utf8)
      return false
    }
    append(degrees: latitude, width: 2, to: &text)
    text.append(contentsOf: (latitude < 0 ? ",S," : ",N,").utf8)
    append(degrees: longitude, width: 3, to: &text)
    text.append(contentsOf: (longitude < 0 ? ",W," : ",E,").utf8)
    return true
  }
}

private let comma = UInt8(ascii: ",")

/// Steps per minute of arc in a coordinate: about 0.2 mm on the ground.
private let stepsPerMinute: UInt64 = 10_000_000

private func append(degrees: Double, width: Int, to text: inout [UInt8]) {
  let steps = UInt64((degrees.magnitude * 60 * Double(stepsPerMinute)).rounded())
  text.append(integer: steps / (60 * stepsPerMinute), width: width)
  let minutes = steps % (60 * stepsPerMinute)
  text.append(integer: minutes / stepsPerMinute, width: 2)
  text.append(UInt8(ascii: "."))
  text.append(integer: minutes % stepsPerMinute, width: 7)
}

private func append(timeOfDay: Duration?, to text: inout [UInt8]) {
  guard let timeOfDay, timeOfDay >= .zero, timeOfDay < .seconds(86_400) else { return }
  let (seconds, attoseconds) = timeOfDay.components
  text.append(integer: seconds / 3600, width: 2)
  text.append(integer: seconds / 60 % 60, width: 2)
  text.append(integer: seconds % 60, width: 2)
  text.append(UInt8(ascii: "."))
  text.append(integer: attoseconds / 10_000_000_000_000_000, width: 2)
}

/// Appends a number, nothing for one that is not known, and the comma after it.
private func append(
  _ value: Double?, decimals: Int, unit: Bool = false, to text: inout [UInt8]
) {
  if let value, value.magnitude < 1e9 { text.append(decimal: value, decimals: decimals) }
  text.append(comma)
  if unit { text.append(contentsOf: "M,".utf8) }
}
