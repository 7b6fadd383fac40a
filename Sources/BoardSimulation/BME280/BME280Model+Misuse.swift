internal import SensorDrivers

/// A record of data reads for strict mode.
struct BME280Reads {
  /// The number of conversions that have ended since power-up or reset.
  private(set) var conversions = 0
  /// The data bytes that the last conversion filled, one bit each, 0xF7 the lowest bit.
  private(set) var filled: UInt8 = 0
  /// The bytes of an incomplete read, one bit each, and the number of the conversion before that read.
  private var partial: (conversion: Int, bytes: UInt8)?

  /// Counts a finished conversion.
  mutating func finish(_ settings: BME280Settings) {
    conversions += 1
    filled = settings.pressure.isSkipped ? 0 : 0b0000_0111
    if !settings.temperature.isSkipped { filled |= 0b0011_1000 }
    if !settings.humidity.isSkipped { filled |= 0b1100_0000 }
  }

  /// Records a read; returns `true` if it continues an incomplete read from an earlier conversion.
  mutating func tears(_ bytes: UInt8) -> Bool {
    let bytes = bytes & filled
    guard bytes != filled else {
      partial = nil
      return false
    }
    guard let earlier = partial, earlier.bytes & bytes == 0 else {
      partial = (conversions, bytes)
      return false
    }
    let isTorn = earlier.conversion != conversions
    let together = isTorn ? bytes : earlier.bytes | bytes
    partial = together == filled ? nil : (conversions, together)
    return isTorn
  }
}

/// Checks for misuse that real silicon would punish; a check never changes the part's behaviour.
extension BME280Model {
  private static let document = "BST-BME280-DS002"

  private func tell(_ what: String, _ remedy: String, _ section: String) {
    onMisuse?(DriverMisuse(what, remedy: remedy, section: "\(Self.document) \(section)"))
  }

  func judgeAddressing() {
    guard onMisuse != nil else { return }
    let since = now - (answersFrom - Self.startUpTime)
    tell(
      "is addressed \(since.inMilliseconds) after its supply came on",
      "wait \(Self.startUpTime.inMilliseconds)", "§1.1, table 1")
  }

  func judgeWrite(of bytes: Span<UInt8>) {
    guard onMisuse != nil, bytes.count > 1 else { return }
    if bytes.count % 2 == 1 {
      tell(
        "is written \(bytes.count) bytes, of which the last is a register without a value",
        "send pairs of register and value: registers do not count on in a write", "§6.2.1")
    }
    for index in stride(from: 0, to: bytes.count - 1, by: 2) {
      judgeWrite(to: bytes[index], bytes[index + 1])
    }
  }

  private func judgeWrite(to register: UInt8, _ value: UInt8) {
    let name = BME280Block.name(of: register)
    guard BME280Map.writable.contains(register) else {
      return tell(
        "is written \(value.hexadecimal) to \(name), which takes no writes",
        "send pairs of register and value: registers do not count on in a write", "§6.2.1")
    }
    if now < readyAt && register != BME280Map.reset {
      tell(
        "is written \(name) while it copies calibration; the write is lost",
        "wait \(Self.startUpTime.inMilliseconds) after a reset, or read status (0xF3) until bit 0 "
          + "is 0", "§5.4.4")
    } else if register == BME280Map.config && !isAsleep {
      tell(
        "is written \(name) outside of sleep mode; the write may be ignored",
        "write mode 00 to ctrl_meas (0xF4) first", "§5.4.6")
    }
  }

  func judgeRead(of count: Int) {
    guard onMisuse != nil else { return }
    let end = Int(pointer) + count
    func covers(_ registers: ClosedRange<UInt8>) -> Bool {
      Int(pointer) <= Int(registers.upperBound) && Int(registers.lowerBound) < end
    }
    if now < readyAt && (covers(BME280Map.trimmingLow) || covers(BME280Map.trimmingHigh)) {
      tell(
        "is read calibration while it is copied",
        "wait \(Self.startUpTime.inMilliseconds) after a reset, or read status (0xF3) until bit 0 "
          + "is 0", "§5.4.4")
    }
    var bytes: UInt8 = 0
    for register in BME280Map.data where covers(register...register) {
      bytes |= 1 << (register - BME280Map.data.lowerBound)
    }
    if bytes != 0 { judgeDataRead(of: bytes) }
  }

  /// - Parameter bytes: The data bytes read, one bit each, 0xF7 the lowest bit.
  private func judgeDataRead(of bytes: UInt8) {
    judgeConversion()
    if bytes & 0b1100_0000 != 0, humidityControl != latchedHumidityControl {
      tell(
        "is read humidity after ctrl_hum (0xF2) was written, which is not in force",
        "write ctrl_meas (0xF4) after it", "§5.4.3")
    }
    if reads.tears(bytes) {
      tell(
        "is read one measurement in pieces that are of different conversions",
        "read 0xF7 to 0xFE in one burst", "§4.1")
    }
  }

  /// Reports a read of data before a conversion has ended; such data is the previous conversion's or none.
  private func judgeConversion() {
    guard let conversion, conversion.start <= now else {
      if reads.conversions == 0 {
        tell(
          "is read data that no conversion has filled", "start one by ctrl_meas (0xF4)", "§5.4.7")
      }
      return
    }
    let (elapsed, needed) = (now - conversion.start, conversion.settings.conversionTime)
    // In normal mode the previous conversion's data is as good, and a hung conversion is not the driver's
    // fault.
    let isAwaited = conversion.settings.mode == .forced || reads.conversions == 0
    guard isAwaited, elapsed < needed else { return }
    tell(
      "is read data \(elapsed.inMilliseconds) into a conversion that takes up to "
        + needed.inMilliseconds,
      "wait \(needed.inMilliseconds) after the write of ctrl_meas (0xF4), or read status (0xF3) "
        + "until bit 3 is 0", "§9.1, §5.4.4")
  }
}
