/// Date and time as Unix time.
extension NavPVT {
  /// Date and time in UTC; `nil` while either is not valid.
  public var unixTime: UnixTime? {
    guard validity.contains([.date, .time]),
      let date = CivilDate(year: Int(year), month: Int(month), day: Int(day))
    else { return nil }
    return UnixTime(
      date, hour: Int(hour), minute: Int(minute), second: Int(second), nanosecond: Int(nanoseconds))
  }

  /// Sets date and time, and that both are valid; years outside `0...65535` are clamped.
  public mutating func setTime(_ time: CivilTime) {
    (year, month, day) = (UInt16(clamping: time.year), UInt8(time.month), UInt8(time.day))
    (hour, minute, second) = (UInt8(time.hour), UInt8(time.minute), UInt8(time.second))
    nanoseconds = Int32(time.nanosecond)
    validity = [.date, .time, .fullyResolved]
  }
}
