internal import GNSSBasics
internal import Mathematics
internal import SensorDrivers

/// The state of a receiver as a base (CFG-TMODE): off, at a configured position, or surveying in.
///
/// A survey-in takes the mean of its positions. It ends once it has lasted for the configured duration and
/// reached the configured accuracy. The improvement of its accuracy is the project's own model: errors within
/// a minute are correlated, so the position's accuracy is divided by the square root of one more than the
/// minutes.
struct BaseStation: Hashable, Sendable {
  /// The base mode with its parameters, from the configuration.
  struct Order: Hashable, Sendable {
    var mode: UInt64 = 0
    /// The antenna position of a fixed base; `nil` in other modes.
    var position: ECEFPosition?
    var duration = Duration.zero
    /// The accuracy that ends a survey-in, and that of the position of a fixed base, metres in space.
    var accuracy = 0.0
  }

  private(set) var order = Order()
  /// The duration of the survey-in so far, and the number of its positions.
  private(set) var surveyed = Duration.zero
  private(set) var count = 0
  /// The mean of the survey-in's positions, and its accuracy in metres.
  private(set) var mean = ECEFPosition(x: 0, y: 0, z: 0)
  private(set) var accuracy = 0.0
  /// Whether the survey-in has reached its duration and accuracy.
  private(set) var isValid = false

  /// Whether a survey-in is in progress.
  var isActive: Bool { order.mode == 1 && !isValid }
  /// The base's position; `nil` while the receiver is not a base, or until its survey-in is valid.
  var position: ECEFPosition? {
    switch order.mode {
    case 1: isValid ? mean : nil
    case 2: order.position
    default: nil
    }
  }

  /// The accuracy of the base's position, metres in space.
  var positionAccuracy: Double { order.mode == 2 ? order.accuracy : accuracy }

  /// Sets the base mode; a changed mode or parameter restarts the survey-in.
  mutating func follow(_ order: Order) {
    guard order != self.order else { return }
    self = BaseStation()
    self.order = order
  }

  /// Adds the position of an epoch to the survey-in, `period` after the previous epoch.
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
  /// Creates an order from the configuration's items.
  init(_ configuration: ReceiverConfiguration) {
    mode = configuration[.timeMode]
    duration = .seconds(Int64(configuration[.surveyDuration]))
    accuracy = Double(configuration[.surveyAccuracy]) / 10_000
    guard mode == 2 else { return }
    accuracy = Double(configuration[.fixedPositionAccuracy]) / 10_000
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
  /// Returns an item's value as a signed integer.
  fileprivate func signed(_ key: UBXConfigurationKey) -> Double {
    let value = self[key]
    return key.valueLength == 1
      ? Double(Int8(truncatingIfNeeded: value)) : Double(Int32(truncatingIfNeeded: value))
  }
}

extension NavigationSolution {
  /// Takes the place of a base with the accuracy that it has; it stands still.
  mutating func stand(as base: BaseStation) {
    self.base = base
    guard let place = base.position else { return }
    position = GeodeticPosition(place)
    velocity = LocalVelocity()
    let axis = base.positionAccuracy * base.positionAccuracy / 3
    (horizontalAccuracy, verticalAccuracy) = ((2 * axis).squareRoot(), axis.squareRoot())
    covariance = LocalCovariance(east: axis, north: axis, up: axis)
  }

  /// Returns the payload of NAV-SVIN, 40 bytes: the progress of the survey-in.
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
