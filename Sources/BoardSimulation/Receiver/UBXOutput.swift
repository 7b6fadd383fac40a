internal import GNSSBasics
internal import Mathematics
internal import SensorDrivers

/// The UBX navigation messages of one epoch for drivers.
extension NavigationSolution {
  /// Returns NAV-PVT: position, velocity and time.
  func navPVT() -> NavPVT {
    var message = NavPVT()
    message.timeOfWeekMilliseconds = UInt32(time.millisecondsOfWeek)
    setDate(of: &message)
    message.satelliteCount = UInt8(clamping: satellitesUsed)
    message.positionDOPE2 = UInt16(clamping: integer(dilution.position * 100))
    message.horizontalAccuracyMillimetres = UInt32(clamping: millimetres(shownHorizontalAccuracy))
    message.verticalAccuracyMillimetres = UInt32(clamping: millimetres(shownVerticalAccuracy))
    guard hasFix else {
      message.positionFlags = .invalidPosition
      return message
    }
    message.fixType = base.position == nil ? .threeDimensional : .timeOnly
    message.flags = state > .threeD ? [.gnssFixOK, .differential] : .gnssFixOK
    message.carrierSolution = carrierSolution
    message.correctionAgeCode = reference.map { Self.ageCode($0.age) } ?? 0
    setPosition(of: &message)
    setMotion(of: &message)
    return message
  }

  private func setDate(of message: inout NavPVT) {
    message.setTime(CivilTime(time, in: .utc))
    message.validity = hasFix ? [.date, .time, .fullyResolved] : []
    // Date and time are confirmed, and so is that they can be.
    message.confirmationFlags = hasFix ? 0b1110_0000 : 0
    message.timeAccuracyNanoseconds = hasFix ? 20 : .max
  }

  private func setPosition(of message: inout NavPVT) {
    message.longitudeE7 = Int32(clamping: integer(position.longitude * 1e7))
    message.latitudeE7 = Int32(clamping: integer(position.latitude * 1e7))
    message.heightMillimetres = Int32(clamping: millimetres(position.height))
    message.meanSeaLevelHeightMillimetres = Int32(clamping: millimetres(heightAboveGeoid))
  }

  private func setMotion(of message: inout NavPVT) {
    message.velocityNorthMillimetresPerSecond = Int32(clamping: millimetres(velocity.north))
    message.velocityEastMillimetresPerSecond = Int32(clamping: millimetres(velocity.east))
    message.velocityDownMillimetresPerSecond = Int32(clamping: millimetres(-velocity.up))
    message.groundSpeedMillimetresPerSecond = Int32(clamping: millimetres(groundSpeed))
    message.headingOfMotionE5 = Int32(clamping: integer(heading * 1e5))
    message.speedAccuracyMillimetresPerSecond = UInt32(clamping: millimetres(speedAccuracy))
    message.headingAccuracyE5 = UInt32(clamping: integer(headingAccuracy * 1e5))
  }
}

extension NavigationSolution {
  /// Returns NAV-HPPOSLLH: the position to a tenth of a millimetre.
  func navHPPosLLH() -> NavHPPosLLH {
    var message = NavHPPosLLH()
    message.timeOfWeekMilliseconds = UInt32(time.millisecondsOfWeek)
    message.horizontalAccuracyTenths = UInt32(clamping: tenths(shownHorizontalAccuracy))
    message.verticalAccuracyTenths = UInt32(clamping: tenths(shownVerticalAccuracy))
    guard hasFix else {
      message.flags = .invalidPosition
      return message
    }
    message.longitudeE9 = integer(position.longitude * 1e9)
    message.latitudeE9 = integer(position.latitude * 1e9)
    message.heightTenths = tenths(position.height)
    message.meanSeaLevelHeightTenths = tenths(heightAboveGeoid)
    return message
  }

