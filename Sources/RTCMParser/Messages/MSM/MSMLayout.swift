/// The columns of an MSM's satellites, in the order of the wire.
enum MSMSatelliteColumn: CaseIterable {
  case roughRangeInteger, extendedInformation, roughRangeModulo, roughPhaserangeRate
}

/// The columns of an MSM's cells, in the order of the wire.
enum MSMSignalColumn: CaseIterable {
  case finePseudorange, finePhaserange, lockTimeIndicator, halfCycleAmbiguity, cnr
  case finePhaserangeRate
}

/// The fields of the seven kinds. An MSM holds them column by column: first one field of all
/// satellites, then the next; then one field of all cells, and so on.
///
/// Inlined, so that where the kind is a constant, the fields are.
///
/// Source: RTCM 10403.3, tables 3.5-79 to 3.5-92.
extension MSMType {
  /// A column's field; `nil` where the kind does not have it.
  @inline(always)
  func field(_ column: MSMSatelliteColumn) -> DataField? {
    switch column {
    case .roughRangeInteger: kind >= 4 ? .df397 : nil
    case .extendedInformation:
      !hasRates ? nil : constellation == .glonass ? .df419 : .extendedSatelliteInformation
    case .roughRangeModulo: .df398
    case .roughPhaserangeRate: hasRates ? .df399 : nil
    }
  }

  /// A column's field; `nil` where the kind does not have it.
  @inline(always)
  func field(_ column: MSMSignalColumn) -> DataField? {
    switch column {
    case .finePseudorange: hasHighResolution ? .df405 : kind != 2 ? .df400 : nil
    case .finePhaserange: hasHighResolution ? .df406 : kind != 1 ? .df401 : nil
    case .lockTimeIndicator: hasHighResolution ? .df407 : kind != 1 ? .df402 : nil
    case .halfCycleAmbiguity: kind != 1 ? .df420 : nil
    case .cnr: hasHighResolution ? .df408 : kind >= 4 ? .df403 : nil
    case .finePhaserangeRate: hasRates ? .df404 : nil
    }
  }

  /// Goes along the fields of a satellite, in the order of the columns.
  package func forEachSatelliteField(_ body: (DataField) -> Void) {
    for column in MSMSatelliteColumn.allCases { field(column).map(body) }
  }

  /// Goes along the fields of a cell, in the order of the columns.
  package func forEachCellField(_ body: (DataField) -> Void) {
    for column in MSMSignalColumn.allCases { field(column).map(body) }
  }

  /// Whether there are rates of phaseranges, and what is told of satellites with them.
  @inline(always)
  private var hasRates: Bool { kind == 5 || kind == 7 }

  /// Does the same for each kind, so that in each the kind is a constant.
  ///
  /// In Embedded Swift only where `CONSTANT_KINDS` is defined: a microcontroller's memory is small.
  ///
  /// - Parameter body: What is done; a function that is always inlined, or else the kind is no constant in it.
  /// - Returns: What it gives.
  /// - Throws: What it throws.
  @inline(always)
  func withConstantKind<Result, Failure: Error>(
    _ body: (MSMType) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch kind {
    #if !hasFeature(Embedded) || CONSTANT_KINDS
      case 4: try body(MSMType(constellation, kind: 4))
      case 5: try body(MSMType(constellation, kind: 5))
      case 7: try body(MSMType(constellation, kind: 7))
    #endif
    default: try body(self)
    }
  }

  /// The number of bits of all columns for a satellite.
  @inline(always)
  var bitsPerSatellite: Int {
    width(.roughRangeInteger) + width(.extendedInformation) + width(.roughRangeModulo)
      + width(.roughPhaserangeRate)
  }

  /// The number of bits of all columns for a cell.
  @inline(always)
  var bitsPerCell: Int {
    width(.finePseudorange) + width(.finePhaserange) + width(.lockTimeIndicator)
      + width(.halfCycleAmbiguity) + width(.cnr) + width(.finePhaserangeRate)
  }

  @inline(always)
  private func width(_ column: MSMSatelliteColumn) -> Int { field(column)?.bitCount ?? 0 }

  @inline(always)
  private func width(_ column: MSMSignalColumn) -> Int { field(column)?.bitCount ?? 0 }

  /// Whether the fine fields have the higher resolution of MSM6 and MSM7.
  @inline(__always)
  package var hasHighResolution: Bool { kind >= 6 }

  /// Whether the satellites' extended information is their GLONASS frequency channel.
  package var tellsGLONASSChannels: Bool {
    constellation == .glonass && field(.extendedInformation) != nil
  }
}
