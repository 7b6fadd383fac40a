/// One result of a CCS811's algorithm.
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

  /// Whether the part can have meant it; corruption on the bus shows as values beyond.
  var isPlausible: Bool {
    CCS811Constants.eco2Range.contains(eco2PartsPerMillion)
      && CCS811Constants.tvocRange.contains(tvocPartsPerBillion)
  }
}