  /// Returns NAV-RELPOSNED: the vector from a base that moves where one is heard, or else from the reference station
  /// while its corrections are used.
  func navRelPosNED() -> NavRelPosNED {
    var message = NavRelPosNED()
    message.timeOfWeekMilliseconds = UInt32(time.millisecondsOfWeek)
    message.flags = hasFix ? .gnssFixOK : []
    if hasMovingBase {
      message.flags.insert(.movingBase)
      if let vector, vector.isValid { message.set(vector) }
    } else if let reference {
      let axis = horizontalAccuracy / 2.0.squareRoot()
      message.set(reference, deviation: SIMD3(axis, axis, verticalAccuracy))
      message.flags.formUnion([.gnssFixOK, .headingValid])
      message.carrierSolution = carrierSolution
    }
    return message
  }
}

extension NavRelPosNED {
  /// Sets the vector from a base that moves.
  fileprivate mutating func set(_ vector: MovingBaseVector) {
    set(vector.vector, deviation: vector.deviation)
    if vector.hasHeading { flags.insert(.headingValid) }
    carrierSolution = CarrierSolution(vector.state)
  }

  /// Sets a vector and the standard deviations along its axes, metres.
  fileprivate mutating func set(
    _ vector: NavigationSolution.Reference, deviation: SIMD3<Double>
  ) {
    referenceStationID = vector.stationID
    (northMetres, eastMetres, downMetres) = (vector.north, vector.east, -vector.up)
    lengthMetres = vector.length
    headingE5 = Int32(clamping: integer(vector.heading * 1e5))
    northAccuracyTenths = UInt32(clamping: tenths(deviation.y))
    eastAccuracyTenths = UInt32(clamping: tenths(deviation.x))
    downAccuracyTenths = UInt32(clamping: tenths(deviation.z))
    let level = ((deviation.x * deviation.x + deviation.y * deviation.y) / 2).squareRoot()
    lengthAccuracyTenths = UInt32(clamping: tenths(level))
    headingAccuracyE5 = UInt32(
      clamping: integer(vector.headingDeviation(by: deviation) * 1e5))
    flags.formUnion([.differential, .relativePositionValid])
  }
}

extension CarrierSolution {
  /// Creates the state of the carrier phases in a fix.
  fileprivate init(_ fix: GNSSFix) {
    self =
      switch fix {
      case .none, .threeD, .dgnss: .absent
      case .rtkFloat: .float
      case .rtkFixed: .fixed
      }
  }
}

extension NavigationSolution {
  var carrierSolution: CarrierSolution { CarrierSolution(state) }

  /// The accuracy of the heading, degrees; 180 while the speed is too low for a direction.
  private var headingAccuracy: Double {
    guard groundSpeed >= Self.slowestCourse else { return 180 }
    return Math.arcTangent(y: speedAccuracy, x: groundSpeed).radiansInDegrees
  }

  /// The accuracy in messages, metres; without a fix a receiver reports an unknown one, about 4,295 km.
  private var shownHorizontalAccuracy: Double { hasFix ? horizontalAccuracy : 4.3e6 }
  private var shownVerticalAccuracy: Double { hasFix ? verticalAccuracy : 4.3e6 }
  private var shownPositionAccuracy: Double {
    let (level, up) = (shownHorizontalAccuracy, shownVerticalAccuracy)
    return (level * level + up * up).squareRoot()
  }

  /// Returns the code for the age of corrections in `flags3` of NAV-PVT.
  private static func ageCode(_ age: Duration) -> UInt8 {
    let limits: [Double] = [1, 2, 5, 10, 15, 20, 30, 45, 60, 90, 120]
    let seconds = age.inSeconds
    return UInt8(1 + (limits.firstIndex { seconds < $0 } ?? limits.count))
  }
}

