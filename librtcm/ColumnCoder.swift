internal import CRTCM
internal import RTCMParser

/// Reads a message's fields off its payload and puts each number into columns, in one pass: no message is
/// made of them.
struct ColumnCoder: FieldCoder {
  /// The payload ends before a field, or is an MSM of too many cells.
  struct Failure: Error { let status: Int }

  var columns: Columns
  private let payload: PaddedPayload
  private(set) var position = 0

  init(_ payload: PaddedPayload, into columns: Columns) {
    (self.payload, self.columns) = (payload, columns)
  }

  /// Takes the next field.
  @inline(__always)
  private mutating func take(_ field: DataField) throws(Failure) -> UInt64 {
    let (start, end) = (position, position &+ field.bitCount)
    guard end <= payload.bitCount else { throw Failure(status: RTCM_TRUNCATED) }
    position = end
    return payload.bits(at: start, count: field.bitCount)
  }

  @inline(__always)
  private mutating func show(_ field: DataField) throws(Failure) -> UInt64 {
    let bits = try take(field)
    columns.append(field, bits: bits)
    return bits
  }

  @inline(__always)
  mutating func integer<Value: FixedWidthInteger>(
    _ field: DataField, _ value: inout Value
  ) throws(Failure) {
    value = Value(truncatingIfNeeded: field.integer(of: try show(field)))
  }

  @inline(__always)
  mutating func integer<Value: FixedWidthInteger>(
    _ field: DataField, _ value: inout Value?
  ) throws(Failure) {
    let bits = try show(field)
    value = bits == field.notAvailable ? nil : Value(truncatingIfNeeded: field.integer(of: bits))
  }

  @inline(__always)
  mutating func flag(_ field: DataField, _ value: inout Bool) throws(Failure) {
    value = try show(field) != 0
  }

  // No field depends on a quantity, so that they are not set.

  @inline(__always)
  mutating func quantity(_ field: DataField, _ value: inout Double) throws(Failure) {
    _ = try show(field)
  }

  @inline(__always)
  mutating func quantity(_ field: DataField, _ value: inout Double?) throws(Failure) {
    _ = try show(field)
  }

  mutating func text(
    count: DataField, characters: DataField, _ value: inout DescriptorText
  ) throws(Failure) {
    let characterCount = Int(clamping: try show(count))
    columns.hasText = true
    for _ in 0..<characterCount { _ = try take(characters) }
  }

  /// Nothing looks at the elements behind their list, so that none is kept.
  @inline(__always)
  mutating func list<Element>(
    _ elements: inout [Element], count: Int, of empty: @autoclosure () -> Element,
    _ body: (inout Element, inout Self) throws(Failure) -> Void
  ) throws(Failure) {
    var left = count
    while left > 0 {
      var element = empty()
      try body(&element, &self)
      left &-= 1
    }
  }

  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?) { columns.beginGroup(name) }

  mutating func endGroup() { columns.endGroup() }

  mutating func trailing(_ bits: inout TrailingBits) {
    if payload.hasBits(behind: position) { columns.hasBytes = true }
  }
}

// MARK: Messages

extension ColumnCoder {
  // Reads a message of one of the types that streams are full of, from its payload; false for another one.
  mutating func read(_ type: UInt16, in payload: Span<UInt8>) throws(Failure) -> Bool {
    switch type {
    case 1001...1004, 1009...1012: return try read(type, as: LegacyObservations.self)
    case 1005: return try read(type, as: AntennaReferencePoint.self)
    case 1006: return try read(type, as: AntennaReferencePointAndHeight.self)
    case 1007, 1008: return try read(type, as: AntennaDescriptor.self)
    case 1013: return try read(type, as: SystemParameters.self)
    case 1019: return try read(type, as: GPSEphemeris.self)
    case 1020: return try read(type, as: GLONASSEphemeris.self)
    case 1033: return try read(type, as: ReceiverAndAntenna.self)
    case 1042: return try read(type, as: BeiDouEphemeris.self)
    case 1044: return try read(type, as: QZSSEphemeris.self)
    case 1045, 1046: return try read(type, as: GalileoEphemeris.self)
    case 1071...1137:
      guard let type = MSMType(messageType: type) else { return false }
      try read(type)
      return true
    case 1230: return try read(type, as: GLONASSCodePhaseBiases.self)
    // Without QZSS, whose draft has another layout, which only reading it tells.
    case 1057...1068, 1240...1245, 1258...1263, 1265...1267, 1270:
      guard var message = SSRMessage(emptyOfType: type) else { return false }
      message.hasDraftBeiDouIssue = message.type.hasDraftIssue(in: payload)
      try read(&message)
      return true
    default: return false
    }
  }

  private mutating func read<Message: FieldFamily>(
    _ type: UInt16, as: Message.Type
  ) throws(Failure) -> Bool {
    guard var message = Message(emptyOfType: type) else { return false }
    try read(&message)
    return true
  }

  private mutating func read(_ message: inout some FieldFamily) throws(Failure) {
    _ = try show(.df002)
    try message.code(with: &self)
  }
}

// MARK: MSM

extension ColumnCoder {
  private mutating func read(_ type: MSMType) throws(Failure) {
    _ = try show(.df002)
    let epoch = MSMEpoch(constellation: type.constellation, milliseconds: 0)
    var header = MSMHeader(type: type, stationID: 0, epoch: epoch)
    try header.codeUpToSignals(with: &self)
    guard header.cellMaskBitCount <= MSMHeader.maximumCellMaskBitCount else {
      throw Failure(status: RTCM_TOO_MANY_CELLS)
    }
    try integer(.df396(bits: header.cellMaskBitCount), &header.cellMask)
    columns.mix(UInt64(header.satelliteCount) << 8 | UInt64(header.cellCount))
    try readRows(header.satelliteCount, type.forEachSatelliteField)
    try readRows(header.cellCount, type.forEachCellField)
    var trailing = TrailingBits()
    self.trailing(&trailing)
  }

  /// Reads fields that the wire has column by column, and puts them down row by row.
  private mutating func readRows(
    _ rows: Int, _ forEachField: ((DataField) -> Void) -> Void
  ) throws(Failure) {
    var (width, bitCount) = (0, 0)
    forEachField { (width, bitCount) = (width + 1, bitCount + $0.bitCount) }
    guard position + rows * bitCount <= payload.bitCount else {
      throw Failure(status: RTCM_TRUNCATED)
    }
    var (values, integers) = columns.extend(by: rows * width)
    forEachField {
      readColumn($0, rows, into: values, integers, stride: width)
      (values, integers) = (values + 1, integers + 1)
    }
  }

  /// Reads one field of all rows.
  @inline(__always)
  private mutating func readColumn(
    _ field: DataField, _ rows: Int, into values: UnsafeMutablePointer<Double>,
    _ integers: UnsafeMutablePointer<Int64>, stride: Int
  ) {
    var at = 0
    for _ in 0..<rows {
      let bits = payload.bits(at: position, count: field.bitCount)
      position &+= field.bitCount
      integers[at] = field.integer(of: bits)
      values[at] = field.value(of: bits) ?? .nan
      at &+= stride
    }
  }
}
