internal import Mathematics
internal import RTCMParser

/// The difference of a system's time from UTC, as its satellites broadcast it.
///
/// Source: IS-GPS-200N §20.3.3.5.1.6 and table 20-IX; Galileo OS SIS ICD 2.1, §5.1.7.
public struct BroadcastUTC: Hashable, Sendable {
  /// A0, system time minus UTC beyond whole seconds at ``referenceTime``, within ±2 s in steps of 2⁻³⁰ s.
  public var a0 = 0.0
  /// A1, drift of A0, s/s, within ±2⁻²⁷ in steps of 2⁻⁵⁰.
  public var a1 = 0.0
  /// tot and WNt, the reference time; GPS sends whole units of 4096 s, Galileo whole hours.
  public var referenceTime: GPSTime
  /// ΔtLS, leap seconds since 1980.
  public var leapSeconds: Int8
  /// WNLSF, week since 1980 on whose ``changeDay`` the leap seconds become ``futureLeapSeconds``.
  public var changeWeek: Int
  /// DN, day of that week, `1...7`, 1 being Sunday.
  public var changeDay: UInt8 = 7
  /// ΔtLSF, leap seconds after the change; equal to ``leapSeconds`` when no change is announced.
  public var futureLeapSeconds: Int8

  /// Creates the broadcast at a time, without a fraction of a second and without an announced change.
  public init(at time: GPSTime) {
    referenceTime = time
    leapSeconds = Int8(clamping: time.leapSeconds)
    futureLeapSeconds = leapSeconds
    changeWeek = time.week
  }
}

extension BroadcastUTC {
  private var a0Part: MessagePart {
    get throws(RTCMEncodingError) { try .quantity(a0, "a0_utc", bits: 32, stepsPerUnit: 0x1p30) }
  }

  private var a1Part: MessagePart {
    get throws(RTCMEncodingError) { try .quantity(a1, "a1_utc", bits: 24, stepsPerUnit: 0x1p50) }
  }

  /// Returns the reference time in whole units, then its week.
  private func referenceParts(unit: Int64) -> [MessagePart] {
    let units = referenceTime.nanosecondsOfWeek / (unit * 1_000_000_000)
    return [.bits(UInt64(units), count: 8), Self.weekPart(referenceTime.week)]
  }

  private static func weekPart(_ week: Int) -> MessagePart {
    .bits(UInt64(week.modulo(256)), count: 8)
  }

  private static func leapPart(_ seconds: Int8) -> MessagePart {
    .bits(UInt64(UInt8(bitPattern: seconds)), count: 8)
  }

  /// Words 6 to 10 of subframe 4, page 18, of GPS.
  var gpsParts: [MessagePart] {
    get throws(RTCMEncodingError) {
      [try a1Part, try a0Part] + referenceParts(unit: 4096) + [
        Self.leapPart(leapSeconds), Self.weekPart(changeWeek), .bits(UInt64(changeDay), count: 8),
        Self.leapPart(futureLeapSeconds), .reserved(14 + 2),
      ]
    }
  }

  /// The parameters of UTC in word 6 of Galileo.
  var galileoParts: [MessagePart] {
    get throws(RTCMEncodingError) {
      [try a0Part, try a1Part, Self.leapPart(leapSeconds)] + referenceParts(unit: 3600) + [
        Self.weekPart(changeWeek), .bits(UInt64(changeDay & 7), count: 3),
        Self.leapPart(futureLeapSeconds),
      ]
    }
  }
}
