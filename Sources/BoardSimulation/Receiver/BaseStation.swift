internal import GNSSBasics
internal import Mathematics
internal import SensorDrivers

/// The state of a receiver as a base (CFG-TMODE): none, at a place that it was told, or surveying in.
///
/// A survey-in takes the mean of its positions, and ends when it has lasted as long as told and its accuracy is
/// good enough. How its accuracy gets better is of our own making: errors of a minute go together, so the
/// position's is divided by the square root of one more than the minutes.
struct BaseStation: Hashable, Sendable {
  /// The order that it was given.
  struct Order: Hashable, Sendable {
    var mode: UInt64 = 0
    /// The place of a fixed base.
    var position: ECEFPosition?
    var duration = Duration.zero
    /// Metres.
    var accuracy = 0.0
  }

  private(set) var order = Order()
  /// The time that it has surveyed, and the number of positions that it has taken.
  private(set) var surveyed = Duration.zero
  private(set) var count = 0
  /// The mean of them, and its accuracy in metres.
  private(set) var mean = ECEFPosition(x: 0, y: 0, z: 0)
  private(set) var accuracy = 0.0
  /// Whether the survey is good enough.
  private(set) var isValid = false

  /// Whether it is surveying.
  var isActive: Bool { order.mode == 1 && !isValid }
  /// The base's position; `nil` while the receiver is no base, or does not know it yet.
  var position: ECEFPosition? {
    switch order.mode {
    case 1: isValid ? mean : nil
    case 2: order.position
    default: nil
    }
  }

  /// Takes an order; a new one begins anew.
  mutating func follow(_ order: Order) {
    guard order != self.order else { return }
    self = BaseStation()
    self.order = order
  }

  /// Takes the position of an epoch, so long after the one before.
  mutating func survey(
    _ position: GeodeticPosition, accuracy positionAccuracy: Double, after period: Duration
  ) {
    guard isActive else { return }
    let point = ECEFPosition(position)
    count += 1
    surveyed += period
    let share = 1 / Double(count)
    mean.x += (point.x - mean.x) * share
    mean.y += (point.y - mean.y) * share
    mean.z += (point.z - mean.z) * share
    accuracy = positionAccuracy / (1 + surveyed.inSeconds / 60).squareRoot()
    isValid = surveyed >= order.duration && accuracy <= order.accuracy
  }
}

extension BaseStation.Order {
  /// Reads the order of a configuration.
  init(_ configuration: ReceiverConfiguration) {
    mode = configuration[.timeMode]
    duration = .seconds(Int64(configuration[.surveyDuration]))
    accuracy = Double(configuration[.surveyAccuracy]) / 10_000
    guard mode == 2 else { return }
    if configuration[.timePositionType] == 0 {
      let axes = (0..<3 as Range<UInt32>).map { axis in
        configuration.signed(.timeECEF(axis)) / 100
          + configuration.signed(.timeECEFExtra(axis)) / 10_000
      }
      position = ECEFPosition(x: axes[0], y: axes[1], z: axes[2])
    } else {
      let angles = (0..<2 as Range<UInt32>).map { axis in
        configuration.signed(.timeGeodetic(axis)) / 1e7
          + configuration.signed(.timeGeodeticExtra(axis)) / 1e9
      }
      position = ECEFPosition(
        GeodeticPosition(
          latitude: angles[0], longitude: angles[1],
          height: configuration.signed(.timeGeodetic(2)) / 100
            + configuration.signed(.timeGeodeticExtra(2)) / 10_000))
    }
  }
}

extension ReceiverConfiguration {
  /// A value that may be below zero.
  fileprivate func signed(_ key: UBXConfigurationKey) -> Double {
    let value = self[key]
    return key.valueLength == 1
      ? Double(Int8(truncatingIfNeeded: value)) : Double(Int32(truncatingIfNeeded: value))
  }
}

extension NavigationSolution {
  /// NAV-SVIN, 40 bytes: how a survey-in goes.
  func navSVIN() -> [UInt8] {
    var payload = UBXPayloadWriter()
    let axes = [base.mean.x, base.mean.y, base.mean.z]
    payload.reserved(4)  // version 0
    payload.field(UInt32(time.millisecondsOfWeek))
    payload.field(base.surveyed / .seconds(1), as: UInt32.self)
    for axis in axes { payload.field(axis * 100, as: Int32.self) }
    for axis in axes {
      payload.field((axis * 100 - (axis * 100).rounded()) * 100, as: Int8.self)
    }
    payload.reserved(1)
    payload.field(base.accuracy * 10_000, as: UInt32.self)
    payload.field(UInt32(clamping: base.count))
    payload.field(UInt8(base.isValid ? 1 : 0))
    payload.field(UInt8(base.isActive ? 1 : 0))
    payload.reserved(2)
    return payload.bytes
  }
}
