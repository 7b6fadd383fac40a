/// The conversion of date and time to and from Unix time.
extension NavPVT {
  /// The UTC date and time; `nil` while either is invalid.
  public var unixTime: UnixTime? {
    guard validity.contains([.date, .time]),
      let date = CivilDate(year: Int(year), month: Int(month), day: Int(day))
    else { return nil }
    return UnixTime(
      date, hour: Int(hour), minute: Int(minute), second: Int(second), nanosecond: Int(nanoseconds))
  }

  /// Sets the date and time and marks both as valid; years outside `0...65535` are clamped.
  public mutating func setTime(_ time: CivilTime) {
    (year, month, day) = (UInt16(clamping: time.year), UInt8(time.month), UInt8(time.day))
    (hour, minute, second) = (UInt8(time.hour), UInt8(time.minute), UInt8(time.second))
    nanoseconds = Int32(time.nanosecond)
    validity = [.date, .time, .fullyResolved]
  }
}
