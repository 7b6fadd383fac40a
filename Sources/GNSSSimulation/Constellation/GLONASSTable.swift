/// The slot, channel and clock of a GLONASS satellite.
struct GLONASSRow {
  var slot: Int
  /// The frequency channel, `-7...6`.
  var channel: Int
  /// The clock offset at the reference week, microseconds.
  var clockOffset: Int
  /// The clock drift, in units of 2⁻⁴⁰ s/s.
  var clockDrift: Int

  init(_ slot: Int, _ channel: Int, _ clockOffset: Int, _ clockDrift: Int) {
    self.slot = slot
    self.channel = channel
    self.clockOffset = clockOffset
    self.clockDrift = clockDrift
  }
}

/// Eight satellites in each of three planes; as in reality, antipodal satellites of a plane share a channel.
let glonassRows: [GLONASSRow] = [
  // slot, channel, clock offset, drift
  GLONASSRow(1, 1, 52, 2), GLONASSRow(2, -4, -181, 0), GLONASSRow(3, 5, 97, -1),
  GLONASSRow(4, 6, 140, 1), GLONASSRow(5, 1, -64, 1), GLONASSRow(6, -4, 211, -3),
  GLONASSRow(7, 5, -28, 0), GLONASSRow(8, 6, 33, 2), GLONASSRow(9, -2, -9, 1),
  GLONASSRow(10, -7, 160, -2), GLONASSRow(11, 0, -120, 0), GLONASSRow(12, -1, 75, 3),
  GLONASSRow(13, -2, -45, -1), GLONASSRow(14, -7, 18, 2), GLONASSRow(15, 0, 102, 1),
  GLONASSRow(16, -1, -77, 0), GLONASSRow(17, 4, 230, -2), GLONASSRow(18, -3, -13, 1),
  GLONASSRow(19, 3, 66, 0), GLONASSRow(20, 2, -150, 2), GLONASSRow(21, 4, 41, -1),
  GLONASSRow(22, -3, -88, 1), GLONASSRow(23, 3, 125, -3), GLONASSRow(24, 2, -31, 0),
]
