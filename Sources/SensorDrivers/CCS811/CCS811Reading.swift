/// A result of a CCS811's algorithm.
public struct CCS811Reading: Hashable, Sendable {
  /// Equivalent carbon dioxide, ppm.
  public var eco2PartsPerMillion: UInt16
  /// Total volatile organic compounds, ppb.
  public var tvocPartsPerBillion: UInt16

  /// Creates a reading.
  public init(eco2PartsPerMillion: UInt16, tvocPartsPerBillion: UInt16) {
    self.eco2PartsPerMillion = eco2PartsPerMillion
    self.tvocPartsPerBillion = tvocPartsPerBillion
  }

  /// Takes apart the first 4 bytes of `ALG_RESULT_DATA`.
  init(decoding bytes: Span<UInt8>) {
    eco2PartsPerMillion = bytes.bigEndian(at: 0)
    tvocPartsPerBillion = bytes.bigEndian(at: 2)
  }

  /// Whether this is what the mailbox holds before the first result.
  var isEmpty: Bool { eco2PartsPerMillion == 0 && tvocPartsPerBillion == 0 }
}

extension CCS811Reading {
  /// Whether this is what every mode begins with.
  var isOfCleanAir: Bool { eco2PartsPerMillion == 400 && tvocPartsPerBillion == 0 }
}

/// The ranges of a firmware's results: it clips them there, so a value beyond comes from the bus.
///
/// Source: ams CCS811 datasheet DS000459, "eCO2" and "TVOC", v1-00 for firmware 1 and v1-06 for 2.
public struct CCS811Ranges: Hashable, Sendable {
  /// Equivalent carbon dioxide, ppm.
  public var eco2PartsPerMillion: ClosedRange<UInt16>
  /// Total volatile organic compounds, ppb.
  public var tvocPartsPerBillion: ClosedRange<UInt16>

  /// The ranges of firmware 1.
  public static var version1: Self {
    Self(eco2PartsPerMillion: 400...8192, tvocPartsPerBillion: 0...1187)
  }
  /// The ranges of firmware 2.
  public static var version2: Self {
    Self(eco2PartsPerMillion: 400...29_206, tvocPartsPerBillion: 0...32_768)
  }

  /// Creates the ranges of a version as `FW_APP_VERSION` has it; `nil` for an unknown one.
  public init?(version: UInt16) {
    switch version >> 12 {
    case 1: self = .version1
    case 2: self = .version2
    default: return nil
    }
  }

  private init(
    eco2PartsPerMillion: ClosedRange<UInt16>, tvocPartsPerBillion: ClosedRange<UInt16>
  ) {
    self.eco2PartsPerMillion = eco2PartsPerMillion
    self.tvocPartsPerBillion = tvocPartsPerBillion
  }

  /// Whether the firmware can have meant a result.
  func contain(_ reading: CCS811Reading) -> Bool {
    eco2PartsPerMillion.contains(reading.eco2PartsPerMillion)
      && tvocPartsPerBillion.contains(reading.tvocPartsPerBillion)
  }
}
