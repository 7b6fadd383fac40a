/// What an MSM says about each satellite, in the order of the wire.
enum MSMSatelliteColumn: Int, CaseIterable {
  case roughRangeInteger, extendedInformation, roughRangeModulo, roughPhaserangeRate
}

/// What an MSM says about each cell, in the order of the wire.
enum MSMSignalColumn: Int, CaseIterable {
  case finePseudorange, finePhaserange, lockTimeIndicator, halfCycleAmbiguity, cnr
  case finePhaserangeRate
}

/// Which fields the seven kinds have. An MSM holds them column by column: first one field of all
/// satellites, then the next; then one field of all cells, and so on.
///
/// Source: RTCM 10403.3, tables 3.5-79 to 3.5-92.
extension MSMType {
  func field(_ column: MSMSatelliteColumn) -> DataField? {
    switch (column, kind) {
    case (.roughRangeInteger, 4...7): .df397
    case (.extendedInformation, 5), (.extendedInformation, 7):
      constellation == .glonass ? .df419 : .extendedSatelliteInformation
    case (.roughRangeModulo, _): .df398
    case (.roughPhaserangeRate, 5), (.roughPhaserangeRate, 7): .df399
    default: nil
    }
  }

  func field(_ column: MSMSignalColumn) -> DataField? {
    switch (column, kind) {
    case (.finePseudorange, 1), (.finePseudorange, 3...5): .df400
    case (.finePseudorange, 6...7): .df405
    case (.finePhaserange, 2...5): .df401
    case (.finePhaserange, 6...7): .df406
    case (.lockTimeIndicator, 2...5): .df402
    case (.lockTimeIndicator, 6...7): .df407
    case (.halfCycleAmbiguity, 2...7): .df420
    case (.cnr, 4...5): .df403
    case (.cnr, 6...7): .df408
    case (.finePhaserangeRate, 5), (.finePhaserangeRate, 7): .df404
    default: nil
    }
  }

  /// Whether the fine fields have the higher resolution of MSM6 and MSM7.
  var hasHighResolution: Bool { kind >= 6 }
}

/// Where one column of an MSM stands in its payload.
struct MSMColumn {
  private let start: Int
  private let width: Int
  private let notAvailable: UInt64

  /// A column that the kind does not have.
  static var absent: Self { Self(start: 0, width: 0, notAvailable: 0) }

  private init(start: Int, width: Int, notAvailable: UInt64) {
    self.start = start
    self.width = width
    self.notAvailable = notAvailable
  }

  /// Takes the next column of so many rows, and moves the cursor behind it.
  ///
  /// - Throws: ``RTCMDecodingError`` when the payload ends before its last row.
  init(
    of field: DataField?, rows: Int, from cursor: inout BitCursor, in payload: Span<UInt8>
  ) throws(RTCMDecodingError) {
    guard let field else {
      self = .absent
      return
    }
    let rowsThere = cursor.remaining(in: payload) / field.bitCount
    if rows > rowsThere {
      cursor.position += rowsThere * field.bitCount
      throw cursor.truncation(at: field, of: payload)
    }
    // No field is wider than 24 bits, so no row has this pattern where nothing is "not available".
    self.init(
      start: cursor.position, width: field.bitCount, notAvailable: field.notAvailable ?? .max)
    cursor.position += rows * field.bitCount
  }

  @inline(__always)
  func unsigned(row: Int, in payload: Span<UInt8>) -> UInt16? {
    guard width > 0 else { return nil }
    let bits = payload.bits(at: start &+ row &* width, count: width)
    return bits == notAvailable ? nil : UInt16(truncatingIfNeeded: bits)
  }

  @inline(__always)
  func signed(row: Int, in payload: Span<UInt8>) -> Int32? {
    guard width > 0 else { return nil }
    let bits = payload.bits(at: start &+ row &* width, count: width)
    guard bits != notAvailable else { return nil }
    let unused = UInt64(64 &- width)
    return Int32(truncatingIfNeeded: Int64(bitPattern: bits &<< unused) &>> Int64(unused))
  }
}