extension NavigationSolution {
  /// Returns the payload of NAV-POSLLH, 28 bytes: the position to a centimetre.
  func navPOSLLH() -> [UInt8] {
    let place = navPVT()
    var payload = UBXPayloadWriter()
    payload.field(place.timeOfWeekMilliseconds)
    payload.field(place.longitudeE7)
    payload.field(place.latitudeE7)
    payload.field(place.heightMillimetres)
    payload.field(place.meanSeaLevelHeightMillimetres)
    payload.field(place.horizontalAccuracyMillimetres)
    payload.field(place.verticalAccuracyMillimetres)
    return payload.bytes
  }

  /// Returns the payload of NAV-POSECEF, 20 bytes: the position in centimetres.
  func navPOSECEF() -> [UInt8] {
    var payload = UBXPayloadWriter()
    let place = hasFix ? ECEFPosition(position) : ECEFPosition(x: 0, y: 0, z: 0)
    payload.field(UInt32(time.millisecondsOfWeek))
    for axis in [place.x, place.y, place.z] { payload.field(axis * 100, as: Int32.self) }
    payload.field(shownPositionAccuracy * 100, as: UInt32.self)
    return payload.bytes
  }

  /// Returns the payload of NAV-HPPOSECEF, 28 bytes: the position to a tenth of a millimetre.
  func navHPPosECEF() -> [UInt8] {
    var payload = UBXPayloadWriter()
    let place = hasFix ? ECEFPosition(position) : ECEFPosition(x: 0, y: 0, z: 0)
    let axes = [place.x, place.y, place.z].map { tenths($0) }
    payload.field(UInt8(0))  // version
    payload.reserved(3)
    payload.field(UInt32(time.millisecondsOfWeek))
    for axis in axes { payload.field(Int32(clamping: axis / 100)) }
    for axis in axes { payload.field(Int8(clamping: axis % 100)) }
    payload.field(UInt8(hasFix ? 0 : 1))  // invalid
    payload.field(shownPositionAccuracy * 10_000, as: UInt32.self)
    return payload.bytes
  }

  /// Returns the payload of NAV-VELECEF, 20 bytes: the velocity in centimetres per second.
  func navVELECEF() -> [UInt8] {
    var payload = UBXPayloadWriter()
    payload.field(UInt32(time.millisecondsOfWeek))
    let (from, to) = (
      ECEFPosition(position),
      ECEFPosition(
        position.moved(east: velocity.east, north: velocity.north, up: velocity.up))
    )
    for axis in [to.x - from.x, to.y - from.y, to.z - from.z] {
      payload.field(hasFix ? axis * 100 : 0, as: Int32.self)
    }
    payload.field(hasFix ? speedAccuracy * 100 : 2_000, as: UInt32.self)
    return payload.bytes
  }

  /// Returns the payload of NAV-VELNED, 36 bytes: the velocity in centimetres per second.
  func navVELNED() -> [UInt8] {
    var payload = UBXPayloadWriter()
    let motion = hasFix ? velocity : LocalVelocity(east: 0, north: 0, up: 0)
    let speed = hasFix ? groundSpeed : 0
    payload.field(UInt32(time.millisecondsOfWeek))
    for axis in [motion.north, motion.east, -motion.up] {
      payload.field(axis * 100, as: Int32.self)
    }
    payload.field((speed * speed + motion.up * motion.up).squareRoot() * 100, as: UInt32.self)
    payload.field(speed * 100, as: UInt32.self)
    payload.field(hasFix ? heading * 1e5 : 0, as: Int32.self)
    payload.field(hasFix ? speedAccuracy * 100 : 2_000, as: UInt32.self)
    payload.field(headingAccuracy * 1e5, as: UInt32.self)
    return payload.bytes
  }
}

private func millimetres(_ metres: Double) -> Int64 { integer(metres * 1000) }

private func tenths(_ metres: Double) -> Int64 { integer(metres * 10_000) }

/// Returns the nearest integer; NaN and values out of range give 0.
private func integer(_ value: Double) -> Int64 { Int64(exactly: value.rounded()) ?? 0 }
