/// The columns of satellite fields in an MSM, in wire order.
enum MSMSatelliteColumn: CaseIterable {
  case roughRangeInteger, extendedInformation, roughRangeModulo, roughPhaserangeRate
}

/// The columns of signal fields in an MSM, in wire order.
enum MSMSignalColumn: CaseIterable {
  case finePseudorange, finePhaserange, lockTimeIndicator, halfCycleAmbiguity, cnr
  case finePhaserangeRate
}

/// The fields of the seven kinds of MSM.
///
/// An MSM stores fields column by column: one field of all satellites, then the next field, and so on; then
/// the same for all cells.
///
/// The functions are inlined, so that the fields are constants wherever the kind is a constant.
///
/// Source: RTCM 10403.3, tables 3.5-79 to 3.5-92.
extension MSMType {
  /// Returns the field of a column; `nil` when the kind has no such column.
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

  /// Returns the field of a column; `nil` when the kind has no such column.
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

  /// Calls `body` with each field of a satellite, in column order.
  package func forEachSatelliteField(_ body: (DataField) -> Void) {
    for column in MSMSatelliteColumn.allCases { field(column).map(body) }
  }

  /// Calls `body` with each field of a cell, in column order.
  package func forEachCellField(_ body: (DataField) -> Void) {
    for column in MSMSignalColumn.allCases { field(column).map(body) }
  }

  /// Whether the kind has phaserange rates and the extended satellite information: MSM5 and MSM7.
  @inline(always)
  private var hasRates: Bool { kind == 5 || kind == 7 }

  /// Calls `body` with the type, specialized for the common kinds 4, 5 and 7, so that the kind is a constant
  /// there.
  ///
  /// Embedded Swift specializes only when `CONSTANT_KINDS` is defined, because a microcontroller's memory is
  /// small.
  ///
  /// - Parameter body: The function to call. `body` must always be inlined; otherwise the kind is not a
  ///   constant in it.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
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

  /// The number of bits of one satellite in all columns.
  @inline(always)
  var bitsPerSatellite: Int {
    width(.roughRangeInteger) + width(.extendedInformation) + width(.roughRangeModulo)
      + width(.roughPhaserangeRate)
  }

  /// The number of bits of one cell in all columns.
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

  /// Whether the extended satellite information is the GLONASS frequency channel.
  package var tellsGLONASSChannels: Bool {
    constellation == .glonass && field(.extendedInformation) != nil
  }
}
