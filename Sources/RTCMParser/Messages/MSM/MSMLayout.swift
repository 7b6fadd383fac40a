/// What an MSM says about each satellite, in the order of the wire.
enum MSMSatelliteColumn: CaseIterable {
  case roughRangeInteger, extendedInformation, roughRangeModulo, roughPhaserangeRate
}

/// What an MSM says about each cell, in the order of the wire.
enum MSMSignalColumn: CaseIterable {
  case finePseudorange, finePhaserange, lockTimeIndicator, halfCycleAmbiguity, cnr
  case finePhaserangeRate
}

/// Which fields the seven kinds have. An MSM holds them column by column: first one field of all
/// satellites, then the next; then one field of all cells, and so on.
///
/// Inlined, so that of a field only what is asked of it is looked up.
///
/// Source: RTCM 10403.3, tables 3.5-79 to 3.5-92.
extension MSMType {
  @inline(__always)
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

  @inline(__always)
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
  package var hasHighResolution: Bool { kind >= 6 }

  /// Whether the satellites' extended information is their GLONASS frequency channel.
  package var tellsGLONASSChannels: Bool {
    constellation == .glonass && field(.extendedInformation) != nil
  }
}

/// Where one column of an MSM stands in its payload.
struct MSMColumn {
  // As small as they can be, so that ten of them are quickly copied.

  /// The first bit of row 0; the longest MSM has fewer than 8192 bits.
  private let start: UInt16
  /// How many bits a row has; 0 for a column that the kind does not have.
  private let width: UInt8
  /// The number that says "not available"; an absent column's bits, of which there are none, are it.
  private let notAvailable: UInt32

  /// Takes the next column of so many rows, and moves the cursor behind it.
  ///
  /// - Throws: ``RTCMDecodingError`` when the payload ends before its last row.
  @inline(__always)
  init(
    of field: DataField?, rows: Int, from cursor: inout BitCursor, in payload: Span<UInt8>
  ) throws(RTCMDecodingError) {
    guard let field else {
      (start, width, notAvailable) = (0, 0, 0)
      return
    }
    let (first, bitCount) = (cursor.position, field.bitCount)
    cursor.position &+= rows &* bitCount
    guard cursor.remaining(in: payload) >= 0 else {
      cursor.position = first + (payload.count * 8 - first) / bitCount * bitCount
      throw cursor.truncation(at: field, of: payload)
    }
    (start, width) = (UInt16(truncatingIfNeeded: first), UInt8(truncatingIfNeeded: bitCount))
    // No field is wider than 24 bits, so no row has this pattern where nothing is "not available".
    notAvailable = UInt32(truncatingIfNeeded: field.notAvailable ?? .max)
  }

  /// The bits of a row.
  @inline(__always)
  private func bits(row: Int, in reader: borrowing WordReader) -> UInt64 {
    reader.bits(at: Int(start) &+ row &* Int(width), count: Int(width))
  }

  /// The number of a row, not negative; `nil` is "not available".
  @inline(__always)
  func unsigned<Value: FixedWidthInteger>(
    row: Int, in reader: borrowing WordReader, as _: Value.Type = Value.self
  ) -> Value? {
    let bits = bits(row: row, in: reader)
    return bits == UInt64(notAvailable) ? nil : Value(truncatingIfNeeded: bits)
  }

  /// The number of a row in two's complement; `nil` is "not available".
  @inline(__always)
  func signed<Value: FixedWidthInteger>(
    row: Int, in reader: borrowing WordReader, as _: Value.Type = Value.self
  ) -> Value? {
    let bits = bits(row: row, in: reader)
    let unused = Int64(64 &- width)
    return bits == UInt64(notAvailable)
      ? nil : Value(truncatingIfNeeded: (Int64(bitPattern: bits) &<< unused) &>> unused)
  }
}

/// Where an MSM's columns of satellites stand.
struct MSMSatelliteColumns {
  private let roughRangeInteger, extendedInformation, roughRangeModulo: MSMColumn
  private let roughPhaserangeRate: MSMColumn

  /// Takes them, one behind the other.
  @inline(__always)
  init(
    of header: MSMHeader, from cursor: inout BitCursor, in payload: Span<UInt8>
  ) throws(RTCMDecodingError) {
    let rows = header.satelliteCount
    @inline(__always)
    func next(_ column: MSMSatelliteColumn) throws(RTCMDecodingError) -> MSMColumn {
      try MSMColumn(of: header.type.field(column), rows: rows, from: &cursor, in: payload)
    }
    roughRangeInteger = try next(.roughRangeInteger)
    extendedInformation = try next(.extendedInformation)
    roughRangeModulo = try next(.roughRangeModulo)
    roughPhaserangeRate = try next(.roughPhaserangeRate)
  }

  /// What stands in one row of each.
  @inline(__always)
  func satellite(row: Int, id: UInt8, in reader: borrowing WordReader) -> MSMSatellite {
    MSMSatellite(
      id: id,
      roughRangeMilliseconds: roughRangeInteger.unsigned(row: row, in: reader),
      extendedInformation: extendedInformation.unsigned(row: row, in: reader) ?? 0,
      roughRangeModulo: roughRangeModulo.unsigned(row: row, in: reader) ?? 0,
      roughPhaserangeRate: roughPhaserangeRate.signed(row: row, in: reader))
  }
}

/// Where an MSM's columns of cells stand.
struct MSMSignalColumns {
  private let finePseudorange, finePhaserange, lockTimeIndicator, halfCycleAmbiguity: MSMColumn
  private let cnr, finePhaserangeRate: MSMColumn

  /// Takes them, one behind the other.
  @inline(__always)
  init(
    of header: MSMHeader, from cursor: inout BitCursor, in payload: Span<UInt8>
  ) throws(RTCMDecodingError) {
    let rows = header.cellCount
    @inline(__always)
    func next(_ column: MSMSignalColumn) throws(RTCMDecodingError) -> MSMColumn {
      try MSMColumn(of: header.type.field(column), rows: rows, from: &cursor, in: payload)
    }
    finePseudorange = try next(.finePseudorange)
    finePhaserange = try next(.finePhaserange)
    lockTimeIndicator = try next(.lockTimeIndicator)
    halfCycleAmbiguity = try next(.halfCycleAmbiguity)
    cnr = try next(.cnr)
    finePhaserangeRate = try next(.finePhaserangeRate)
  }

  /// What stands in one row of each.
  @inline(__always)
  func signal(
    row: Int, satelliteID: UInt8, signalID: UInt8, in reader: borrowing WordReader
  ) -> MSMSignal {
    MSMSignal(
      satelliteID: satelliteID,
      signalID: signalID,
      finePseudorange: finePseudorange.signed(row: row, in: reader),
      finePhaserange: finePhaserange.signed(row: row, in: reader),
      lockTimeIndicator: lockTimeIndicator.unsigned(row: row, in: reader) ?? 0,
      hasHalfCycleAmbiguity: halfCycleAmbiguity.unsigned(row: row, in: reader, as: UInt8.self) == 1,
      cnr: cnr.unsigned(row: row, in: reader),
      finePhaserangeRate: finePhaserangeRate.signed(row: row, in: reader))
  }
}
