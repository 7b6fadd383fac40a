/// A result of a CCS811's algorithm.
public struct CCS811Reading: Hashable, Sendable {
  /// The equivalent carbon dioxide concentration in ppm.
  public var eco2PartsPerMillion: UInt16
  /// The concentration of total volatile organic compounds in ppb.
  public var tvocPartsPerBillion: UInt16

  /// Creates a reading from its concentrations.
  public init(eco2PartsPerMillion: UInt16, tvocPartsPerBillion: UInt16) {
    self.eco2PartsPerMillion = eco2PartsPerMillion
    self.tvocPartsPerBillion = tvocPartsPerBillion
  }

  /// Decodes the first 4 bytes of `ALG_RESULT_DATA`.
  init(decoding bytes: Span<UInt8>) {
    eco2PartsPerMillion = bytes.bigEndian(at: 0)
    tvocPartsPerBillion = bytes.bigEndian(at: 2)
  }

  /// Whether the reading is the content of the mailbox before the first result.
  var isEmpty: Bool { eco2PartsPerMillion == 0 && tvocPartsPerBillion == 0 }
}

extension CCS811Reading {
  /// Whether the reading is 400 ppm and 0 ppb, with which every mode begins.
  var isOfCleanAir: Bool { eco2PartsPerMillion == 400 && tvocPartsPerBillion == 0 }
}

/// The ranges of a firmware's results.
///
/// The firmware clips its results to these ranges, so a value outside them is due to a bus error.
///
/// Source: ams CCS811 datasheet DS000459, "eCO2" and "TVOC", v1-00 for firmware 1 and v1-06 for firmware 2.
public struct CCS811Ranges: Hashable, Sendable {
  /// The range of equivalent carbon dioxide in ppm.
  public var eco2PartsPerMillion: ClosedRange<UInt16>
  /// The range of total volatile organic compounds in ppb.
  public var tvocPartsPerBillion: ClosedRange<UInt16>

  /// The ranges of firmware 1.
  public static var version1: Self {
    Self(eco2PartsPerMillion: 400...8192, tvocPartsPerBillion: 0...1187)
  }
  /// The ranges of firmware 2.
  public static var version2: Self {
    Self(eco2PartsPerMillion: 400...29_206, tvocPartsPerBillion: 0...32_768)
  }

  /// Creates the ranges for a value of `FW_APP_VERSION`; `nil` for an unknown version.
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

  /// Returns whether a result is within the ranges.
  func contain(_ reading: CCS811Reading) -> Bool {
    eco2PartsPerMillion.contains(reading.eco2PartsPerMillion)
      && tvocPartsPerBillion.contains(reading.tvocPartsPerBillion)
  }
}
