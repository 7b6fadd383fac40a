extension MSMMessage {
  /// Creates a message from a reader positioned after DF002.
  init<Source: FieldSource>(
    type: MSMType, from reader: inout FieldReader<Source>
  ) throws(Source.Failure) {
    header = MSMHeader(
      type: type, stationID: 0,
      epoch: MSMEpoch(constellation: type.constellation, milliseconds: 0))
    (satellites, signals) = ([], [])
    try header.codeUpToSignals(with: &reader)
    guard header.cellMaskBitCount <= MSMHeader.maximumCellMaskBitCount else {
      throw reader.source.failure(
        RTCMEncodingError(
          .tooManyCells(satellites: header.satelliteCount, signals: header.signalCount),
          field: 396, messageType: type.messageType))
    }
    try reader.integer(.df396(bits: header.cellMaskBitCount), &header.cellMask)
    for id in header.satelliteIDs { satellites.append(try reader.satellite(id, of: type)) }
    try reader.readSignals(of: header, into: &signals)
    try reader.trailing(&trailingBits)
  }
}

extension FieldReader {
  fileprivate mutating func satellite(
    _ id: UInt8, of type: MSMType
  ) throws(Failure) -> MSMSatellite {
    var satellite = MSMSatellite(id: id)
    source.beginGroup("satellite", satelliteID: id, signalID: nil)
    for column in MSMSatelliteColumn.allCases {
      guard let field = type.field(column) else { continue }
      try satellite.code(column, as: field, with: &self)
    }
    source.endGroup()
    return satellite
  }

  fileprivate mutating func readSignals(
    of header: MSMHeader, into signals: inout [MSMSignal]
  ) throws(Failure) {
    var walk = MSMCellWalk(header)
    while let satelliteID = walk.nextSatellite() {
      while let signalID = walk.nextSignal() {
        signals.append(try signal(satelliteID, signalID, of: header.type))
      }
    }
  }

  private mutating func signal(
    _ satelliteID: UInt8, _ signalID: UInt8, of type: MSMType
  ) throws(Failure) -> MSMSignal {
    var signal = MSMSignal(satelliteID: satelliteID, signalID: signalID)
    source.beginGroup("cell", satelliteID: satelliteID, signalID: signalID)
    for column in MSMSignalColumn.allCases {
      guard let field = type.field(column) else { continue }
      try signal.code(column, as: field, with: &self)
    }
    source.endGroup()
    return signal
  }
}
